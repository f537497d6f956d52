import { defineTexts } from '../../lib/texts.ts'

export const staffHomeTexts = defineTexts('staffHome', {
  overview: ['概览', 'At a glance'],
  firstSteps: ['从这里开始', 'Where to begin'],
  firstStepsHint: ['按以下顺序准备，即可举办第一场会议', 'In this order, up to the first meeting'],
  stepDone: ['已完成', 'Done'],
  addOrganizations: ['登记申办方与执行单位', 'Add sponsors and executors'],
  addExperts: ['添加专家，或由专家自行注册后审核', 'Add experts, or audit those who register'],
  addProject: ['新建项目，指派申办方与执行单位', 'Create a project and assign sponsors and executors'],
  addMeeting: ['在项目下新建会议并邀请专家', 'Create a meeting of it and invite experts'],
  waiting: ['待处理', 'Waiting for you'],
  experts: ['专家待审核', 'Experts to audit'],
  plans: ['项目方案待审核', 'Plans to audit'],
  supportIntents: ['支持意向待处理', 'Support intents to answer'],
  executionIntents: ['专家报名待处理', 'Sign-ups to answer'],
  publicitySupport: ['公示支持意向待处理', 'Public support intents'],
  publicityExecution: ['公示执行意向待处理', 'Public execution intents'],
  stages: ['会议各阶段', 'Meetings by stage'],
  supervisions: ['未来两周的督导', 'Supervisions of the next two weeks'],
  noSupervisions: ['未来两周没有督导安排', 'Nothing is to be supervised in the next two weeks'],
})
