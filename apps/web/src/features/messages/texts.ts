import { defineTexts } from '../../lib/texts.ts'

export const messageTexts = defineTexts('messages', {
  title: ['消息', 'Messages'],
  subject: ['标题', 'Subject'],
  kind: ['类型', 'Kind'],
  time: ['时间', 'Time'],
  state: ['状态', 'State'],
  unread: ['未读', 'Unread'],
  read: ['已读', 'Read'],
  readAll: ['全部标为已读', 'Mark all as read'],
  allRead: ['所有消息已标为已读', 'All messages are marked as read'],
  markRead: ['标为已读', 'Mark as read'],
  open: ['查看相关内容', 'See what it is about'],
  openAgreement: ['阅读并签署协议', 'Read and sign the agreement'],
  agreementInvalidated: ['协议失效', 'Agreement to sign again'],
  expertAudit: ['资料审核', 'Profile review'],
  factorsReset: ['账号安全', 'Account security'],
  meetingInvitation: ['会议邀请', 'Invitation'],
  planAudit: ['方案审核', 'Plan review'],
})
