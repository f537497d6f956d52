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
