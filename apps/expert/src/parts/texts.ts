import { defineTexts } from '@consilium/web-kit/texts.ts'

/** The next step in an agreement, or what it waits for. */
export const nextStepTexts = defineTexts('nextSteps', {
  noFee: ['费用待定', 'Fee not decided'],
  notApproved: ['会议待批准', 'Meeting not approved'],
  refused: ['您已答复不参加', 'You have declined'],
  closed: ['会议已关闭', 'Meeting closed'],
  sign: ['签署协议', 'Sign agreement'],
  signAnew: ['重新签署', 'Sign again'],
  toAmendment: ['查看费用变更', 'View the change'],
  goOn: ['继续签署', 'Continue signing'],
})
