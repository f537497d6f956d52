import { defineTexts } from '../../lib/texts.ts'

export const replyTexts = defineTexts('replies', {
  noReply: ['未答复', 'No answer yet'],
})
