import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { withinReach } from '../../domain/reach.ts'
import type { Actor } from '../../domain/actor.ts'
import { organizationFacts } from '../organizations/service.ts'
import { sponsorFacts } from '../projects/service.ts'
import { meetingFacts } from '../meetings/service.ts'

/** Filters the list by whether the same invoice is used by several records. */
export const isDuplicated = (value: unknown): RawBuilder<boolean> =>
  sql`exists (select 1 from invoice_duplicate d where d.record_id = entry.record_id) = ${value}`

export interface FirstUseRow {
  recordId: number
  firstId: number
  uses: number
  meetingId: number
  meetingName: string
  createTime: string
  withinReach: boolean
}

/** For each record whose invoice is used more than once: the first record that used it, and the number of uses. */
export const findFirstUses = (db: Db, actor: Actor, recordIds: readonly number[]): Promise<FirstUseRow[]> =>
  db
    .with('used', (cte) =>
      cte
        .selectFrom('invoice_duplicate')
        .select((eb) => [
          'record_id',
          sql<number>`least(record_id, min(other_id))`.as('first_id'),
          sql<number>`(${eb.fn.count('other_id').distinct()} + 1)::int`.as('uses'),
        ])
        .where('record_id', 'in', recordIds)
        .groupBy('record_id'),
    )
    .selectFrom('used')
    .innerJoin('meeting_invoice as first', 'first.record_id', 'used.first_id')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 'first.meeting_id')
    .select([
      'used.record_id as recordId',
      'used.first_id as firstId',
      'used.uses',
      'm.meeting_id as meetingId',
      'm.meeting_name as meetingName',
      'first.create_time as createTime',
      withinReach(actor, 'meeting', 'm.meeting_id').as('withinReach'),
    ])
    .execute()

export interface Buyer {
  orgName: string
  creditCode: string | null
}

/** The organizations that may be invoiced for a meeting: its executor and its project's sponsors. */
export async function findBuyers(db: Db, meetingIds: readonly number[]): Promise<Map<number, Buyer[]>> {
  const executors = db
    .selectFrom(meetingFacts('m'))
    .select(['m.meeting_id as meetingId', 'm.exec_user_id as mainUserId'])
    .where('m.meeting_id', 'in', meetingIds)
  const sponsors = db
    .selectFrom(meetingFacts('m'))
    .innerJoin(sponsorFacts('s'), 's.project_id', 'm.project_id')
    .select(['m.meeting_id as meetingId', 's.sponsor_admin_user_id as mainUserId'])
    .where('m.meeting_id', 'in', meetingIds)
  const rows = await db
    .selectFrom(executors.union(sponsors).as('p'))
    .innerJoin(organizationFacts('o'), 'o.main_user_id', 'p.mainUserId')
    .select(['p.meetingId', 'o.org_name as orgName', 'o.credit_code as creditCode'])
    .execute()
  return Map.groupBy(rows, ({ meetingId }) => meetingId)
}

/** Deletes a meeting's invoices that were recognized and returns their ids; those entered manually remain. */
export async function deleteRecognized(db: Db, meetingId: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('meeting_invoice')
    .where('meeting_id', '=', meetingId)
    .where('source', '=', 'recognized')
    .returning('record_id')
    .execute()
  return rows.map((row) => row.record_id)
}
