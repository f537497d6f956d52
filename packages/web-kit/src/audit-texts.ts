import { defineTexts } from './texts.ts'

export const auditTexts = defineTexts('audit', {
  pending: ['您的资料正在审核', 'Your profile is being reviewed'],
  pendingHint: [
    '审核通过后，会议、协议和方案会立即出现在这里，无需重新登录。等待期间可先完善资料、报名项目。',
    'Once it is approved, your meetings, agreements and plans appear here at once; you need not log in again. Meanwhile you can complete your profile or sign up for projects.',
  ],
  againHint: [
    '您的姓名、证件号码、职称或收款账户与上次审核通过的不同，须重新审核。通过后即可继续签署协议，新账户自次日起用于付款。',
    'Your name, number, title or account differs from what was approved before, so it is reviewed again. You can go on signing once it is approved; a new account is paid to from the day after.',
  ],
  rejected: ['您的资料未通过审核', 'Your profile was not approved'],
  rejectedHint: [
    '请按下面的意见修改资料，修改后管理员会重新审核。',
    'Please correct your profile according to the comment below. It will then be reviewed again.',
  ],
  opinion: ['审核意见：{{opinion}}', 'Review comment: {{opinion}}'],
  toProfile: ['完善我的资料', 'Complete my profile'],
  toSignUps: ['查看可报名的项目', 'View open projects'],
})
