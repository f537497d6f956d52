import type { Page } from '@consilium/contract/envelope.ts'
import { OPTIONS_MAX } from '@consilium/contract/fields.ts'
import { hospitalRecord } from '@consilium/contract/hospitals/hospital-record.ts'
import {
  SUGGESTIONS_MAX,
  type Hospital,
  type HospitalQuery,
  type UnresolvedQuery,
  type UnresolvedUnit,
} from '@consilium/contract/hospitals/hospitals.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { declaredColumns } from '../../infra/db/declared-columns.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { expertFacts } from '../experts/service.ts'

const columns = declaredColumns<'hospital'>()

export type HospitalRow = Omit<Hospital, 'abilities'>

const aliases = sql<string[]>`coalesce((
  select jsonb_agg(n.name order by n.create_time, n.name_key) from hospital_name n
    where n.hospital_id = h.hospital_id and not n.is_main), '[]'::jsonb)`
/** Along the index of the keys of units: one look-up for each name. */
const experts = sql<number>`(
  select count(*)::int from hospital_name n join ${expertFacts('e')} on hospital_key(e.unit) = n.name_key and e.unit is not null
    where n.hospital_id = h.hospital_id)`

const views = (db: Db) =>
  db
    .selectFrom('hospital as h')
    .select([...columns.select('h', hospitalRecord.stored), aliases.as('aliases'), experts.as('experts')])

export type HospitalFilters = Omit<HospitalQuery, 'pageNum' | 'pageSize'>

const isNamed = (text: string) => sql<boolean>`h.hospital_id in (
  select n.hospital_id from hospital_name n
    where n.name_grams @> grams(${text}) and n.name ilike ${containing(text)})`

function filtered(db: Db, query: HospitalFilters) {
  let rows = views(db)
  if (query.name) rows = rows.where(isNamed(query.name))
  if (query.province) rows = rows.where('h.province', 'ilike', containing(query.province))
  if (query.city) rows = rows.where('h.city', 'ilike', containing(query.city))
  if (query.level) rows = rows.where('h.level', '=', query.level)
  if (query.creditCode) rows = rows.where('h.credit_code', 'ilike', containing(query.creditCode))
  return rows.where(inTimeRange('h.create_time', query['params[beginTime]'], query['params[endTime]']))
}

const SORTING = {
  columns: { ...columns.order('h', hospitalRecord.ordered), createTime: 'h.create_time' },
  key: 'h.hospital_id',
  neverNull: ['h.name', 'h.create_time'],
} as const

export const listHospitals = (db: Db, query: HospitalQuery): Promise<Page<HospitalRow>> =>
  selectPage(db, filtered(db, query), query, SORTING)

export const batchOfHospitals = (
  db: Db,
  query: HospitalFilters,
  after: Cursor | null,
): Promise<Batch<HospitalRow>> => selectBatch(db, filtered(db, query), query, SORTING, after)

export const findHospital = (db: Db, hospitalId: number): Promise<HospitalRow | undefined> =>
  views(db).where('h.hospital_id', '=', hospitalId).executeTakeFirst()

export const selectOptions = (
  db: Db,
  keyword: string | undefined,
): Promise<{ label: string; value: number }[]> => {
  let rows = db.selectFrom('hospital as h').select(['h.name as label', 'h.hospital_id as value'])
  if (keyword) rows = rows.where(isNamed(keyword))
  return rows.orderBy('h.name').orderBy('h.hospital_id').limit(OPTIONS_MAX).execute()
}

export const findByCode = (
  db: Db,
  codes: readonly string[],
): Promise<{ hospitalId: number; name: string; creditCode: string | null }[]> =>
  db
    .selectFrom('hospital')
    .select(['hospital_id as hospitalId', 'name', 'credit_code as creditCode'])
    .where('credit_code', 'in', [...codes, ''])
    .execute()

/** What a body or a row says of a hospital. Undefined leaves the stored value. */
export type HospitalChange = { [K in (typeof hospitalRecord.updated)[number]]?: Hospital[K] | undefined }

export async function insertHospital(db: Db, hospital: HospitalChange & { name: string }): Promise<number> {
  const row = await db
    .insertInto('hospital')
    .values({ ...columns.values(hospitalRecord.updated, hospital), name: hospital.name })
    .returning('hospital_id')
    .executeTakeFirstOrThrow()
  return row.hospital_id
}

/** Adds many at once, and returns their ids by their names, which are all different. */
export async function insertHospitals(
  db: Db,
  hospitals: readonly (HospitalChange & { name: string })[],
): Promise<Map<string, number>> {
  if (hospitals.length === 0) return new Map()
  const rows = await db
    .insertInto('hospital')
    .values(
      hospitals.map(({ name, province, city, level, creditCode }) => ({
        name,
        province: province ?? null,
        city: city ?? null,
        level: level ?? null,
        credit_code: creditCode ?? null,
      })),
    )
    .returning(['hospital_id as hospitalId', 'name'])
    .execute()
  return new Map(rows.map(({ hospitalId, name }) => [name, hospitalId]))
}

/** Changes many at once: what is not said stays as it is. */
export async function completeHospitals(db: Db, changes: ReadonlyMap<number, HospitalChange>): Promise<void> {
  if (changes.size === 0) return
  const each = (field: 'province' | 'city' | 'level' | 'creditCode') =>
    [...changes.values()].map((change) => change[field] ?? null)
  await sql`
    update hospital h set province = coalesce(c.province, h.province), city = coalesce(c.city, h.city),
        level = coalesce(c.level, h.level), credit_code = coalesce(c.code, h.credit_code), version = h.version + 1
      from unnest(${[...changes.keys()]}::bigint[], ${each('province')}::text[], ${each('city')}::text[],
        ${each('level')}::text[], ${each('creditCode')}::text[]) c (id, province, city, level, code)
      where h.hospital_id = c.id`.execute(db)
}

