import { defineTexts } from '../../../lib/texts.ts'

export const fillTexts = defineTexts('fill', {
  fillHint: [
    '这些信息将写入协议，并用于支付劳务费。',
    'These details are written into the agreement and used to pay your fee.',
  ],
  next: ['下一步：阅读协议', 'Next: read the agreement'],
  name: ['姓名', 'Name'],
  unit: ['工作单位', 'Workplace'],
  jobTitle: ['职称', 'Title'],
  idCardNo: ['证件号码', 'Document number'],
  idCardHint: ['18 位，末位可为 X', '18 characters; the last may be X'],
  bankName: ['开户银行', 'Bank'],
  bankAccount: ['银行账号', 'Bank account number'],
  bankAccountHint: ['8 至 30 位数字，可含空格', '8 to 30 digits; spaces are allowed'],
  bankRegion: ['开户地区', 'Bank region'],
  known: ['已登记：{{number}}。留空则使用该号码。', 'On file: {{number}}. Leave empty to use it.'],
})
