import { defineTexts } from './texts.ts'

export const accountTexts = defineTexts('account', {
  doubtful: [
    '账号的校验位不符，请核对是否输错；存折等没有校验位的账号可忽略',
    'The check digit is wrong: please compare the number. Accounts without a card have no check digit.',
  ],
  useBank: ['填入开户银行“{{bank}}”', 'Use “{{bank}}” as the bank'],
  otherBank: ['该卡号属于{{bank}}，与开户银行不一致', 'This card is one of {{bank}}, not of the bank above'],
  branch: ['开户支行', 'Branch'],
  branchHint: ['开户银行中已写明支行的，可不填', 'Only if the name of the bank does not have it'],
  clearingCode: ['联行号 {{code}}：{{name}}', 'Clearing code {{code}}: {{name}}'],
  branchUnknown: [
    '未找到该支行的联行号，部分银行的付款文件需要。请填写支行全称',
    'No clearing code is known of this branch, which some bank files need. Enter its full name.',
  ],
  useBranch: ['填入“{{name}}”', 'Use “{{name}}”'],
  region: ['开户地区', 'Bank region'],
  regionHint: ['选择省份和城市', 'Province and city'],
  waits: [
    '账户待审核，审核通过后次日起用于付款',
    'The account waits for its review and is paid to from the day after',
  ],
  from: ['该账户自{{date}}起用于付款', 'Paid to from {{date}}'],
  number: ['{{bank}}卡号', 'Card of {{bank}}'],
})
