import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { expertRecord } from '@consilium/contract/experts/expert-record.ts'
import type { Expert, ExpertQuery } from '@consilium/contract/experts/experts.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { declaredColumns } from '../../infra/db/declared-columns.ts'
import { foreignKeyViolation } from '../../infra/db/faults.ts'
import { nameContains } from '../../infra/db/lists/name-search.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { Refusal } from '../../infra/refusal.ts'
import { decisionFacts } from '../decisions/service.ts'
import { accountFacts } from '../accounts/service.ts'

const columns = declaredColumns<'expert'>()

/** Columns beside those that bodies write: what is stored encrypted, and what the last audit approved. */
const KEPT = [
  'idCardCipher',
  'bankAccountCipher',
  'nationalityCipher',
  'sexCipher',
  'birthDateCipher',
  'auditedName',
  'auditedTitle',
  'auditedIdCardCipher',
  'auditedAccountCipher',
] as const

export interface ExpertRow extends Pick<Expert, (typeof expertRecord.stored)[number]> {
  phone: string | null
  idCardCipher: Buffer | null
  bankAccountCipher: Buffer | null
  nationalityCipher: Buffer | null
  sexCipher: Buffer | null
  birthDateCipher: Buffer | null
  auditedName: string | null
  auditedTitle: string | null
  auditedIdCardCipher: Buffer | null
  auditedAccountCipher: Buffer | null
  status: '0' | '1'
  archivedTime: string | null
}

const SORTING = {
  columns: {
    ...columns.order('e', expertRecord.ordered),
    createTime: 'e.create_time',
  },
  key: 'e.expert_id',
  neverNull: ['e.name', 'e.audit_status', 'e.create_time'],
} as const

const experts = (db: Db) =>
  db
    .selectFrom('expert as e')
    .innerJoin(accountFacts('u'), 'u.user_id', 'e.user_id')
    .select([
      ...columns.select('e', expertRecord.stored),
      ...columns.select('e', KEPT),
      'u.phone',
      'u.status',
      'u.archived_time as archivedTime',
    ])

type ExpertFilters = Omit<ExpertQuery, 'pageNum' | 'pageSize'>

function filtered(db: Db, query: ExpertFilters) {
  let rows = experts(db)
  if (query.expertId) rows = rows.where('e.expert_id', '=', query.expertId)
  if (query.bankRegion) rows = rows.where('e.bank_region', 'ilike', containing(query.bankRegion))
  if (query.name) rows = rows.where(nameContains('e', 'name', query.name))
  if (query.phone) rows = rows.where('u.phone', 'like', containing(query.phone))
  if (query.unit) rows = rows.where(nameContains('e', 'unit', query.unit))
  if (query.hospitalId)
    rows = rows.where(sql<boolean>`e.unit is not null and hospital_key(e.unit) in (
      select n.name_key from hospital_name n where n.hospital_id = ${query.hospitalId})`)
  if (query.department) rows = rows.where('e.department', 'ilike', containing(query.department))
  if (query.title) rows = rows.where('e.title', 'ilike', containing(query.title))
  if (query.auditStatus) rows = rows.where('e.audit_status', '=', query.auditStatus)
  if (query.status) rows = rows.where('u.status', '=', query.status)
  rows = rows.where('u.archived_time', query.archived ? 'is not' : 'is', null)
  return rows.where(inTimeRange('e.create_time', query['params[beginTime]'], query['params[endTime]']))
}

export const listExperts = (db: Db, query: ExpertQuery): Promise<Page<ExpertRow>> =>
  selectPage(db, filtered(db, query), query, SORTING)

export const batchOfExperts = (
  db: Db,
  query: ExpertFilters,
  after: Cursor | null,
): Promise<Batch<ExpertRow>> => selectBatch(db, filtered(db, query), query, SORTING, after)

export const findExpert = (db: Db, expertId: number): Promise<ExpertRow | undefined> =>
  experts(db).where('e.expert_id', '=', expertId).executeTakeFirst()

export const findExpertOfUser = (db: Db, userId: number): Promise<ExpertRow | undefined> =>
  experts(db).where('e.user_id', '=', userId).executeTakeFirst()

export const findExpertsOfUsers = (db: Db, userIds: readonly number[]): Promise<ExpertRow[]> =>
  userIds.length === 0 ? Promise.resolve([]) : experts(db).where('e.user_id', 'in', userIds).execute()

export const findExperts = (db: Db, expertIds: readonly number[]): Promise<ExpertRow[]> =>
  expertIds.length === 0 ? Promise.resolve([]) : experts(db).where('e.expert_id', 'in', expertIds).execute()

/**
 * Reads and locks an expert, so that nobody disables, rejects or archives it, or changes its identity, before the
 * transaction ends.
 */
export const shareLockExpert = (db: Db, expertId: number): Promise<ExpertRow | undefined> =>
  experts(db).where('e.expert_id', '=', expertId).forShare().executeTakeFirst()

/** Of archived accounts only those of experts still have their phones. */
const hasPhone = (phone: string) =>
  sql<boolean>`u.phone = ${phone} and (u.archived_time is null or u.role_type = 'doctor')`

/** As `shareLockExpert`, the expert with a phone. */
export const shareLockExpertByPhone = (db: Db, phone: string): Promise<ExpertRow | undefined> =>
  experts(db).where(hasPhone(phone)).forShare().executeTakeFirst()

