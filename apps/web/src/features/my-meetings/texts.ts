import { defineTexts } from '../../lib/texts.ts'

export const myMeetingTexts = defineTexts('myMeetings', {
  title: ['我的会议', 'My meetings'],
  meeting: ['会议', 'Meeting'],
  project: ['项目', 'Project'],
  when: ['时间', 'When'],
  where: ['地点', 'Where'],
  stage: ['阶段', 'Stage'],
  laborForm: ['劳务形式', 'Your part'],
  fee: ['劳务费（元）', 'Fee (CNY)'],
  net: ['实付金额（元）', 'Paid to you (CNY)'],
  agreement: ['劳务协议', 'Agreement'],
  upcoming: ['会议时间', 'Time of the meeting'],
  toCome: ['今天及以后', 'Today or later'],
  over: ['已结束', 'Over'],
  notScheduled: ['待定', 'To be announced'],
  summary: ['会议小结', 'Summary of your part'],
  photos: ['现场照片', 'Pictures from the meeting'],
  photo: ['现场照片 {{number}}', 'Picture {{number}}'],
  none: [
    '暂无会议。受邀后会在此显示，并收到消息。',
    'No meetings yet. Invitations appear here and among your messages.',
  ],
  details: ['会议信息', 'The meeting'],
})
