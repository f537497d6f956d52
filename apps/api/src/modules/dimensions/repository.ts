import { dimensionRecord, type DimensionKind } from '@consilium/contract/dimensions/dimension-record.ts'
import type { Dimension, DimensionQuery } from '@consilium/contract/dimensions/dimensions.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { OPTIONS_MAX } from '@consilium/contract/fields.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { declaredColumns } from '../../infra/db/declared-columns.ts'
import { foreignKeyViolation } from '../../infra/db/faults.ts'
import { nameContains } from '../../infra/db/lists/name-search.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { Refusal } from '../../infra/refusal.ts'
import { lockOrganization, organizationFacts } from '../organizations/service.ts'

const columns = declaredColumns<'dimension'>()

export type DimensionEntry = Omit<Dimension, 'abilities'>
/** Organizations of sponsors; null for all. */
type Seen = readonly number[] | null

const views = (db: Db) =>
  db
    .selectFrom('dimension as e')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'e.org_id')
    .select([...columns.select('e', dimensionRecord.stored), 'o.org_name as orgName'])

export type DimensionFilters = Omit<DimensionQuery, 'pageNum' | 'pageSize'>

function filtered(db: Db, seen: Seen, query: DimensionFilters) {
  let rows = views(db)
  if (seen) rows = rows.where('e.org_id', 'in', [...seen, 0])
  if (query.orgId) rows = rows.where('e.org_id', '=', query.orgId)
  if (query.kind) rows = rows.where('e.kind', '=', query.kind)
  if (query.status) rows = rows.where('e.status', '=', query.status)
  if (query.code) rows = rows.where(nameContains('e', 'code', query.code))
  if (query.name) rows = rows.where(nameContains('e', 'name', query.name))
  return rows.where(inTimeRange('e.create_time', query['params[beginTime]'], query['params[endTime]']))
}

const SORTING = {
  columns: { ...columns.order('e', dimensionRecord.ordered), createTime: 'e.create_time' },
  key: 'e.dimension_id',
  neverNull: ['e.kind', 'e.code', 'e.name', 'e.create_time'],
} as const

export const listDimensions = (db: Db, seen: Seen, query: DimensionQuery): Promise<Page<DimensionEntry>> =>
  selectPage(db, filtered(db, seen, query), query, SORTING)

export const batchOfDimensions = (
  db: Db,
  seen: Seen,
  query: DimensionFilters,
  after: Cursor | null,
): Promise<Batch<DimensionEntry>> => selectBatch(db, filtered(db, seen, query), query, SORTING, after)

export const findDimension = (db: Db, seen: Seen, dimensionId: number): Promise<DimensionEntry | undefined> =>
  filtered(db, seen, { isAsc: 'desc' }).where('e.dimension_id', '=', dimensionId).executeTakeFirst()

interface Choices {
  kind: DimensionKind
  keyword: string | undefined
  seen: Seen
  /** Main accounts of sponsors; undefined for all that are seen. */
  sponsorUserIds?: readonly number[] | undefined
  /** A further condition on the entry `e` of the sponsor `o`. */
  besides?: RawBuilder<boolean>
}

/** The first entries in use with a keyword in code or name, by code. */
export function selectChoices(
  db: Db,
  { kind, keyword, seen, sponsorUserIds, besides }: Choices,
): Promise<{ label: string; value: number }[]> {
  let rows = db
    .selectFrom('dimension as e')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'e.org_id')
    .select([sql<string>`e.code || ' ' || e.name`.as('label'), 'e.dimension_id as value'])
    .where('e.kind', '=', kind)
    .where('e.status', '=', '0')
  if (seen) rows = rows.where('e.org_id', 'in', [...seen, 0])
  if (sponsorUserIds) rows = rows.where('o.main_user_id', 'in', [...sponsorUserIds, 0])
  if (keyword)
    rows = rows.where((eb) => eb.or([nameContains('e', 'code', keyword), nameContains('e', 'name', keyword)]))
  if (besides) rows = rows.where(besides)
  return rows.orderBy('e.code_key').orderBy('e.dimension_id').limit(OPTIONS_MAX).execute()
}

