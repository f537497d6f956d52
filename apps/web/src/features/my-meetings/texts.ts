import { defineTexts } from '../../lib/texts.ts'

export const myMeetingTexts = defineTexts('myMeetings', {
  title: ['我的会议', 'My meetings'],
  meeting: ['会议', 'Meeting'],
  project: ['项目', 'Project'],
  when: ['时间', 'Time'],
  where: ['地点', 'Location'],
  stage: ['阶段', 'Stage'],
  laborForm: ['劳务形式', 'Service type'],
  fee: ['劳务费（元）', 'Fee (CNY)'],
  agreement: ['劳务协议', 'Labor agreement'],
  upcoming: ['会议时间', 'Meeting time'],
  toCome: ['今天及以后', 'Today or later'],
  over: ['已结束', 'Past'],
  notScheduled: ['待定', 'To be announced'],
  summary: ['会议小结', 'Meeting summary'],
  photos: ['现场照片', 'On-site photos'],
  photo: ['现场照片 {{number}}', 'On-site photo {{number}}'],
  none: [
    '暂无会议。受邀后会在此显示，并收到消息。',
    'No meetings yet. Invitations appear here and in your messages.',
  ],
  details: ['会议信息', 'Meeting details'],
})
