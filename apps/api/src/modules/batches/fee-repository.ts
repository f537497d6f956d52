import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { attendeeFacts, engagements } from '../agreements/service.ts'
import { organizationFacts } from '../organizations/service.ts'
import { accountFacts } from '../accounts/service.ts'
import { expertFacts } from '../experts/service.ts'

/** What decides whether a fee is payable beside its agreement. */
export interface FeeFacts {
  attendeeId: number
  meetingId: number
  isPaid: boolean
  hasPayer: boolean
  /** The name on the agreement, which is that of the account. */
  payeeName: string
  /** The name that was audited; null while none was. */
  auditedName: string | null
}

export const factsOf = (db: Db, attendeeIds: readonly number[]): Promise<FeeFacts[]> =>
  engagements(db)
    .innerJoin(expertFacts('x'), 'x.expert_id', 't.expert_id')
    .leftJoin(organizationFacts('o'), 'o.main_user_id', 'm.exec_user_id')
    .select((eb) => [
      't.attendee_id as attendeeId',
      't.meeting_id as meetingId',
      sql<boolean>`a.paid_date is not null`.as('isPaid'),
      sql<boolean>`o.org_id is not null`.as('hasPayer'),
      eb.fn.coalesce('a.signer_name', 't.name').as('payeeName'),
      sql<string | null>`case when x.audit_status = 'approved' then x.name else x.audited_name end`.as(
        'auditedName',
      ),
    ])
    .where('t.attendee_id', '=', sql<number>`any(${[...attendeeIds]}::bigint[])`)
    .execute()

export const phonesOf = async (db: Db, attendeeIds: readonly number[]): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom(attendeeFacts('t'))
    .innerJoin(accountFacts('u'), 'u.user_id', 't.user_id')
    .select(['t.attendee_id as attendeeId', 'u.phone'])
    .where('t.attendee_id', '=', sql<number>`any(${[...attendeeIds]}::bigint[])`)
    .execute()
  return new Map(rows.map(({ attendeeId, phone }) => [attendeeId, phone ?? '']))
}
