import { defineTexts } from './texts.ts'

/** How an agreement stands. */
export const agreementTexts = defineTexts('agreements', {
  title: ['我的协议', 'My agreements'],
  signed: ['已签署', 'Signed'],
  unsealed: ['已签署，待盖章', 'Signed, to be sealed'],
  unsigned: ['待签署', 'To sign'],
  signAgain: ['需重新签署', 'Sign again'],
  amended: ['变更待确认', 'Change to confirm'],
})
