import { defineTexts } from '../../lib/texts.ts'

export const papersTexts = defineTexts('payment-papers', {
  title: ['税前扣除凭证', 'Tax documents'],
  hint: [
    '已到账的劳务费：当日付给同一人的金额未达到增值税起征点的，由平台出具收款凭证；达到的，需要税务机关代开的发票。',
    'Payments that arrived. Below the VAT threshold of a person’s day the service makes a receipt; from it on an invoice of the tax office is needed.',
  ],
  name: ['收款人', 'Payee'],
  meeting: ['会议', 'Meeting'],
  payer: ['付款单位', 'Payer'],
  paidDate: ['付款日期', 'Paid on'],
  payable: ['应付金额', 'Payable'],
  net: ['实付金额', 'Net'],
  paper: ['扣除凭证', 'Paper'],
  invoiceNumber: ['发票号码', 'Invoice number'],
  isLacking: ['缺凭证', 'Paper missing'],
  none: ['本月没有已到账的付款。', 'Nothing arrived in this month.'],
  all_one: ['共 {{count}} 笔，应付 {{amount}} 元', '{{count}} payment, ¥\u00a0{{amount}} payable'],
  all_other: ['共 {{count}} 笔，应付 {{amount}} 元', '{{count}} payments, ¥\u00a0{{amount}} payable'],
  some: ['{{state}} {{count}} 笔，{{amount}} 元', '{{state}}: {{count}} · ¥\u00a0{{amount}}'],
  make: ['生成收款凭证', 'Make the receipts'],
  making_one: [
    '{{count}} 份收款凭证正在生成，稍后刷新查看',
    '{{count}} receipt is being made; read the list again in a moment',
  ],
  making_other: [
    '{{count}} 份收款凭证正在生成，稍后刷新查看',
    '{{count}} receipts are being made; read the list again in a moment',
  ],
  receipt: ['下载收款凭证', 'Download the receipt'],
  invoice: ['下载发票', 'Download the invoice'],
  upload: ['上传代开发票', 'Upload the invoice'],
  uploadTitle: ['上传 {{name}} 的代开发票', 'Upload the invoice of {{name}}'],
  uploadHint: [
    '税务机关为 {{name}} 代开的发票（PDF、OFD、XML 或图片，最大 20 MB）。识别后核对：销售方为 {{name}}，购买方为 {{payer}}，价税合计 {{amount}} 元。',
    'The invoice that the tax office issued for {{name}}: PDF, OFD, XML or a picture of at most 20 MB. It is recognized and compared: seller {{name}}, buyer {{payer}}, total ¥\u00a0{{amount}}.',
  ],
  choose: ['选择发票', 'Choose the invoice'],
  attached: ['发票已关联', 'The invoice is attached'],
  release: ['移除发票', 'Take the invoice away'],
  releaseTitle: ['移除发票 {{number}}？', 'Take invoice {{number}} away?'],
  releaseHint: [
    '该笔付款将重新缺少凭证，发票可用于另一笔付款。',
    'The payment lacks its paper again, and the invoice may serve another payment.',
  ],
  released: ['发票已移除', 'The invoice is taken away'],
  toPapers: ['扣除凭证', 'Tax documents'],
})
