import type { Attendee } from '@consilium/contract/attendees/attendees.ts'

/** The fields of an attendee from which its fee is explained. */
export type Fee = Pick<Attendee, 'attendeeId' | 'payableAmount' | 'netAmount'>

const NO_FEE = /^0+(\.0+)?$/

/** An expert may be invited before the fee is decided. */
export const isFeeOpen = ({ payableAmount }: Pick<Attendee, 'payableAmount'>): boolean =>
  NO_FEE.test(payableAmount)

/** Reserved while the explanation loads, so that the page does not jump. */
export const EXPLANATION_HEIGHT = 200
