import { defineTexts } from '../../lib/texts.ts'

export const expertTexts = defineTexts('experts', {
  title: ['专家', 'Experts'],
  create: ['新建专家', 'New expert'],
  edit: ['编辑专家', 'Edit expert'],
  createHint: [
    '手机号没有账号时会自动创建；专家首次登录使用短信验证码',
    'If the phone has no account, one is created. The first login is by SMS code.',
  ],
  name: ['姓名', 'Name'],
  phone: ['手机号', 'Phone'],
  unit: ['工作单位', 'Hospital or institution'],
  department: ['科室', 'Department'],
  jobTitle: ['职称', 'Title'],
  identity: ['身份与收款', 'Identity and payment'],
  idType: ['证件类型', 'Identity document'],
  idCardNo: ['证件号码', 'Document number'],
  taxResidence: ['纳税身份', 'Tax residence'],
  taxResidenceHint: ['非居民个人按非居民税率表扣税', 'Non-residents are taxed by a table of their own'],
  bankName: ['开户银行', 'Bank'],
  bankAccount: ['银行账号', 'Bank account number'],
  bankRegion: ['开户地区', 'Bank region'],
  attachments: ['证件照片', 'Photos of the document'],
  noAttachments: ['尚未上传', 'Nothing uploaded yet'],
  reveal: ['查看完整号码', 'Show full numbers'],
  revealTitle: ['查看完整的证件号码与银行账号？', 'Show the full document and bank account numbers?'],
  revealHint: ['本次查看会记入操作日志。', 'This access is recorded in the operation log.'],
  maskedHint: ['留空则不修改', 'Leave empty to keep it unchanged'],
  disableHint: [
    '停用后，该专家立即退出且无法登录，也不能被邀请参会；已有会议和协议不受影响，可随时重新启用。',
    'The expert is logged out at once, cannot log in and cannot be invited. Meetings and agreements are not affected. You can enable the expert again at any time.',
  ],
})
