import type { Attendee } from '@consilium/contract/attendees.ts'

/** As much of an attendee as its fee is explained from. */
export type Fee = Pick<Attendee, 'attendeeId' | 'payableAmount' | 'netAmount'>

/** Kept free while the explanation is loaded, so that the page does not jump. */
export const EXPLANATION_HEIGHT = 200
