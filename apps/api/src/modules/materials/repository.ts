import type { Page } from '@consilium/contract/envelope.ts'
import type { MaterialQuery, MaterialRecord, Unpaged } from '@consilium/contract/materials/material-record.ts'
import { sql, type RawBuilder } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import type { MaterialColumns, MaterialTable } from '../../infra/db/material-tables.ts'
import { plain, textContains } from '../../infra/db/lists/name-search.ts'
import { meetingWays, reachOf, withinReach } from '../../domain/reach.ts'
import { matching, type Filter } from '@consilium/lists/large-list.ts'
import { selectLargePage, type RowsOf } from '../../infra/db/lists/list-planner.ts'
import { termsOf } from '@consilium/lists/list-order.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { rowsOf } from '@consilium/lists/select-page.ts'
import { containing } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Match, MaterialKind } from './kind.ts'
import { meetingFacts } from '../meetings/service.ts'

/** A stored record with the fields of its kind. */
export type RecordRow<Own> = Omit<MaterialRecord, 'files' | 'abilities'> & Own

/** Types the tables of all kinds by their common columns, so that one query serves every kind. */
const alike = (db: Db) =>
  db.$omitTables<MaterialTable>().$extendTables<Record<MaterialTable, MaterialColumns>>()

/** Selects the kind's own columns under the names of their fields. */
const ownColumns = ({ columns }: MaterialKind) =>
  Object.entries(columns).map(([field, column]) => sql.ref(`entry.${column}`).as(field))

const reached = <Own>(db: Db, actor: Actor, kind: MaterialKind) =>
  alike(db)
    .selectFrom(`${kind.table} as entry` as const)
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 'entry.meeting_id')
    .where(withinReach(actor, 'meeting', 'entry.meeting_id'))
    .select([
      'entry.record_id as recordId',
      'entry.meeting_id as meetingId',
      'm.meeting_name as meetingName',
      'm.current_stage as currentStage',
      'entry.create_user_id as createUserId',
      accountName('entry.create_user_id').as('createUserName'),
      'entry.create_time as createTime',
      'entry.version',
      ...ownColumns(kind),
    ])
    .$castTo<RecordRow<Own>>()

function condition(column: string, match: Match, value: unknown): RawBuilder<boolean> {
  if (typeof match === 'function') return match(value)
  return match === 'contains'
    ? sql`${sql.ref(column)} ilike ${containing(String(value))}`
    : sql`${sql.ref(column)} = ${value}`
}

/** The range that a query gives for a field: `params[beginAuditTime]` and `params[endAuditTime]` for `auditTime`. */
function boundsOf(query: Readonly<Record<string, unknown>>, field: string) {
  const name = field.charAt(0).toUpperCase() + field.slice(1)
  return [query[`params[begin${name}]`], query[`params[end${name}]`]] as [string?, string?]
}

/** The contract trims text, so a filter of spaces arrives empty and is ignored. */
const isGiven = (value: unknown) => value !== undefined && value !== ''

function filtersOf(kind: MaterialKind, query: Unpaged<MaterialQuery>): Filter[] {
  const own: Readonly<Record<string, unknown>> = query
  const filters: Filter[] = []
  if (query.meetingId) filters.push(plain(sql`entry.meeting_id = ${query.meetingId}`))
  if (query.meetingName) filters.push(textContains('m.meeting_name', query.meetingName))
  for (const [field, match] of Object.entries(kind.filters))
    if (isGiven(own[field])) filters.push(plain(condition(`entry.${kind.columns[field]}`, match, own[field])))
  const period = kind.period
  const [from, to] = period === null ? [] : boundsOf(own, period)
  if (period !== null && (from ?? to))
    filters.push(plain(inTimeRange(`entry.${kind.columns[period]}`, from, to)))
  const [first, last] = [query['params[beginTime]'], query['params[endTime]']]
  if (first ?? last) filters.push(plain(inTimeRange('entry.create_time', first, last)))
  return filters
}

/** All columns are listed here; the contract decides by which of them a list can be sorted. */
const sortingOf = ({ columns }: MaterialKind) => ({
  columns: {
    recordId: 'entry.record_id',
    createTime: 'entry.create_time',
    ...Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, `entry.${column}`])),
  },
  key: 'entry.record_id',
})

export function listRecords<Own>(
  db: Db,
  actor: Actor,
  kind: MaterialKind,
  paging: MaterialQuery,
): Promise<Page<RecordRow<Own>>> {
  const table = sql.table(kind.table)
  const join = sql`join ${table} x on x.meeting_id = reached.meeting_id`
  const from = sql`${table} entry join ${meetingFacts('m')} on m.meeting_id = entry.meeting_id`
  const list = {
    name: kind.table,
    from,
    fromReached: from,
    filters: filtersOf(kind, paging),
    reach: reachOf(actor, (caller) => meetingWays(caller, { meeting: 'm', id: 'x.record_id', join })),
  }
  const sorting = sortingOf(kind)
  const rows: RowsOf<RecordRow<Own>> = (keys, order) =>
    rowsOf(reached<Own>(db, actor, kind), sorting.key, keys, termsOf(order))
  return selectLargePage(db, list, { paging, sorting }, rows)
}

export function batchOfRecords<Own>(
  db: Db,
  actor: Actor,
  kind: MaterialKind,
  query: Unpaged<MaterialQuery>,
  after: Cursor | null,
): Promise<Batch<RecordRow<Own>>> {
  const filtered = matching(reached<Own>(db, actor, kind), filtersOf(kind, query))
  return selectBatch(db, filtered, query, sortingOf(kind), after)
}

export const findRecord = <Own>(
  db: Db,
  actor: Actor,
  kind: MaterialKind,
  recordId: number,
): Promise<RecordRow<Own> | undefined> =>
  reached<Own>(db, actor, kind).where('entry.record_id', '=', recordId).executeTakeFirst()

/** Locks the records within the caller's reach and their meetings until the transaction ends. */
export const lockRecords = (
  db: Db,
  actor: Actor,
  kind: MaterialKind,
  recordIds: readonly number[],
): Promise<RecordRow<unknown>[]> =>
  reached<unknown>(db, actor, kind)
    .where('entry.record_id', 'in', recordIds)
    .orderBy('entry.record_id')
    .forUpdate('entry')
    .forShare('m')
    .execute()

/** Undefined fields keep their stored values, or their defaults in a new record. */
const columnsOf = ({ columns }: MaterialKind, given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(columns).map(([field, column]) => [column, given[field]]))

/** `unseen` holds values of columns that the API does not return. */
export async function insertRecord(
  db: Db,
  kind: MaterialKind,
  createUserId: number,
  record: { meetingId: number },
  unseen: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const row = await alike(db)
    .insertInto(kind.table)
    .values({
      ...columnsOf(kind, record),
      ...unseen,
      meeting_id: record.meetingId,
      create_user_id: createUserId,
    })
    .returning('record_id')
    .executeTakeFirstOrThrow()
  return row.record_id
}

/** Returns false if the version is stale. */
export async function updateRecord(
  db: Db,
  kind: MaterialKind,
  change: { recordId: number; version: number },
): Promise<boolean> {
  const result = await alike(db)
    .updateTable(kind.table)
    .set((eb) => ({ ...columnsOf(kind, change), version: eb('version', '+', 1) }))
    .where('record_id', '=', change.recordId)
    .where('version', '=', change.version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteRecords(db: Db, kind: MaterialKind, recordIds: readonly number[]): Promise<void> {
  await alike(db).deleteFrom(kind.table).where('record_id', 'in', recordIds).execute()
}
