import { defineTexts } from '../../lib/texts.ts'

/** How an agreement stands, and the next step in it. */
export const agreementTexts = defineTexts('agreements', {
  title: ['我的协议', 'My agreements'],
  signed: ['已签署', 'Signed'],
  unsealed: ['已签署，待盖章', 'Signed, to be sealed'],
  unsigned: ['待签署', 'To sign'],
  signAgain: ['需重新签署', 'Sign again'],
  refused: ['您已答复不参加', 'You have declined'],
  closed: ['会议已关闭', 'Meeting closed'],
  sign: ['签署协议', 'Sign agreement'],
  amended: ['变更待确认', 'Change to confirm'],
})
