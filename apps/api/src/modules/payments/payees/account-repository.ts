import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { payeeFacts } from '../../experts/service.ts'
import { agreementFacts, attendeeFacts } from '../../agreements/service.ts'

const oneOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::bigint[])`

/** The account in the agreement and that in the profile, of each of these attendees. */
export const bothAccounts = (db: Db, attendeeIds: readonly number[]) =>
  db
    .selectFrom(agreementFacts('a'))
    .innerJoin(attendeeFacts('t'), 't.attendee_id', 'a.attendee_id')
    .innerJoin(payeeFacts('x'), 'x.expert_id', 't.expert_id')
    .select([
      'a.attendee_id as attendeeId',
      'a.id_card_cipher as idCardCipher',
      'a.bank_account_cipher as bankAccountCipher',
      'a.bank_name as bankName',
      'a.bank_region as bankRegion',
      'x.expert_id as expertId',
      'x.bank_account_cipher as profileCipher',
      'x.bank_name as profileBank',
      'x.bank_branch as profileBranch',
      'x.bank_region as profileRegion',
      'x.account_waits as accountWaits',
      'x.account_from as accountFrom',
    ])
    .where('a.attendee_id', '=', oneOf(attendeeIds))
    .execute()

export type BothAccounts = Awaited<ReturnType<typeof bothAccounts>>[number]

/** Accounts that banks returned payments of these attendees from; null where it was the one in the agreement of then. */
export const returnedAccounts = (
  db: Db,
  attendeeIds: readonly number[],
): Promise<{ attendeeId: number; lineId: number; accountCipher: Buffer | null }[]> =>
  db
    .selectFrom('payment_batch_line')
    .select(['attendee_id as attendeeId', 'line_id as lineId', 'account_cipher as accountCipher'])
    .where('attendee_id', '=', oneOf(attendeeIds))
    .where('state', '=', 'returned')
    .execute()
