import { defineTexts } from '../../lib/texts.ts'

export const receiptTexts = defineTexts('receipts', {
  receipts: ['电子回单', 'Receipts'],
  receipt: ['电子回单', 'Receipt'],
  import: ['导入电子回单', 'Import receipts'],
  importHint: [
    '支持 PDF，或含 PDF 的 ZIP，一次最多 500 份。先按文件名中的业务参考号对应付款，没有时读取回单文字，再按账号尾号与金额对应。',
    'PDFs, or ZIPs of PDFs, at most 500 at once. A receipt is matched by the reference in its file name, or else in its text, or else by the end of the account and the amount.',
  ],
  choose: ['选择文件', 'Choose files'],
  sums: ['已有 {{attached}} 笔，缺 {{missing}} 笔', 'Attached: {{attached}}, missing: {{missing}}'],
  imported: [
    '共 {{count}} 个文件：新关联 {{attached}} 份，此前已关联 {{known}} 份，未关联 {{problems}} 个。',
    'Files: {{count}}. Attached: {{attached}}, attached before: {{known}}, not attached: {{problems}}.',
  ],
  readingHint: [
    '还有 {{count}} 份回单正在识别文字，可先关闭窗口，进度见批次页面。',
    'Receipts that are still being read: {{count}}. You can close this window; the page of the batch shows how far it is.',
  ],
  byHandHint: [
    '没有对应上的回单已保留在批次页面的“待指定的回单”中，由您指定对应的付款。',
    'Receipts that fit no line are kept on the page of the batch, where you say which line each is of.',
  ],
  waitingTitle: ['待指定的回单', 'Receipts without a line'],
  reading: ['正在识别 {{count}} 份回单的文字……', 'Receipts being read: {{count}}'],
  waitingHint: [
    '{{count}} 份回单未能对应到唯一的付款，请逐份指定。',
    'Receipts that fit no line or several: {{count}}. Say which line each is of.',
  ],
  waitingShown: [
    '先显示 {{count}} 份，处理后显示其余。',
    'The first {{count}} are shown; the others follow.',
  ],
  line: ['对应的付款', 'Line'],
  assign: ['指定', 'Assign'],
  replaceBy: ['替换原回单', 'Replace'],
  discard: ['删除', 'Delete'],
  discarded: ['回单已删除', 'The receipt is deleted'],
  shownOf: ['仅显示前 {{max}} 个', 'Only the first {{max}} are shown'],
  file: ['文件', 'File'],
  view: ['查看', 'View'],
  upload: ['上传', 'Upload'],
  replace: ['换一份', 'Replace'],
  uploadPdf: ['上传 PDF', 'Upload a PDF'],
  download: ['下载', 'Download'],
  ofLine: ['{{name}} 的电子回单', 'Receipts of {{name}}'],
  none: ['还没有电子回单。', 'There is no receipt yet.'],
  lineHint: [
    'PDF，最大 5 MB。换一份时，原来的回单仍保留在此。',
    'A PDF of at most 5 MB. A replaced receipt stays here.',
  ],
  current: ['当前', 'Current'],
  former: ['已被替换', 'Replaced'],
  by: ['{{name}}，{{time}}', '{{name}}, {{time}}'],
  attached: ['电子回单已上传', 'The receipt is attached'],
  has: ['有电子回单', 'With a receipt'],
  lacks: ['缺电子回单', 'Without a receipt'],
})
