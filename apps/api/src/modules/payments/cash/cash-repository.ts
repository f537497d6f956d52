import type { CashDifference, CashDifferenceQuery } from '@consilium/contract/payments/cash-differences.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { sql } from 'kysely'
import { accountName } from '../../../domain/account-name.ts'
import type { Db } from '../../../infra/db/db.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { containing, selectPage } from '../../../infra/db/lists/select-page.ts'
import { organizationFacts } from '../../organizations/service.ts'
import { meetingFacts } from '../../meetings/service.ts'
import { attendeeFacts } from '../../agreements/service.ts'

export type LineRow = Omit<CashDifference, 'abilities'>

const lines = (db: Db) =>
  db
    .selectFrom('labor_cash_difference as d')
    .innerJoin('labor_payment_entry as e', 'e.entry_id', 'd.entry_id')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'd.org_id')
    .innerJoin(attendeeFacts('t'), 't.attendee_id', 'e.attendee_id')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .select([
      'd.line_id as lineId',
      'd.org_id as orgId',
      'o.org_name as orgName',
      'd.entry_id as entryId',
      't.meeting_id as meetingId',
      'm.meeting_name as meetingName',
      'e.person_name as name',
      'e.paid_date as paidDate',
      'd.amount',
      'd.create_time as createTime',
      'd.settled_date as settledDate',
      'd.settled_entry_id as settledEntryId',
      sql<string | null>`coalesce(${accountName('d.settled_by')}, d.settled_by_name)`.as('settledByName'),
      'd.note',
    ])

const SORTING = { columns: { lineId: 'd.line_id' }, key: 'd.line_id', neverNull: [] } as const

type Owner = { mainUserId?: number }
type Filters = Omit<CashDifferenceQuery, 'pageNum' | 'pageSize'>

function filtered(db: Db, { mainUserId }: Owner, query: Partial<Filters>) {
  let rows = lines(db)
  if (mainUserId !== undefined) rows = rows.where('o.main_user_id', '=', mainUserId)
  if (query.orgId) rows = rows.where('d.org_id', '=', query.orgId)
  if (query.name) rows = rows.where('e.person_name', 'ilike', containing(query.name))
  if (query.isSettled !== undefined)
    rows = rows.where('d.settled_date', query.isSettled ? 'is not' : 'is', null)
  return rows
}

export const listDifferences = (db: Db, owner: Owner, query: CashDifferenceQuery): Promise<Page<LineRow>> =>
  selectPage(db, filtered(db, owner, query), query, SORTING)

export const batchOfDifferences = (
  db: Db,
  owner: Owner,
  query: Filters,
  after: Cursor | null,
): Promise<Batch<LineRow>> => selectBatch(db, filtered(db, owner, query), query, SORTING, after)

export const findDifference = (db: Db, owner: Owner, lineId: number): Promise<LineRow | undefined> =>
  filtered(db, owner, {}).where('d.line_id', '=', lineId).executeTakeFirst()

/** The open differences of a payer and a person, the oldest first. */
export const openOf = (
  db: Db,
  orgId: number,
  personHashes: readonly Buffer[],
  max: number,
): Promise<LineRow[]> =>
  lines(db)
    .where('d.org_id', '=', orgId)
    .where('d.settled_date', 'is', null)
    .where('e.person_hash', 'in', [...personHashes])
    .orderBy('d.line_id')
    .limit(max)
    .execute()

export interface Settlement {
  /** The payment that settles the lines; null if they are settled by themselves. */
  entryId: number | null
  date: string
  userId: number
  userName: string
  time: string
  note: string | null
}

/** Settles lines that are open. Returns how many were; of several settlements at once one finds a line open. */
export async function settleLines(db: Db, ids: readonly number[], by: Settlement): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('labor_cash_difference')
    .set({
      settled_entry_id: by.entryId,
      settled_date: by.date,
      settled_time: by.time,
      settled_by: by.userId,
      settled_by_name: by.userName,
      note: by.note,
    })
    .where('line_id', 'in', [...ids])
    .where('settled_date', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