/**
 * Locks the dictionaries of a sponsor until the transaction ends, so that what is counted and looked up in them holds. Returns
 * false if the organization is no sponsor.
 */
export const lockSponsor = async (trx: Db, orgId: number): Promise<boolean> =>
  (await lockOrganization(trx, orgId)) === 'sponsor'

/** Entries of one kind of one sponsor. */
export interface Dictionary {
  orgId: number
  kind: DimensionKind
}

export async function countEntries(db: Db, { orgId, kind }: Dictionary): Promise<number> {
  const { count } = await db
    .selectFrom('dimension')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return count
}

/** The key of each code, by which it is once in its dictionary. */
export async function keysOf(db: Db, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select lower(normalize(t.code, nfkc)) as key from unnest(${[...codes]}::text[]) with ordinality t (code, place)
      order by t.place`.execute(db)
  return rows.map(({ key }) => key)
}

export interface Known {
  dimensionId: number
  key: string
  name: string
}

export const findByKeys = (db: Db, { orgId, kind }: Dictionary, keys: readonly string[]): Promise<Known[]> =>
  db
    .selectFrom('dimension')
    .select(['dimension_id as dimensionId', 'code_key as key', 'name'])
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('code_key', 'in', [...keys, ''])
    .execute()

/** The names of the entries among these that a sponsor has. */
export async function entriesOfSponsor(
  db: Db,
  { orgId, kind }: Dictionary,
  dimensionIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('dimension')
    .select(['dimension_id as dimensionId', 'name'])
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('dimension_id', 'in', [...dimensionIds, 0])
    .execute()
  return new Map(rows.map(({ dimensionId, name }) => [dimensionId, name]))
}

export interface NewEntry {
  code: string
  name: string
  status?: '0' | '1' | undefined
}

/** Adds entries, and returns their ids. */
export async function insertEntries(
  db: Db,
  { orgId, kind }: Dictionary,
  entries: readonly NewEntry[],
): Promise<number[]> {
  if (entries.length === 0) return []
  const rows = await db
    .insertInto('dimension')
    .values(
      entries.map(({ code, name, status }) => ({ org_id: orgId, kind, code, name, status: status ?? '0' })),
    )
    .returning('dimension_id')
    .execute()
  return rows.map((row) => row.dimension_id)
}

/** Changes names of many at once, and the states that are said. */
export async function updateEntries(
  db: Db,
  changes: readonly { dimensionId: number; name: string; status?: '0' | '1' | undefined }[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    update dimension e set name = c.name, status = coalesce(c.status, e.status), version = e.version + 1
      from unnest(${changes.map(({ dimensionId }) => dimensionId)}::bigint[], ${changes.map(({ name }) => name)}::text[],
        ${changes.map(({ status }) => status ?? null)}::text[]) c (id, name, status)
      where e.dimension_id = c.id`.execute(db)
}

/** Returns false if the version is stale. */
export async function updateEntry(
  db: Db,
  dimensionId: number,
  change: { [K in (typeof dimensionRecord.updated)[number]]?: Dimension[K] | undefined },
  version: number,
): Promise<boolean> {
  const result = await db
    .updateTable('dimension')
    .set((eb) => ({ ...columns.values(dimensionRecord.updated, change), version: eb('version', '+', 1) }))
    .where('dimension_id', '=', dimensionId)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Returns how many were deleted. Throws RECORD_IN_USE if something carries one of them. */
export async function deleteEntries(db: Db, seen: Seen, dimensionIds: readonly number[]): Promise<number> {
  let deletion = db.deleteFrom('dimension').where('dimension_id', 'in', dimensionIds)
  if (seen) deletion = deletion.where('org_id', 'in', [...seen, 0])
  const { numDeletedRows } = await deletion.executeTakeFirst().catch((error: unknown): never => {
    throw foreignKeyViolation(error) === undefined ? error : new Refusal('RECORD_IN_USE')
  })
  return Number(numDeletedRows)
}
