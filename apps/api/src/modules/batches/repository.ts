import type { BatchState, BatchWork } from '@consilium/contract/batches/batch-states.ts'
import type { PaymentBatchQuery } from '@consilium/contract/batches/batches.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import { isAmended } from '../../domain/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import { selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { organizationFacts } from '../organizations/service.ts'
import { fileFacts } from '../files/service.ts'
import { agreementFacts } from '../agreements/service.ts'
import { entryFacts } from '../payments/service.ts'

type Owner = { mainUserId?: number }

const batches = (db: Db) =>
  db
    .selectFrom('payment_batch as b')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'b.org_id')
    .leftJoin(fileFacts('s'), 's.file_id', 'b.file_id')
    .select([
      'b.batch_id as batchId',
      'b.org_id as orgId',
      'o.org_name as orgName',
      'o.main_user_id as mainUserId',
      'b.title',
      'b.state',
      'b.work',
      'b.work_done as workDone',
      'b.work_total as workTotal',
      'b.paid_date as paidDate',
      'b.preset',
      'b.bank_preset_id as bankPresetId',
      'b.is_stale as isStale',
      'b.lines',
      'b.refused',
      'b.paid',
      'b.returned',
      'b.payable_amount as payableAmount',
      'b.vat_amount as vatAmount',
      'b.surcharge_amount as surchargeAmount',
      'b.income_tax as incomeTax',
      'b.net_amount as netAmount',
      sql<string>`coalesce(${accountName('b.created_by')}, b.created_by_name)`.as('createdByName'),
      'b.create_time as createTime',
      'b.locked_by as lockedBy',
      sql<string | null>`coalesce(${accountName('b.locked_by')}, b.locked_by_name)`.as('lockedByName'),
      'b.locked_time as lockedTime',
      'b.released_by as releasedBy',
      'b.released_by_name as releasedByUserName',
      sql<string | null>`coalesce(${accountName('b.released_by')}, b.released_by_name)`.as('releasedByName'),
      'b.released_time as releasedTime',
      'b.file_id as fileId',
      'b.file_sha256 as fileSha256',
      's.original_name as fileName',
    ])

export type BatchRow = Awaited<ReturnType<ReturnType<typeof batches>['executeTakeFirstOrThrow']>>

const SORTING = { columns: { batchId: 'b.batch_id' }, key: 'b.batch_id' } as const

const owned = (db: Db, { mainUserId }: Owner) =>
  mainUserId === undefined ? batches(db) : batches(db).where('o.main_user_id', '=', mainUserId)

export function listBatches(db: Db, owner: Owner, query: PaymentBatchQuery): Promise<Page<BatchRow>> {
  let rows = owned(db, owner)
  rows = rows.where(inTimeRange('b.create_time', query['params[beginTime]'], query['params[endTime]']))
  if (query.orgId) rows = rows.where('b.org_id', '=', query.orgId)
  if (query.state) rows = rows.where('b.state', '=', query.state)
  return selectPage(db, rows, query, SORTING)
}

export const findBatch = (db: Db, owner: Owner, batchId: number): Promise<BatchRow | undefined> =>
  owned(db, owner).where('b.batch_id', '=', batchId).executeTakeFirst()

