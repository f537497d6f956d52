import { defineTexts } from '../../lib/texts.ts'

export const staffHomeTexts = defineTexts('staffHome', {
  overview: ['概览', 'Overview'],
  news: ['更新', 'News'],
  newsLine: [
    '系统有新功能：多步审批、付款批次、扫码签到等',
    'There is something new: approvals in steps, payment batches, sign-in by code and more',
  ],
  newsShow: ['查看', 'Show'],
  newsDismiss: ['知道了', 'Dismiss'],
  firstSteps: ['从这里开始', 'Getting started'],
  firstStepsHint: ['按以下顺序准备，即可举办第一场会议', 'Follow these steps to hold your first meeting'],
  stepDone: ['已完成', 'Done'],
  addOrganizations: ['登记申办方与执行单位', 'Add sponsors and executors'],
  addExperts: ['添加专家，或由专家自行注册后审核', 'Add experts, or review those who register'],
  addProject: ['新建项目，指派申办方与执行单位', 'Create a project and assign sponsors and executors'],
  addMeeting: ['在项目下新建会议并邀请专家', 'Create a meeting in the project and invite experts'],
  nextMeetings: ['接下来的会议', 'Next meetings'],
  noNextMeetings: [
    '近期没有已定时间的会议；会议定好时间后会在此列出',
    'No meeting is scheduled from today on. Meetings appear here once their time is set.',
  ],
  money: ['资金', 'Money'],
  runningMeetings_one: [
    '已批准且未关闭的会议，共 {{count}} 场',
    '{{count}} meeting that is approved and not closed',
  ],
  runningMeetings_other: [
    '已批准且未关闭的会议，共 {{count}} 场',
    '{{count}} meetings that are approved and not closed',
  ],
  latestMeetings_one: [
    '最近 {{count}} 场已批准且未关闭的会议',
    'The latest meeting that is approved and not closed',
  ],
  latestMeetings_other: [
    '最近 {{count}} 场已批准且未关闭的会议',
    'The latest {{count}} meetings that are approved and not closed',
  ],
  stages: ['会议阶段分布', 'Meetings by stage'],
  supervisions: ['未来两周督导安排', 'Supervisions in the next two weeks'],
  noSupervisions: ['未来两周没有督导安排', 'No supervision is scheduled in the next two weeks'],
})
