import { defineTexts } from '../../lib/texts.ts'

export const profileTexts = defineTexts('profile', {
  title: ['我的资料', 'My profile'],
  edit: ['编辑资料', 'Edit profile'],
  personal: ['个人信息', 'Personal details'],
  name: ['姓名', 'Name'],
  phone: ['手机号', 'Phone'],
  unit: ['工作单位', 'Workplace'],
  department: ['科室', 'Department'],
  jobTitle: ['职称', 'Title'],
  payment: ['收款信息', 'Payment details'],
  paymentHint: [
    '仅用于支付劳务费，加密保存，页面上只显示部分数字。',
    'Used only to pay your fees. It is stored encrypted, and only part of it is shown.',
  ],
  idType: ['证件类型', 'Identity document'],
  idCardNo: ['证件号码', 'Document number'],
  taxResidence: ['纳税身份', 'Tax residence'],
  taxResidenceHint: [
    '在中国境内无住所且一年内居住不满183天的，为非居民个人',
    'Non-resident: without a home in China and there for less than 183 days of the year',
  ],
  bankName: ['开户银行', 'Bank'],
  bankAccount: ['银行账号', 'Bank account number'],
  bankRegion: ['开户地区', 'Bank region'],
  known: ['已登记：{{number}}。留空则不变。', 'On file: {{number}}. Leave empty to keep it.'],
  pictures: ['身份证照片', 'ID card photos'],
  picturesHint: [
    '请上传身份证正反面，照片清晰、四角完整',
    'Upload the front and the back: sharp, with all four corners visible',
  ],
  picture: ['身份证照片 {{number}}', 'ID card photo {{number}}'],
  pictureSaved: ['照片已保存', 'The photo is saved'],
  pictureRemoved: ['照片已移除', 'The photo is removed'],
  remove: ['移除', 'Remove'],
  removePicture: ['移除这张照片？', 'Remove this photo?'],
  auditStatus: ['审核状态', 'Review status'],
})
