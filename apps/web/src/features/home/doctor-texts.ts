import { defineTexts } from '../../lib/texts.ts'

export const doctorHomeTexts = defineTexts('doctorHome', {
  toSign: ['待签协议', 'Agreements to sign'],
  nothingToSign: ['没有待签署的协议', 'No agreements to sign'],
  net: ['税后实付 ¥ {{net}}', '¥ {{net}} net after tax'],
  due: ['请在 {{time}} 前签署', 'Please sign before {{time}}'],
  allPayments: ['查看明细', 'Details'],
  earnings: ['劳务费', 'Fees'],
  earningsHint: ['{{year}} 年的会议，税后', 'Meetings of {{year}}, after tax'],
  agreed: ['已约定', 'Agreed'],
  signed: ['已签署', 'Signed'],
  paid: ['已支付', 'Paid'],
  toReceive: ['冲销后待补付给您', 'Still to be paid to you after a reversal'],
  toGiveBack: ['冲销后待您退回', 'To be given back after a reversal'],
  meetings: ['近期会议', 'Upcoming meetings'],
  noMeetings: ['近期没有会议，受邀后会在此显示', 'No upcoming meetings. Invitations appear here.'],
  notScheduled: ['时间待定', 'Time to be announced'],
  unread: ['未读消息', 'Unread messages'],
  noUnread: ['没有未读消息', 'No unread messages'],
  allAgreements: ['查看全部 {{count}} 份', 'View all ({{count}})'],
  allMeetings: ['查看全部 {{count}} 场', 'View all ({{count}})'],
  allMessages: ['查看全部 {{count}} 条', 'View all ({{count}})'],
})
