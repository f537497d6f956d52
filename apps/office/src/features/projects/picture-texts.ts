import { defineTexts } from '../../lib/texts.ts'

export const pictureTexts = defineTexts('projectPictures', {
  pictures: ['公示图片', 'Pictures on the public page'],
  hint: [
    '最多 {{max}} 张，按顺序显示在公示页；第一张是封面，也用于分享链接。',
    'Up to {{max}}, shown on the public page in this order. The first is the cover, which is also shown with shared links.',
  ],
  notPublished: ['项目公示后访客才能看到。', 'Visitors see them once the project is published.'],
  none: ['还没有图片。', 'No pictures yet.'],
  add: ['添加图片', 'Add a picture'],
  added: ['图片已添加', 'The picture is added'],
  cover: ['封面', 'Cover'],
  chosen: ['图片文件', 'Picture'],
  chosenHint: [
    'JPEG、PNG 或 WebP，每边至少 {{min}} 像素',
    'JPEG, PNG or WebP, at least {{min}} pixels wide and high',
  ],
  caption: ['图片说明', 'Caption'],
  captionHint: [
    '说明图中内容，也会读给看不到图片的访客',
    'Describe the picture. Screen readers read this to visitors who cannot see it.',
  ],
  warning: [
    '任何人都能看到这些图片。请勿使用会议现场照片、签到表或患者资料；图中能认出的每个人都须事先同意公开。',
    'Anyone can see these pictures. Do not use photos of meetings, sign-in sheets or patient data. Everybody who can be recognized must have agreed first.',
  ],
  mayBePublished: [
    '我确认该图片可以公开，图中人物均已同意',
    'The picture may be published, and everybody on it has agreed',
  ],
  editCaption: ['修改说明', 'Edit the caption'],
  editCaptionOf: ['修改说明：{{caption}}', 'Edit the caption: {{caption}}'],
  earlier: ['前移：{{caption}}', 'Move forward: {{caption}}'],
  later: ['后移：{{caption}}', 'Move back: {{caption}}'],
  arranged: ['公示图片已更新', 'The pictures are updated'],
  removeOne: ['删除图片：{{caption}}', 'Delete the picture: {{caption}}'],
  removeTitle: ['删除这张图片？', 'Delete this picture?'],
  removeText: [
    '删除后访客立即看不到“{{caption}}”，且无法恢复。',
    'Visitors stop seeing “{{caption}}” at once. This cannot be undone.',
  ],
  remove: ['删除', 'Delete'],
  removed: ['图片已删除', 'The picture is deleted'],
})
