import { defineTexts } from '../texts.ts'

/** Texts about files that are uploaded or shown, which the first view of a page does without. */
export const fileTexts = defineTexts('files', {
  chooseFiles: ['选择文件', 'Choose files'],
  takePicture: ['拍照', 'Take a photo'],
  dropHint: ['或将文件拖放到此处', 'or drop files here'],
  upTo: ['每个文件不超过 {{limit}}', 'Up to {{limit}} each'],
  retryUpload: ['重新上传 {{name}}', 'Upload {{name}} again'],
  takeAway: ['移除', 'Remove'],
  saveFile: ['保存到设备', 'Download'],
  pictureFailed: ['无法显示此图片，请下载查看', 'This picture cannot be shown; download it to look at it'],
  pdfFailed: [
    '此浏览器无法预览该文件，请保存后查看。',
    'This browser cannot preview the document. Download it to read it.',
  ],
  morePages_one: ['显示其余 {{count}} 页', 'Show {{count}} more page'],
  morePages_other: ['显示其余 {{count}} 页', 'Show {{count}} more pages'],
  uploading: ['{{name}}：已上传 {{percent}}%', '{{name}}: {{percent}}% uploaded'],
  cancelUpload: ['取消上传 {{name}}', 'Cancel uploading {{name}}'],
  removeFile: ['移除 {{name}}', 'Remove {{name}}'],
  openFile: ['打开 {{name}}', 'Open {{name}}'],
  wrongKind: [
    '{{name}} 不是可以上传的文件类型，未上传',
    '{{name}} is a type of file that cannot be uploaded here',
  ],
  tooLarge: ['{{name}} 超过 {{limit}}', '{{name}} is larger than {{limit}}'],
})
