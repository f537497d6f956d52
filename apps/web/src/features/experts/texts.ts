import { defineTexts } from '../../lib/texts.ts'

export const expertTexts = defineTexts('experts', {
  title: ['专家', 'Experts'],
  create: ['新建专家', 'New expert'],
  edit: ['编辑专家', 'Edit the expert'],
  createHint: [
    '手机号没有账号时，会自动创建；专家首次用短信登录',
    'An account is made where the phone has none; the first login is by SMS code',
  ],
  name: ['姓名', 'Name'],
  phone: ['手机号', 'Phone'],
  unit: ['工作单位', 'Hospital or institution'],
  department: ['科室', 'Department'],
  jobTitle: ['职称', 'Title'],
  identity: ['身份与收款', 'Identity and payment'],
  idCardNo: ['身份证号', 'Identity-card number'],
  bankName: ['开户银行', 'Bank'],
  bankAccount: ['银行账号', 'Bank account'],
  bankRegion: ['开户地区', 'Region of the bank'],
  attachments: ['身份证照片', 'Identity-card pictures'],
  noAttachments: ['尚未上传', 'None uploaded yet'],
  reveal: ['查看完整号码', 'Show the full numbers'],
  revealTitle: ['查看完整的身份证号与银行账号？', 'Show the full identity and bank numbers?'],
  revealHint: ['本次查看会记入操作日志。', 'This reading is written to the operation log.'],
  maskedHint: ['留空则不修改', 'Left empty, it stays as it is'],
  meetings: ['参会记录', 'Meetings'],
  disableHint: [
    '停用后，该专家立即退出且无法登录，也不能被邀请参会；已有会议和协议不受影响，可随时恢复。',
    'The expert is logged out at once and cannot be invited. Meetings and agreements stay as they are; it can be taken back at any time.',
  ],
})