/** The account with a phone and its expert, if any. One query, so that both are from the same snapshot. */
export const findByPhone = (
  db: Db,
  phone: string,
): Promise<{ roleType: RoleType; expertId: number | null } | undefined> =>
  db
    .selectFrom(accountFacts('u'))
    .leftJoin('expert as e', 'e.user_id', 'u.user_id')
    .select(['u.role_type as roleType', 'e.expert_id as expertId'])
    .where(hasPhone(phone))
    .executeTakeFirst()

const WRITTEN = [...expertRecord.updated, ...KEPT, 'accountWaits', 'accountFrom'] as const
type Written = Pick<ExpertRow, (typeof WRITTEN)[number]>

/** Columns of an expert. Undefined fields are left unchanged, or get their default on insert. */
export type ExpertChange = { [K in keyof Written]?: Written[K] | undefined }

/** Time-ordered, and below 2^53. */
export async function nextExpertId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select next_id() as id`.execute(db)
  return rows[0]!.id
}

/** Without an id from `nextExpertId` the database generates one. */
export async function insertExpert(
  db: Db,
  expert: ExpertChange & { expertId?: number; userId: number; name: string },
): Promise<number> {
  const row = await db
    .insertInto('expert')
    .values({
      ...columns.values(WRITTEN, expert),
      expert_id: expert.expertId,
      user_id: expert.userId,
      name: expert.name,
    })
    .returning('expert_id')
    .executeTakeFirstOrThrow()
  return row.expert_id
}

/** What a change compares with. */
const COMPARED = [
  'expertId',
  'userId',
  'name',
  'title',
  'version',
  'auditStatus',
  'idType',
  'idCardCipher',
  'idCardAttachments',
  'bankName',
  'bankAccountCipher',
  'auditedName',
  'auditedAccountCipher',
  'accountWaits',
] as const
export type StoredExpert = Pick<ExpertRow, (typeof COMPARED)[number]>

/**
 * Locks an expert until the transaction ends, so that concurrent changes of its audit status run one after the other.
 */
export const lockExpert = (db: Db, expertId: number): Promise<StoredExpert | undefined> =>
  stored(db).where('expert_id', '=', expertId).executeTakeFirst()

export const lockExpertOfUser = (db: Db, userId: number): Promise<StoredExpert | undefined> =>
  stored(db).where('user_id', '=', userId).executeTakeFirst()

const stored = (db: Db) => db.selectFrom('expert as e').select(columns.select('e', COMPARED)).forUpdate()

export async function updateExpert(db: Db, expertId: number, change: ExpertChange): Promise<void> {
  await db
    .updateTable('expert')
    .set((eb) => ({ ...columns.values(WRITTEN, change), version: eb('version', '+', 1) }))
    .where('expert_id', '=', expertId)
    .execute()
}

/** What an audit has come to, as a part of a change that has counted as one; an approval forgets what was approved before. */
export async function setAudit(
  db: Db,
  expertId: number,
  audit: Pick<
    ExpertChange,
    'auditStatus' | 'auditOpinion' | 'accountWaits' | 'accountFrom' | 'auditedAccountCipher'
  >,
): Promise<void> {
  const forgotten = { auditedName: null, auditedIdCardCipher: null, auditedTitle: null }
  const change: ExpertChange = audit.auditStatus === 'approved' ? { ...audit, ...forgotten } : audit
  if (Object.values(change).every((value) => value === undefined)) return
  await db
    .updateTable('expert')
    .set(columns.values(WRITTEN, change))
    .where('expert_id', '=', expertId)
    .execute()
}

/** Deletes experts and returns the ids of their accounts; refused while a meeting refers to one. */
export async function deleteExperts(db: Db, expertIds: readonly number[]): Promise<number[]> {
  try {
    const rows = await db
      .deleteFrom('expert')
      .where('expert_id', 'in', expertIds)
      .returning('user_id')
      .execute()
    return rows.map((row) => row.user_id)
  } catch (error) {
    if (foreignKeyViolation(error) !== undefined) throw new Refusal('RECORD_IN_USE')
    throw error
  }
}

/** The names of the experts that decisions are about. */
export async function namesOfDecisions(db: Db, decisionIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom(decisionFacts('d'))
    .innerJoin('expert as e', 'e.expert_id', 'd.record_id')
    .select(['d.decision_id as decisionId', 'e.name'])
    .where('d.decision_id', 'in', [...decisionIds])
    .execute()
  return new Map(rows.map(({ decisionId, name }) => [decisionId, name]))
}

/** The only row of the secret that the hashes of persons are made with. */
export const SECRET_ID = 1

export const findSecret = async (db: Db): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('labor_person_secret')
      .select('secret_cipher')
      .where('secret_id', '=', SECRET_ID)
      .executeTakeFirst()
  )?.secret_cipher

/** Keeps the secret if there is none yet, and returns the one that is kept. */
export async function keepSecret(db: Db, sealed: Buffer): Promise<Buffer> {
  await db
    .insertInto('labor_person_secret')
    .values({ secret_id: SECRET_ID, secret_cipher: sealed })
    .onConflict((conflict) => conflict.column('secret_id').doNothing())
    .execute()
  return (await findSecret(db)) ?? sealed
}