/** Locks a batch until the transaction ends, so that nothing else changes it or its lines. */
export async function lockBatch(db: Db, batchId: number): Promise<void> {
  await db
    .selectFrom('payment_batch')
    .select('batch_id')
    .where('batch_id', '=', batchId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertBatch(
  db: Db,
  batch: { orgId: number; title: string; userId: number; userName: string },
): Promise<number> {
  const { batch_id: batchId } = await db
    .insertInto('payment_batch')
    .values({
      org_id: batch.orgId,
      title: batch.title,
      created_by: batch.userId,
      created_by_name: batch.userName,
    })
    .returning('batch_id')
    .executeTakeFirstOrThrow()
  return batchId
}

/** Who does a step, and when. */
export interface Step {
  userId: number
  userName: string
  time: string
}

export interface Beginning {
  batchId: number
  from: readonly BatchState[]
  work: BatchWork
}

const idleIn = (db: Db, { batchId, from, work }: Beginning) =>
  db
    .updateTable('payment_batch')
    .set({
      work,
      work_done: 0,
      work_total: sql<number>`(select count(*) from payment_batch_line l where l.batch_id = payment_batch.batch_id)`,
    })
    .where('batch_id', '=', batchId)
    .where('state', 'in', [...from])
    .where('work', 'is', null)

/** Begins to lock a batch. Returns false if it is worked on already, or in another state. */
export async function beginLocking(
  db: Db,
  beginning: Omit<Beginning, 'work'>,
  {
    userId,
    userName,
    time,
    paidDate,
    preset,
    bankPresetId,
  }: Step & Pick<WorkRow, 'paidDate' | 'preset' | 'bankPresetId'>,
): Promise<boolean> {
  const { numUpdatedRows } = await idleIn(db, { ...beginning, work: 'locking' })
    .set({
      state: 'draft',
      paid_date: paidDate,
      preset,
      bank_preset_id: bankPresetId,
      is_stale: false,
      locked_by: userId,
      locked_by_name: userName,
      locked_time: time,
      released_by: null,
      released_by_name: null,
      released_time: null,
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Begins to release a batch that another person has locked. Returns false if it is not, or not any more. */
export async function beginReleasing(
  db: Db,
  batchId: number,
  { userId, userName, time }: Step,
): Promise<boolean> {
  const { numUpdatedRows } = await idleIn(db, { batchId, from: ['locked'], work: 'releasing' })
    .set({ released_by: userId, released_by_name: userName, released_time: time })
    .where('locked_by', '<>', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Begins to settle what the bank answered. */
export async function beginSettling(db: Db, batchId: number): Promise<boolean> {
  const begun = { batchId, from: ['exported', 'settled'], work: 'settling' } as const
  return (await idleIn(db, begun).executeTakeFirst()).numUpdatedRows > 0n
}

export interface WorkRow {
  batchId: number
  orgId: number
  mainUserId: number
  state: BatchState
  work: BatchWork | null
  paidDate: string
  preset: string
  /** The version of an own preset. */
  bankPresetId: number | null
  releasedBy: Pick<Step, 'userId' | 'userName'> | null
}

/** What a job works on; undefined if there is nothing to do any more. */
export async function findWork(db: Db, batchId: number): Promise<WorkRow | undefined> {
  const row = await batches(db).where('b.batch_id', '=', batchId).executeTakeFirst()
  if (!row || row.work === null || row.paidDate === null || row.preset === null) return undefined
  const { orgId, mainUserId, state, work, paidDate, preset, bankPresetId, releasedBy, releasedByUserName } =
    row
  const by = releasedBy === null ? null : { userId: releasedBy, userName: releasedByUserName ?? '' }
  return { batchId, orgId, mainUserId, state, work, paidDate, preset, bankPresetId, releasedBy: by }
}

export async function reportDone(db: Db, batchId: number, done: number): Promise<void> {
  await db.updateTable('payment_batch').set({ work_done: done }).where('batch_id', '=', batchId).execute()
}

export interface Ending {
  state: BatchState
  isStale?: boolean
  file?: { fileId: number; sha256: Buffer }
}

/** Ends the work on a batch. Returns false if it has ended already. */
export async function endWork(
  db: Db,
  { batchId, work }: { batchId: number; work: BatchWork },
  { state, isStale = false, file }: Ending,
): Promise<boolean> {
  const unreleased = { released_by: null, released_by_name: null, released_time: null }
  const { numUpdatedRows } = await db
    .updateTable('payment_batch')
    .set({
      state,
      work: null,
      is_stale: isStale,
      ...(state === 'draft' ? { locked_by: null, locked_by_name: null, locked_time: null } : {}),
      ...(state === 'draft' || state === 'locked' ? unreleased : {}),
      ...(file ? { file_id: file.fileId, file_sha256: file.sha256 } : {}),
    })
    .where('batch_id', '=', batchId)
    .where('work', '=', work)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Changes the state of a batch that nobody works on. Returns false if it is in another one. */
export async function moveIdle(
  db: Db,
  { batchId, from, to }: { batchId: number; from: readonly BatchState[]; to: BatchState },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_batch')
    .set({ state: to })
    .where('batch_id', '=', batchId)
    .where('state', 'in', [...from])
    .where('work', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Writes what the lines of a batch come to. */
export async function sumUp(db: Db, batchId: number): Promise<void> {
  await sql`
    update payment_batch b set
      lines = s.lines, refused = s.refused, paid = s.paid, returned = s.returned,
      payable_amount = s.payable, vat_amount = s.vat, surcharge_amount = s.surcharge,
      income_tax = s.tax, net_amount = s.net
    from (
      select count(*) filter (where counting) as lines,
        count(*) filter (where state in ('refused', 'dropped')) as refused,
        count(*) filter (where state = 'paid') as paid,
        count(*) filter (where state = 'returned') as returned,
        coalesce(sum(payable_amount) filter (where counting), 0) as payable,
        coalesce(sum(vat_amount) filter (where counting), 0) as vat,
        coalesce(sum(surcharge_amount) filter (where counting), 0) as surcharge,
        coalesce(sum(income_tax) filter (where counting), 0) as tax,
        coalesce(sum(net_amount) filter (where counting), 0) as net
      from (select l.*, l.state in ('draft', 'locked', 'exported', 'paid') as counting
        from payment_batch_line l where l.batch_id = ${batchId}) l
    ) s where b.batch_id = ${batchId}`.execute(db)
}

/** True if the ledger of a person, or an agreement, is another than the one that was settled when the batch was locked. */
export async function hasChanged(db: Db, batchId: number): Promise<boolean> {
  const { rows } = await sql<{ stale: boolean }>`
    select exists (
      select from payment_batch_line l
        join payment_batch b on b.batch_id = l.batch_id
        join ${agreementFacts('a')} on a.attendee_id = l.attendee_id
      where l.batch_id = ${batchId} and l.state = 'locked' and (
        a.payable_amount <> l.payable_amount or a.verify_code is distinct from l.verify_code
        or ${isAmended('a')}
        or exists (select from ${entryFacts('e')}
          where e.org_id = b.org_id and e.person_hash = l.person_hash
            and e.paid_date >= date_trunc('year', b.paid_date) and e.entry_id > coalesce(l.seen_entry_id, 0)))
    ) as stale`.execute(db)
  return rows[0]!.stale
}

export async function insertDownload(
  db: Db,
  {
    batchId,
    userId,
    userName,
    purpose,
  }: { batchId: number; userId: number; userName: string; purpose: string },
): Promise<void> {
  await db
    .insertInto('payment_batch_download')
    .values({ batch_id: batchId, user_id: userId, user_name: userName, purpose })
    .execute()
}

/** Batches with work whose job was lost, as by a restored backup. */
export const unfinished = (db: Db): Promise<{ batchId: number }[]> =>
  db.selectFrom('payment_batch').select('batch_id as batchId').where('work', 'is not', null).execute()
