/** Errors of pictures for public pages. */
export const pictureErrors = {
  PICTURES_FULL: {
    status: 409,
    zh: '每个项目最多{max}张公示图片，请先删除一张',
    en: 'A project has at most {max} pictures; delete one first',
  },
  PICTURE_UNREADABLE: {
    status: 400,
    zh: '无法读取该图片，它可能已损坏或像素过多（最多{pixels}00万像素）',
    en: 'The picture cannot be read: it is damaged, or larger than {pixels} megapixels',
  },
  PICTURE_TOO_LARGE: {
    status: 400,
    zh: '图片的像素过多（最多{pixels}00万像素），请缩小后再上传',
    en: 'The picture has too many pixels (at most {pixels} million); upload a smaller one',
  },
  PICTURE_PROFILE_TOO_LARGE: {
    status: 400,
    zh: '图片内嵌的颜色配置文件过大（最多{size}兆字节），请另存为普通图片后再上传',
    en: 'The colour profile in the picture is too large (at most {size} MB); save it as a plain picture and upload that',
  },
  PICTURE_TOO_SMALL: {
    status: 400,
    zh: '图片太小或过于狭长，每边至少{min}像素，长边不超过短边的{times}倍',
    en: 'The picture is too small or too narrow: each side needs {min} pixels, and one at most {times} times the other',
  },
} as const
