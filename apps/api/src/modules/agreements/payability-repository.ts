import { sql } from 'kysely'
import { isAmended } from '../../domain/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import { hasDataConsent } from './repository.ts'
import { attendeeFacts } from './facts-repository.ts'

export interface PaymentRow {
  attendeeId: number
  isSigned: boolean
  isAmended: boolean
  hasConsent: boolean
  isUnsealed: boolean
}

/** What decides whether agreements may be paid, in the order of their ids. */
export const paymentRows = (db: Db, attendeeIds: readonly number[]): Promise<PaymentRow[]> =>
  db
    .selectFrom('labor_agreement as a')
    .innerJoin(attendeeFacts('t'), 't.attendee_id', 'a.attendee_id')
    .leftJoin('signed_document as s', 's.verify_code', 'a.verify_code')
    .select([
      'a.attendee_id as attendeeId',
      sql<boolean>`a.signature_status = 'signed'`.as('isSigned'),
      isAmended('a').as('isAmended'),
      hasDataConsent.as('hasConsent'),
      sql<boolean>`coalesce(s.seal_status = 'awaiting', false)`.as('isUnsealed'),
    ])
    .where('a.attendee_id', 'in', [...attendeeIds])
    .orderBy('a.attendee_id')
    .execute()
