import type { OperationLog, OperationLogQuery } from '@consilium/contract/operation-log.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Db } from '../../infra/db/db.ts'
import { selectBatch, type Batch, type Cursor } from '../../infra/db/select-batch.ts'
import { containing, selectPage } from '../../infra/db/select-page.ts'
import { inTimeRange } from '../../infra/db/time-range.ts'
import type { OperationEntry } from '../../infra/http/operation-entry.ts'
import { sql } from 'kysely'

export type OperationRow = Omit<OperationLog, 'summary'>

const SORTING = {
  columns: { operId: 'oper_id', operTime: 'oper_time', operation: 'operation' },
  key: 'oper_id',
  neverNull: ['oper_time', 'operation'],
} as const

export async function insertOperation(db: Db, entry: OperationEntry): Promise<void> {
  await db
    .insertInto('oper_log')
    .values({
      operation: entry.operation,
      user_id: entry.actor?.userId ?? null,
      user_name: entry.actor?.userName ?? null,
      target: entry.target,
      http_status: entry.httpStatus,
      error: entry.error,
      ip: entry.ip,
      request_id: entry.requestId,
    })
    .execute()
}

/** Who last did this to the target with success, within a day; undefined if nobody did. */
export async function lastDoneBy(
  db: Db,
  { operation, target }: Pick<OperationEntry, 'operation' | 'target'>,
): Promise<number | null | undefined> {
  const last = await db
    .selectFrom('oper_log')
    .select('user_id')
    .where('operation', '=', operation)
    .where('target', '=', target)
    .where('error', 'is', null)
    .where('oper_time', '>', sql<string>`now() - interval '1 day'`)
    .orderBy('oper_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.user_id
}

export type OperationFilters = Omit<OperationLogQuery, 'pageNum' | 'pageSize'>

function filtered(db: Db, query: OperationFilters) {
  let rows = db
    .selectFrom('oper_log')
    .select([
      'oper_id as operId',
      'operation',
      'user_id as userId',
      'user_name as userName',
      'target',
      'http_status as httpStatus',
      'error',
      'ip',
      'request_id as requestId',
      'oper_time as operTime',
    ])
  if (query.operation) rows = rows.where('operation', 'ilike', containing(query.operation))
  if (query.userName) rows = rows.where('user_name', 'ilike', containing(query.userName))
  if (query.userId) rows = rows.where('user_id', '=', query.userId)
  if (query.error) rows = rows.where('error', 'ilike', containing(query.error))
  if (query.requestId) rows = rows.where('request_id', '=', query.requestId)
  return rows.where(inTimeRange('oper_time', query['params[beginTime]'], query['params[endTime]']))
}

export const listOperations = (db: Db, query: OperationLogQuery): Promise<Page<OperationRow>> =>
  selectPage(db, filtered(db, query), query, SORTING)

export const batchOfOperations = (
  db: Db,
  query: OperationFilters,
  after: Cursor | null,
): Promise<Batch<OperationRow>> => selectBatch(db, filtered(db, query), query, SORTING, after)
