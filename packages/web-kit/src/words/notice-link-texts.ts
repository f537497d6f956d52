import { defineTexts } from '../texts.ts'

export const noticeLinkTexts = defineTexts('notice-link', {
  gone: ['链接无法打开', 'This link does not work'],
  goneHint: [
    '链接可能不完整、已过期，或是发给其他账号的。发给您的内容都可以在“消息”中查看。',
    'It may be incomplete, expired or meant for another account. What was sent to you is among your messages.',
  ],
})
