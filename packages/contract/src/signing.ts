/** What the signing page needs before any shape: it fetches those with the form that checks what is typed. */
export const AGREEMENT_STEPS = ['fill', 'contract', 'success'] as const
export type AgreementStep = (typeof AGREEMENT_STEPS)[number]

/** What keeps an agreement from being filled in, drawn up and signed, in the order in which it is refused. */
export const AGREEMENT_OBSTACLES = [
  'expertNotApproved',
  'meetingClosed',
  'feeMissing',
  'payerMissing',
  'meetingNotApproved',
] as const
export type AgreementObstacle = (typeof AGREEMENT_OBSTACLES)[number]

/** The longer side of the box round all ink, in pixels: a name written as one stroke may be flat. */
export const HANDSIGN_MIN_EXTENT = 40
