import { defineTexts } from '../../lib/texts.ts'

export const staffHomeTexts = defineTexts('staffHome', {
  overview: ['概览', 'Overview'],
  firstSteps: ['从这里开始', 'Getting started'],
  firstStepsHint: ['按以下顺序准备，即可举办第一场会议', 'Follow these steps to hold your first meeting'],
  stepDone: ['已完成', 'Done'],
  addOrganizations: ['登记申办方与执行单位', 'Add sponsors and executors'],
  addExperts: ['添加专家，或由专家自行注册后审核', 'Add experts, or review those who register'],
  addProject: ['新建项目，指派申办方与执行单位', 'Create a project and assign sponsors and executors'],
  addMeeting: ['在项目下新建会议并邀请专家', 'Create a meeting in the project and invite experts'],
  waiting: ['待处理', 'To do'],
  experts: ['专家待审核', 'Experts to review'],
  plans: ['项目方案待审核', 'Plans to review'],
  supportIntents: ['支持意向待处理', 'Support intents'],
  executionIntents: ['专家报名待处理', 'Sign-ups'],
  publicitySupport: ['公示支持意向待处理', 'Support enquiries'],
  publicityExecution: ['公示执行意向待处理', 'Execution enquiries'],
  stages: ['会议阶段分布', 'Meetings by stage'],
  supervisions: ['未来两周督导安排', 'Supervisions in the next two weeks'],
  noSupervisions: ['未来两周没有督导安排', 'No supervision is scheduled in the next two weeks'],
})
