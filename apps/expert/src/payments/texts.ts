import { defineTexts } from '@consilium/web-kit/texts.ts'

export const ownPaymentTexts = defineTexts('ownPayments', {
  title: ['我的收入', 'My payments'],
  year: ['年度', 'Year'],
  pending: ['待到账', 'To be paid'],
  pendingHint: [
    '实付金额为估算，以付款当日的税收规定为准。',
    'Net amounts are estimates; tax is fixed on the day of payment.',
  ],
  nothingPending: ['没有待付款的劳务费', 'Nothing is waiting to be paid'],
  payers: ['按付款单位', 'By payer'],
  entries: ['付款记录', 'Payments'],
  nothingPaid: ['该年度没有付款记录', 'Nothing was paid in this year'],
  statement: ['保存收入明细（PDF）', 'Save a statement (PDF)'],
  meeting: ['会议', 'Meeting'],
  payer: ['付款单位', 'Payer'],
  state: ['状态', 'Status'],
  time: ['会议时间', 'Meeting time'],
  paidDate: ['付款日期', 'Paid on'],
  kind: ['类型', 'Type'],
  count: ['笔数', 'Payments'],
  payable: ['应付（元）', 'Payable (CNY)'],
  taxes: ['税费（元）', 'Taxes (CNY)'],
  incomeTax: ['个人所得税（元）', 'Income tax (CNY)'],
  net: ['实付（元）', 'Net (CNY)'],
})