/** Returns false if a version is given and is stale. */
export async function updateHospital(
  db: Db,
  hospitalId: number,
  change: HospitalChange,
  version?: number,
): Promise<boolean> {
  let update = db
    .updateTable('hospital')
    .set((eb) => ({ ...columns.values(hospitalRecord.updated, change), version: eb('version', '+', 1) }))
    .where('hospital_id', '=', hospitalId)
  if (version !== undefined) update = update.where('version', '=', version)
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

/** Returns how many were deleted, with the version if one is given. */
export async function deleteHospitals(
  db: Db,
  hospitalIds: readonly number[],
  version?: number,
): Promise<number> {
  let deletion = db.deleteFrom('hospital').where('hospital_id', 'in', hospitalIds)
  if (version !== undefined) deletion = deletion.where('version', '=', version)
  return Number((await deletion.executeTakeFirst()).numDeletedRows)
}

interface Unresolved {
  firstId: number
  unit: string
  experts: number
  createTime: string
}

/**
 * Units are grouped before names are looked up, along the index of their keys alone, which has all that is read here: no key is
 * computed, and no row of an expert is read.
 */
const unresolved = (db: Db) =>
  db
    .selectFrom(
      sql<Unresolved>`(
        select g."firstId", g.unit, g.experts, g."createTime" from (
            select hospital_key(e.unit) as unit_key, min(e.expert_id) as "firstId", min(e.unit) as unit,
                count(*)::int as experts, min(e.create_time) as "createTime"
              from ${expertFacts('e')} where e.unit is not null group by hospital_key(e.unit)) g
          where g.unit_key <> '' and not exists (select from hospital_name n where n.name_key = g.unit_key))`.as<'q'>(
        'q',
      ),
    )
    .select(['q.unit', 'q.experts'])

/** The same of single units, found by the expert that wrote it first. */
const unitsByExpert = (db: Db) =>
  db
    .selectFrom(
      sql<Unresolved>`(
        select e.expert_id as "firstId", g.* from ${expertFacts('e')} cross join lateral (
          select min(x.unit) as unit, count(*)::int as experts, min(x.create_time) as "createTime" from ${expertFacts('x')}
            where x.unit is not null and hospital_key(x.unit) = hospital_key(e.unit)) g)`.as<'q'>('q'),
    )
    .select(['q.unit', 'q.experts'])

const UNRESOLVED_SORTING = {
  columns: { unit: 'q.unit', experts: 'q.experts', createTime: 'q.createTime' },
  key: 'q.firstId',
} as const

/** Words that most hospitals have in their names, and that say nothing of which one it is. */
const COMMON = '医科大学|大学|医学院|附属|人民|中心|中医|医院|第[一二三四五六七八九十]+|省|市|区|县'

/** What a suggestion has in common with the unit at least, of the characters and pairs of the longer one. */
const LEAST_SHARED = 0.4

/** The hospitals whose names share the most with each unit, of those that share what is particular about it. */
async function suggestionsFor(
  db: Db,
  units: readonly string[],
): Promise<Map<string, UnresolvedUnit['suggestions']>> {
  const { rows } = await sql<{ unit: string; hospitalId: number; name: string }>`
    select u.unit, s."hospitalId", s.name from unnest(${[...units]}::text[]) u (unit)
      cross join lateral (select grams(u.unit) as whole, case when length(core) > 1 then
          array(select g from unnest(grams(core)) g where length(g) > 1) else grams(core) end as own
        from (select coalesce(nullif(regexp_replace(u.unit, ${COMMON}, '', 'g'), ''), u.unit) as core) c) g
      cross join lateral (
        select h.hospital_id as "hospitalId", h.name, max(
            cardinality(array(select unnest(n.name_grams) intersect select unnest(g.whole)))::numeric
              / greatest(cardinality(n.name_grams), cardinality(g.whole))) as score
          from hospital_name n join hospital h using (hospital_id)
          where n.name_grams && g.own group by h.hospital_id, h.name
          having max(cardinality(array(select unnest(n.name_grams) intersect select unnest(g.whole)))::numeric
              / greatest(cardinality(n.name_grams), cardinality(g.whole))) >= ${LEAST_SHARED}
          order by score desc, h.hospital_id limit ${SUGGESTIONS_MAX}) s`.execute(db)
  const found = Map.groupBy(rows, ({ unit }) => unit)
  return new Map(
    [...found].map(([unit, each]) => [unit, each.map(({ hospitalId, name }) => ({ hospitalId, name }))]),
  )
}

export async function listUnresolved(db: Db, query: UnresolvedQuery): Promise<Page<UnresolvedUnit>> {
  let rows = unresolved(db)
  if (query.unit) rows = rows.where('q.unit', 'ilike', containing(query.unit))
  rows = rows.where(inTimeRange('q.createTime', query['params[beginTime]'], query['params[endTime]']))
  const page = await selectPage(db, rows, query, UNRESOLVED_SORTING, unitsByExpert(db))
  const suggestions = await suggestionsFor(
    db,
    page.rows.map(({ unit }) => unit),
  )
  return { ...page, rows: page.rows.map((row) => ({ ...row, suggestions: suggestions.get(row.unit) ?? [] })) }
}
