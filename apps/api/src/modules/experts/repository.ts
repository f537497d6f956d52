import type { RoleType } from '@consilium/contract/roles.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { AuditStatus, ExpertQuery } from '@consilium/contract/experts.ts'
import type { IdType, TaxResidence } from '@consilium/contract/identity.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { foreignKeyViolation } from '../../infra/db/faults.ts'
import { nameContains } from '../../infra/db/name-search.ts'
import { selectBatch, type Batch, type Cursor } from '../../infra/db/select-batch.ts'
import { containing, selectPage } from '../../infra/db/select-page.ts'
import { inTimeRange } from '../../infra/db/time-range.ts'
import { Refusal } from '../../infra/refusal.ts'

export interface ExpertRow {
  expertId: number
  userId: number
  name: string
  phone: string | null
  unit: string | null
  department: string | null
  title: string | null
  auditStatus: AuditStatus
  auditOpinion: string | null
  idType: IdType
  taxResidence: TaxResidence
  idCardCipher: Buffer | null
  bankName: string | null
  bankAccountCipher: Buffer | null
  bankRegion: string | null
  idCardAttachments: string
  auditedName: string | null
  auditedTitle: string | null
  auditedIdCardCipher: Buffer | null
  nationalityCipher: Buffer | null
  sexCipher: Buffer | null
  birthDateCipher: Buffer | null
  status: '0' | '1'
  archivedTime: string | null
  createTime: string
  version: number
}

const SORTING = {
  columns: {
    expertId: 'e.expert_id',
    name: 'e.name',
    unit: 'e.unit',
    auditStatus: 'e.audit_status',
    createTime: 'e.create_time',
  },
  key: 'e.expert_id',
  neverNull: ['e.name', 'e.audit_status', 'e.create_time'],
} as const

const experts = (db: Db) =>
  db
    .selectFrom('expert as e')
    .innerJoin('sys_user as u', 'u.user_id', 'e.user_id')
    .select([
      'e.expert_id as expertId',
      'e.user_id as userId',
      'e.name',
      'u.phone',
      'e.unit',
      'e.department',
      'e.title',
      'e.audit_status as auditStatus',
      'e.audit_opinion as auditOpinion',
      'e.id_type as idType',
      'e.tax_residence as taxResidence',
      'e.id_card_cipher as idCardCipher',
      'e.bank_name as bankName',
      'e.bank_account_cipher as bankAccountCipher',
      'e.bank_region as bankRegion',
      'e.id_card_attachments as idCardAttachments',
      'e.audited_name as auditedName',
      'e.audited_title as auditedTitle',
      'e.audited_id_card_cipher as auditedIdCardCipher',
      'e.nationality_cipher as nationalityCipher',
      'e.sex_cipher as sexCipher',
      'e.birth_date_cipher as birthDateCipher',
      'u.status',
      'u.archived_time as archivedTime',
      'e.create_time as createTime',
      'e.version',
    ])

type ExpertFilters = Omit<ExpertQuery, 'pageNum' | 'pageSize'>

