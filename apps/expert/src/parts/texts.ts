import { defineTexts } from '@consilium/web-kit/texts.ts'

/** How an agreement stands, and the next step in it. */
export const agreementTexts = defineTexts('agreements', {
  title: ['我的协议', 'My agreements'],
  signed: ['已签署', 'Signed'],
  unsealed: ['已签署，待盖章', 'Signed, to be sealed'],
  unsigned: ['待签署', 'To sign'],
  signAgain: ['需重新签署', 'Sign again'],
  noFee: ['费用待定', 'Fee not decided'],
  notApproved: ['会议待批准', 'Meeting not approved'],
  refused: ['您已答复不参加', 'You have declined'],
  closed: ['会议已关闭', 'Meeting closed'],
  sign: ['签署协议', 'Sign agreement'],
  signAnew: ['重新签署', 'Sign again'],
  amended: ['变更待确认', 'Change to confirm'],
  toAmendment: ['查看费用变更', 'View the change'],
  goOn: ['继续签署', 'Continue signing'],
})

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

export const feeTexts = defineTexts('fees', {
  fee: ['劳务费', 'Your fee'],
  feeSentence: ['税后实付', 'Net after tax'],
  feeOpen: [
    '费用待定。会务方确定后您会收到消息，在此之前无需填写任何信息。',
    'The fee is not decided yet. You will get a message once the organizers have set it. Until then you need not fill in anything.',
  ],
  showLines: ['查看计算过程', 'Show calculation'],
  feeLines: ['费用计算', 'Fee calculation'],
  sources: ['计算依据', 'Legal basis'],
})
