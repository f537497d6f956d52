import type { Page } from '@consilium/contract/envelope.ts'
import type { MaterialQuery, MaterialRecord, Unpaged } from '@consilium/contract/material-record.ts'
import { sql, type RawBuilder } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import type { MaterialColumns, MaterialTable } from '../../infra/db/material-tables.ts'
import { nameContains } from '../../infra/db/name-search.ts'
import { withinReach } from '../../domain/reach.ts'
import { selectBatch, type Batch, type Cursor } from '../../infra/db/select-batch.ts'
import { containing, selectPage } from '../../infra/db/select-page.ts'
import { inTimeRange } from '../../infra/db/time-range.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Match, MaterialKind } from './kind.ts'

/** A stored record with the fields of its kind. */
export type RecordRow<Own> = Omit<MaterialRecord, 'files' | 'abilities'> & Own

/** Types the tables of all kinds by their common columns, so that one query serves every kind. */
const alike = (db: Db) =>
  db.$omitTables<MaterialTable>().$extendTables<Record<MaterialTable, MaterialColumns>>()

/** Selects the kind's own columns under the names of their fields. */
const ownColumns = ({ columns }: MaterialKind) =>
  Object.entries(columns).map(([field, column]) => sql.ref(`entry.${column}`).as(field))

const views = <Own>(db: Db, actor: Actor, kind: MaterialKind) =>
  alike(db)
    .selectFrom(`${kind.table} as entry` as const)
    .innerJoin('meeting as m', 'm.meeting_id', 'entry.meeting_id')
    .where(withinReach(actor, 'meeting_reach', 'm.meeting_id'))
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

function filtered<Own>(db: Db, actor: Actor, kind: MaterialKind, query: Unpaged<MaterialQuery>) {
  const own: Readonly<Record<string, unknown>> = query
  let rows = views<Own>(db, actor, kind)
  if (query.meetingId) rows = rows.where('entry.meeting_id', '=', query.meetingId)
  if (query.meetingName) rows = rows.where(nameContains('m', 'meeting_name', query.meetingName))
  for (const [field, match] of Object.entries(kind.filters))
    if (isGiven(own[field])) rows = rows.where(condition(`entry.${kind.columns[field]}`, match, own[field]))
  if (kind.period !== null)
    rows = rows.where(inTimeRange(`entry.${kind.columns[kind.period]}`, ...boundsOf(own, kind.period)))
  return rows.where(inTimeRange('entry.create_time', query['params[beginTime]'], query['params[endTime]']))
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

export const listRecords = <Own>(
  db: Db,
  actor: Actor,
  kind: MaterialKind,
  query: MaterialQuery,
): Promise<Page<RecordRow<Own>>> => selectPage(filtered<Own>(db, actor, kind, query), query, sortingOf(kind))

export const batchOfRecords = <Own>(
  db: Db,
  actor: Actor,
  kind: MaterialKind,
  query: Unpaged<MaterialQuery>,
  after: Cursor | null,
): Promise<Batch<RecordRow<Own>>> =>
  selectBatch(db, filtered<Own>(db, actor, kind, query), query, sortingOf(kind), after)

export const findRecord = <Own>(
  db: Db,
  actor: Actor,
  kind: MaterialKind,
  recordId: number,
): Promise<RecordRow<Own> | undefined> =>
  views<Own>(db, actor, kind).where('entry.record_id', '=', recordId).executeTakeFirst()

/** Locks the records within the caller's reach and their meetings until the transaction ends. */
export const lockRecords = (
  db: Db,
  actor: Actor,
  kind: MaterialKind,
  recordIds: readonly number[],
): Promise<RecordRow<unknown>[]> =>
  views<unknown>(db, actor, kind)
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
