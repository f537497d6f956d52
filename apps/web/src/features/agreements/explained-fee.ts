import type { Attendee } from '@consilium/contract/attendees.ts'

/** As much of an attendee as its fee is explained from. */
export type Fee = Pick<Attendee, 'attendeeId' | 'payableAmount' | 'netAmount'>

const NO_FEE = /^0+(\.0+)?$/

/** An invitation may come before its fee is agreed. */
export const isFeeOpen = ({ payableAmount }: Pick<Attendee, 'payableAmount'>): boolean =>
  NO_FEE.test(payableAmount)

/** Kept free while the explanation is loaded, so that the page does not jump. */
export const EXPLANATION_HEIGHT = 200