function filtered(db: Db, query: ExpertFilters) {
  let rows = experts(db)
  if (query.expertId) rows = rows.where('e.expert_id', '=', query.expertId)
  if (query.bankRegion) rows = rows.where('e.bank_region', 'ilike', containing(query.bankRegion))
  if (query.name) rows = rows.where(nameContains('e', 'name', query.name))
  if (query.phone) rows = rows.where('u.phone', 'like', containing(query.phone))
  if (query.unit) rows = rows.where(nameContains('e', 'unit', query.unit))
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

export const findExperts = (db: Db, expertIds: readonly number[]): Promise<ExpertRow[]> =>
  expertIds.length === 0 ? Promise.resolve([]) : experts(db).where('e.expert_id', 'in', expertIds).execute()

/**
 * Reads and locks the status of an expert, so that nobody disables, rejects or archives it before the transaction
 * ends.
 */
export const lockStanding = (
  db: Db,
  expertId: number,
): Promise<Pick<ExpertRow, 'name' | 'status' | 'auditStatus' | 'archivedTime'> | undefined> =>
  db
    .selectFrom('expert as e')
    .innerJoin('sys_user as u', 'u.user_id', 'e.user_id')
    .select(['e.name', 'u.status', 'e.audit_status as auditStatus', 'u.archived_time as archivedTime'])
    .where('e.expert_id', '=', expertId)
    .forShare()
    .executeTakeFirst()

/** The account with a phone and its expert, if any. One query, so that both are from the same snapshot. */
export const findByPhone = (
  db: Db,
  phone: string,
): Promise<{ roleType: RoleType; expertId: number | null } | undefined> =>
  db
    .selectFrom('sys_user as u')
    .leftJoin('expert as e', 'e.user_id', 'u.user_id')
    .select(['u.role_type as roleType', 'e.expert_id as expertId'])
    .where('u.phone', '=', phone)
    .where((eb) => eb.or([eb('u.archived_time', 'is', null), eb('u.role_type', '=', 'doctor')]))
    .executeTakeFirst()

/** Columns of an expert. Undefined fields are left unchanged, or get their default on insert. */
export interface ExpertChange {
  name?: string | undefined
  unit?: string | null | undefined
  department?: string | null | undefined
  title?: string | null | undefined
  auditStatus?: AuditStatus | undefined
  auditOpinion?: string | null | undefined
  idType?: IdType | undefined
  taxResidence?: TaxResidence | undefined
  idCardCipher?: Buffer | null | undefined
  bankName?: string | null | undefined
  bankAccountCipher?: Buffer | null | undefined
  bankRegion?: string | null | undefined
  idCardAttachments?: string | undefined
  auditedName?: string | null | undefined
  auditedTitle?: string | null | undefined
  auditedIdCardCipher?: Buffer | null | undefined
  nationalityCipher?: Buffer | null | undefined
  sexCipher?: Buffer | null | undefined
  birthDateCipher?: Buffer | null | undefined
}

const columns = (change: ExpertChange) => ({
  unit: change.unit,
  department: change.department,
  title: change.title,
  audit_status: change.auditStatus,
  audit_opinion: change.auditOpinion,
  id_type: change.idType,
  tax_residence: change.taxResidence,
  id_card_cipher: change.idCardCipher,
  bank_name: change.bankName,
  bank_account_cipher: change.bankAccountCipher,
  bank_region: change.bankRegion,
  id_card_attachments: change.idCardAttachments,
  audited_name: change.auditedName,
  audited_title: change.auditedTitle,
  audited_id_card_cipher: change.auditedIdCardCipher,
  nationality_cipher: change.nationalityCipher,
  sex_cipher: change.sexCipher,
  birth_date_cipher: change.birthDateCipher,
})

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
    .values({ ...columns(expert), expert_id: expert.expertId, user_id: expert.userId, name: expert.name })
    .returning('expert_id')
    .executeTakeFirstOrThrow()
  return row.expert_id
}

export type StoredExpert = Pick<
  ExpertRow,
  | 'expertId'
  | 'userId'
  | 'name'
  | 'title'
  | 'version'
  | 'auditStatus'
  | 'idType'
  | 'idCardCipher'
  | 'idCardAttachments'
>

/**
 * Locks an expert until the transaction ends, so that concurrent changes of its audit status run one after the other.
 */
export const lockExpert = (db: Db, expertId: number): Promise<StoredExpert | undefined> =>
  stored(db).where('expert_id', '=', expertId).executeTakeFirst()

export const lockExpertOfUser = (db: Db, userId: number): Promise<StoredExpert | undefined> =>
  stored(db).where('user_id', '=', userId).executeTakeFirst()

const stored = (db: Db) =>
  db
    .selectFrom('expert')
    .select([
      'name',
      'title',
      'id_card_cipher as idCardCipher',
      'expert_id as expertId',
      'user_id as userId',
      'version',
      'audit_status as auditStatus',
      'id_type as idType',
      'id_card_attachments as idCardAttachments',
    ])
    .forUpdate()

export async function updateExpert(db: Db, expertId: number, change: ExpertChange): Promise<void> {
  await db
    .updateTable('expert')
    .set((eb) => ({ ...columns(change), name: change.name, version: eb('version', '+', 1) }))
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
