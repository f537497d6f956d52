import { defineTexts } from '../../../lib/texts.ts'

export const readingTexts = defineTexts('reading', {
  progress: ['阅读进度', 'Reading progress'],
  readShare: ['已读 {{share}}%', '{{share}}% read'],
  readWhole: ['已读至末尾', 'Read to the end'],
  toSign: ['去签名', 'Go to sign'],
})
