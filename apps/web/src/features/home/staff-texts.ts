import { defineTexts } from '../../lib/texts.ts'

export const staffHomeTexts = defineTexts('staffHome', {
  overview: ['概览', 'At a glance'],
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
