import { defineTexts } from '../../lib/texts.ts'

export const unreadTexts = defineTexts('unread', {
  unread: ['未读消息', 'Unread messages'],
  noUnread: ['没有未读消息', 'No unread messages'],
  allMessages: ['查看全部 {{count}} 条', 'View all ({{count}})'],
})
