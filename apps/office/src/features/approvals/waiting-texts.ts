import { defineTexts } from '../../lib/texts.ts'

export const waitingTexts = defineTexts('approvalWaiting', {
  step: ['第{{number}}步，共{{count}}步', 'Step {{number}} of {{count}}'],
  forOne: ['待{{who}}审批', 'waits for {{who}}'],
  forAny: ['待{{who}}中任意一人审批', 'waits for any one of {{who}}'],
  forAll: ['待{{who}}全部审批', 'waits for all of {{who}}'],
  andMore: ['{{names}}等{{count}}人', '{{names}} and {{others}} more'],
  sentBack: ['已退回，待{{who}}补充说明', 'sent back to {{who}} to answer'],
  askedBy: ['{{name}}于 {{time}} 申请', 'asked for by {{name}} on {{time}}'],
  due: ['期限{{time}}', 'due {{time}}'],
  overdue: ['已逾期', 'overdue'],
  decide: ['审批', 'Decide'],
})
