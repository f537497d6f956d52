import type { Attendee } from '@consilium/contract/attendees/attendees.ts'

/** What the fee of an attendee is explained from. */
export type Fee = Pick<Attendee, 'attendeeId' | 'payableAmount' | 'netAmount'>

const NO_FEE = /^0+(\.0+)?$/

/** An expert may be invited before the fee is decided. */
export const isFeeOpen = ({ payableAmount }: Pick<Attendee, 'payableAmount'>): boolean =>
  NO_FEE.test(payableAmount)

/** Another fee waits for the expert. */
export const isAmended = ({ amendment }: Pick<Attendee, 'amendment'>): boolean =>
  amendment?.status === 'proposed'

export type Signed = Pick<Attendee, 'signatureStatus' | 'sealStatus' | 'supersededCount' | 'amendment'>

export const mustSignAgain = ({
  signatureStatus,
  supersededCount,
}: Pick<Signed, 'signatureStatus' | 'supersededCount'>): boolean =>
  signatureStatus === 'unsigned' && supersededCount > 0

/** How an agreement stands, with the payer's seal if that is waited for. */
export function agreementState(attendee: Signed) {
  if (isAmended(attendee)) return 'amended'
  if (attendee.signatureStatus === 'signed') return attendee.sealStatus === 'awaiting' ? 'unsealed' : 'signed'
  return mustSignAgain(attendee) ? 'signAgain' : 'unsigned'
}
