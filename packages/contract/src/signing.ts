/** What the signing page needs before any shape: it fetches those with the form that checks what is typed. */
export const AGREEMENT_STEPS = ['fill', 'contract', 'success'] as const
export type AgreementStep = (typeof AGREEMENT_STEPS)[number]

/** The longer side of the box round all ink, in pixels: a name written as one stroke may be flat. */
export const HANDSIGN_MIN_EXTENT = 40
