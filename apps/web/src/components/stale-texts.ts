import { defineTexts } from '../lib/texts.ts'

export const staleTexts = defineTexts('stale', {
  stale: ['该记录已被他人修改', 'Somebody else has changed this record'],
  staleHint: [
    '加载最新内容后，您填写的内容会保留，可再次保存。',
    'Load the latest version. What you entered is kept, and you can save again.',
  ],
  loadNewest: ['加载最新内容并保留我的修改', 'Load the latest version and keep my changes'],
  loadedNewest: [
    '已加载最新内容，请核对后再次保存',
    'The latest version is loaded. Check it and save again.',
  ],
})
