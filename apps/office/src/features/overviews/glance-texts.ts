import { defineTexts } from '../../lib/texts.ts'

export const glanceTexts = defineTexts('glance', {
  noTime: ['时间待定', 'Time to be set'],
  noPlace: ['地点待定', 'Place to be set'],
  signedOf: ['已签 {{signed}} / {{count}}', '{{signed}} of {{count}} signed'],
  feesAndBudget: ['劳务费 / 会议劳务预算', 'Fees / fee budget'],
  left: ['剩余 ¥\u00a0{{amount}}', '¥\u00a0{{amount}} left'],
  over: ['超出 ¥\u00a0{{amount}}', '¥\u00a0{{amount}} over'],
  budget: ['会议劳务预算', 'Fee budget'],
  committed: ['已约定劳务费', 'Agreed fees'],
  signed: ['已签署', 'Signed'],
})
