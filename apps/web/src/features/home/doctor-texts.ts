import { defineTexts } from '../../lib/texts.ts'

export const doctorHomeTexts = defineTexts('doctorHome', {
  toSign: ['待签协议', 'Agreements to sign'],
  nothingToSign: ['没有待签署的协议', 'Nothing to sign'],
  net: ['税后实付 ¥ {{net}}', '¥ {{net}} paid to you after tax'],
  meetings: ['近期会议', 'Meetings to come'],
  noMeetings: ['近期没有会议，受邀后会在此显示', 'No meetings to come. Invitations appear here'],
  notScheduled: ['时间待定', 'Time to be announced'],
  unread: ['未读消息', 'Unread messages'],
  noUnread: ['没有未读消息', 'You have read everything'],
  all_one: ['全部 {{count}} 项', 'See {{count}}'],
  all_other: ['全部 {{count}} 项', 'See all {{count}}'],
})
