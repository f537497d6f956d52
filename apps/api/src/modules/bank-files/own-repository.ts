import type { BankColumn, BankFileFormat } from '@consilium/contract/bank-files/bank-files.ts'
import type { OwnPresetState } from '@consilium/contract/bank-files/bank-presets.ts'
import { sql } from 'kysely'
import { accountName, accountNames } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { uniqueViolation } from '../../infra/db/faults.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { decisionFacts } from '../decisions/service.ts'

/** What the latest request for the version `p` has come to. */
const latest = (column: 'state' | 'opinion') => sql<string | null>`(
  select d.${sql.ref(column)} from ${decisionFacts('d')}
    where d.kind = 'bankPreset' and d.record_id = p.preset_id order by d.decision_id desc limit 1)`

const STATE = sql<OwnPresetState>`case
  when p.retired_time is not null then 'retired' when p.approved_time is not null then 'approved'
  else case ${latest('state')} when 'pending' then 'asked' when 'refused' then 'refused' else 'draft' end end`

/** The version of a preset that holds on a day: of those that are approved, the one that was dated last. */
const versionOn = (seriesId: string, day: string) => sql<number | null>`(
  select f.preset_id from bank_preset f
    where f.series_id = ${sql.ref(seriesId)} and f.approved_time is not null and f.retired_time is null
      and f.valid_from <= ${day}::date
    order by f.valid_from desc, f.number desc limit 1)`

const versions = (db: Db, today: string) =>
  db.selectFrom('bank_preset as p').select([
    'p.preset_id as presetId',
    'p.org_id as orgId',
    'p.series_id as seriesId',
    'p.number',
    'p.name as presetName',
    'p.format',
    'p.columns',
    'p.needs_code as needsCode',
    'p.valid_from as validFrom',
    'p.authors',
    sql<string>`coalesce((${accountNames(sql`p.authors[1:1]`)})[1], p.created_by_name)`.as('createdByName'),
    'p.create_time as createTime',
    'p.approved_time as approvedTime',
    'p.confirmed_on as confirmedOn',
    sql<string | null>`coalesce(${accountName('p.confirmed_by')}, p.confirmed_by_name)`.as('confirmedByName'),
    'p.version',
    STATE.as('state'),
    sql<string | null>`case when p.approved_time is null then ${latest('opinion')} end`.as('opinion'),
    sql<boolean>`p.preset_id is not distinct from ${versionOn('p.series_id', today)}`.as('isInForce'),
    sql<boolean>`not exists (
        select from bank_preset o where o.series_id = p.series_id and o.number > p.number)`.as('isLatest'),
  ])

export type VersionRow = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>

interface Owned {
  orgId: number
  presetId: number
}

/** Versions of a payer that hold or will, and those in preparation; the presets in the order in which they were begun. */
export const listVersions = (db: Db, orgId: number, today: string): Promise<VersionRow[]> =>
  versions(db, today)
    .where('p.org_id', '=', orgId)
    .where('p.retired_time', 'is', null)
    .where(
      sql<boolean>`(p.approved_time is null or p.valid_from > ${today}::date
        or p.preset_id = ${versionOn('p.series_id', today)})`,
    )
    .orderBy('p.series_id')
    .orderBy('p.number', 'desc')
    .execute()

export const findVersion = (
  db: Db,
  { orgId, presetId }: Owned,
  today: string,
): Promise<VersionRow | undefined> =>
  versions(db, today).where('p.org_id', '=', orgId).where('p.preset_id', '=', presetId).executeTakeFirst()

/** A version by its id alone, for whoever has been shown that it may be read. */
export const versionOf = (db: Db, presetId: number, today: string): Promise<VersionRow | undefined> =>
  versions(db, today).where('p.preset_id', '=', presetId).executeTakeFirst()

/** The versions of a payer that hold on a day. */
export const versionsOn = (db: Db, orgId: number, day: string): Promise<VersionRow[]> =>
  versions(db, day)
    .where('p.org_id', '=', orgId)
    .where(sql<boolean>`p.preset_id = ${versionOn('p.series_id', day)}`)
    .orderBy('p.series_id')
    .execute()

