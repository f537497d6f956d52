import { defineTexts } from '../../lib/texts.ts'

export const profileTexts = defineTexts('profile', {
  title: ['我的资料', 'My profile'],
  edit: ['编辑资料', 'Edit my profile'],
  personal: ['个人信息', 'About you'],
  name: ['姓名', 'Name'],
  phone: ['手机号', 'Phone'],
  unit: ['工作单位', 'Workplace'],
  department: ['科室', 'Department'],
  jobTitle: ['职称', 'Title'],
  payment: ['收款信息', 'How you are paid'],
  paymentHint: [
    '仅用于支付劳务费，加密保存，页面上只显示部分数字。',
    'Used only to pay your fees. Kept encrypted and shown in part.',
  ],
  idCardNo: ['身份证号', 'Identity card number'],
  bankName: ['开户银行', 'Bank'],
  bankAccount: ['银行账号', 'Bank account'],
  bankRegion: ['开户地区', 'Region of the bank'],
  known: ['已登记：{{number}}。留空则不变。', 'On file: {{number}}. Leave empty to keep it.'],
  pictures: ['身份证照片', 'Identity card pictures'],
  picturesHint: ['请上传身份证正反面，照片清晰、四角完整', 'Front and back, sharp, with all four corners'],
  picture: ['身份证照片 {{number}}', 'Identity card picture {{number}}'],
  pictureSaved: ['照片已保存', 'The picture is saved'],
  pictureRemoved: ['照片已移除', 'The picture is removed'],
  remove: ['移除', 'Remove'],
  removePicture: ['移除这张照片？', 'Remove this picture?'],
  auditStatus: ['审核状态', 'Review'],
})

export const approvalTexts = defineTexts('approval', {
  pending: ['您的资料正在审核', 'Your details are being reviewed'],
  pendingHint: [
    '审核通过后，会议、协议和方案会立即出现在这里，无需重新登录。等待期间可先完善资料、报名项目。',
    'Once approved, your meetings, agreements and plans appear here at once, without logging in again. Meanwhile you can complete your profile or sign up to projects.',
  ],
  rejected: ['您的资料未通过审核', 'Your details could not be approved yet'],
  rejectedHint: [
    '请按下面的意见修改资料，修改后管理员会重新审核。',
    'Please correct your profile as noted below; it will then be looked at again.',
  ],
  opinion: ['审核意见：{{opinion}}', 'Note from the review: {{opinion}}'],
  toProfile: ['完善我的资料', 'Complete my profile'],
  toSignUps: ['看看可报名的项目', 'See open projects'],
})
