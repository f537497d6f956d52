import { defineTexts } from '../../lib/texts.ts'

export const reliefTexts = defineTexts('reliefs', {
  title: ['税收协定减免', 'Relief under tax treaties'],
  subtitle: [
    '非居民个人自行判断、申报享受，资料留存备查；由登记人以外的人复核后，用于此后登记的付款。',
    'Non-residents claim relief, and their documents are kept here. After another person approves it, it applies to payments recorded from then on.',
  ],
  empty: [
    '还没有登记协定减免。可在待付款列表中为非居民个人登记。',
    'No relief is recorded. Record it for a non-resident in the list of fees to be paid.',
  ],
  name: ['姓名', 'Name'],
  payer: ['付款单位', 'Payer'],
  country: ['居民国（地区）', 'Country of residence'],
  article: ['协定及条款', 'Treaty and article'],
  rate: ['减免', 'Relief'],
  exempt: ['免税', 'Exempt'],
  upTo: ['税率不超过 {{percent}}%', 'At most {{percent}}%'],
  rateField: ['税率上限', 'Highest rate'],
  rateHint: ['0 表示免税；否则填上限，如 0.1 表示 10%', '0 for exempt, otherwise the limit: 0.1 for 10%'],
  validFrom: ['付款日期自', 'Payments from'],
  validTo: ['付款日期至', 'Payments until'],
  period: ['适用付款日期', 'For payments'],
  status: ['状态', 'Status'],
  askedBy: ['登记人', 'Recorded by'],
  document: ['证明资料', 'Document'],
  documentHint: [
    '《非居民纳税人享受协定待遇信息报告表》和税收居民身份证明，PDF 或图片',
    "The non-resident's report and its proof of residence, as PDF or picture",
  ],
  open: ['查看', 'Open'],
  record: ['登记协定减免', 'Record treaty relief'],
  recordFor: ['登记协定减免 · {{name}}', 'Record treaty relief · {{name}}'],
  recorded: ['已登记，待他人复核', 'Recorded; somebody else has to approve it'],
  approve: ['通过', 'Approve'],
  refuse: ['不通过', 'Refuse'],
  end: ['终止', 'End'],
  endHint: [
    '终止后登记的付款不再减免，已登记的付款不变。',
    'Payments recorded after that get no relief. Earlier payments keep it.',
  ],
  decided: ['已处理', 'Done'],
})