/** The version before the one that is in preparation, as the latest that was approved. */
export const approvedBefore = (
  db: Db,
  { seriesId, number }: Pick<VersionRow, 'seriesId' | 'number'>,
  today: string,
): Promise<VersionRow | undefined> =>
  versions(db, today)
    .where('p.series_id', '=', seriesId)
    .where('p.number', '<', number)
    .where('p.approved_time', 'is not', null)
    .orderBy('p.number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whoever changes, asks for or decides a version holds this lock, so that nothing is approved that was not asked for. */
export async function lockVersion(trx: Db, presetId: number): Promise<void> {
  await trx
    .selectFrom('bank_preset')
    .select('preset_id')
    .where('preset_id', '=', presetId)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks what is in preparation of a preset. Returns whether that is being decided. */
export async function lockAsked(trx: Db, seriesId: number): Promise<boolean> {
  const open = await trx
    .selectFrom('bank_preset')
    .select('preset_id as presetId')
    .where('series_id', '=', seriesId)
    .where('approved_time', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!open) return false
  const { rows } = await sql<{ state: string | null }>`
    select ${latest('state')} as state from bank_preset p where p.preset_id = ${open.presetId}`.execute(trx)
  return rows[0]?.state === 'pending'
}

export async function countPresets(db: Db, orgId: number): Promise<number> {
  const { count } = await db
    .selectFrom('bank_preset')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('number', '=', 1)
    .where('retired_time', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export interface Written {
  format: BankFileFormat
  columns: BankColumn[]
  needsCode: boolean
  validFrom: string
}

const valuesOf = ({ format, columns, needsCode, validFrom }: Written) => ({
  format,
  columns: JSON.stringify(columns),
  needs_code: needsCode,
  valid_from: validFrom,
})

/** Of two at once the later is refused, for its name or because another version is being prepared. */
function refuseTaken(error: unknown): never {
  const taken = uniqueViolation(error)
  if (taken === 'bank_preset_name') throw refuseField('BANK_PRESET_NAME_TAKEN', 'presetName')
  throw taken === 'bank_preset_open' ? new Refusal('BANK_PRESET_OPEN') : error
}

interface Authored {
  orgId: number
  presetName: string
  userId: number
  userName: string
  time: string
}

/** Adds the first version of a preset, or the next one of `before`. */
export async function insertVersion(
  db: Db,
  written: Written,
  { orgId, presetName, userId, userName, time }: Authored,
  before?: Pick<VersionRow, 'seriesId' | 'number'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`select next_id() as id`.execute(db)
  const presetId = rows[0]!.id
  await db
    .insertInto('bank_preset')
    .values({
      preset_id: presetId,
      org_id: orgId,
      series_id: before?.seriesId ?? presetId,
      number: (before?.number ?? 0) + 1,
      name: presetName,
      authors: [userId],
      created_by_name: userName,
      create_time: time,
      ...valuesOf(written),
    })
    .execute()
    .catch(refuseTaken)
  return presetId
}

export async function updateVersion(
  db: Db,
  written: Written,
  { presetId, presetName, userId }: { presetId: number; presetName: string; userId: number },
): Promise<void> {
  await db
    .updateTable('bank_preset')
    .set((eb) => ({
      ...valuesOf(written),
      name: presetName,
      authors: sql<number[]>`case when ${userId}::bigint = any(authors) then authors
        else authors || ${userId}::bigint end`,
      version: eb('version', '+', 1),
    }))
    .where('preset_id', '=', presetId)
    .execute()
    .catch(refuseTaken)
}

export async function approveVersion(db: Db, presetId: number, time: string): Promise<void> {
  await db
    .updateTable('bank_preset')
    .set((eb) => ({ approved_time: time, version: eb('version', '+', 1) }))
    .where('preset_id', '=', presetId)
    .execute()
}

export async function confirmVersion(
  db: Db,
  presetId: number,
  { confirmedOn, userId, userName }: { confirmedOn: string; userId: number; userName: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bank_preset')
    .set((eb) => ({
      confirmed_on: confirmedOn,
      confirmed_by: userId,
      confirmed_by_name: userName,
      version: eb('version', '+', 1),
    }))
    .where('preset_id', '=', presetId)
    .where('approved_time', 'is not', null)
    .where('retired_time', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeVersion(db: Db, presetId: number): Promise<void> {
  await db.deleteFrom('bank_preset').where('preset_id', '=', presetId).execute()
}

/** Retires all versions of a preset; one in preparation is dropped. */
export async function retireSeries(db: Db, seriesId: number, time: string): Promise<void> {
  await db
    .deleteFrom('bank_preset')
    .where('series_id', '=', seriesId)
    .where('approved_time', 'is', null)
    .execute()
  await db
    .updateTable('bank_preset')
    .set((eb) => ({ retired_time: time, version: eb('version', '+', 1) }))
    .where('series_id', '=', seriesId)
    .where('retired_time', 'is', null)
    .execute()
}

/** The names of the presets that decisions are about. */
export async function titlesOf(db: Db, decisionIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom(decisionFacts('d'))
    .innerJoin('bank_preset as p', 'p.preset_id', 'd.record_id')
    .select(['d.decision_id as decisionId', 'p.name'])
    .where('d.decision_id', 'in', [...decisionIds])
    .execute()
  return new Map(rows.map(({ decisionId, name }) => [decisionId, name]))
}
