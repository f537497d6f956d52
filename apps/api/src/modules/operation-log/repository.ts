import type { OperationLog, OperationLogQuery } from '@consilium/contract/operation-log/operation-log.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import type { OperationEntry } from '../../infra/http/operation-entry.ts'
import { sql } from 'kysely'

export type OperationRow = Omit<OperationLog, 'summary'>

const SORTING = {
  columns: { operId: 'oper_id', operTime: 'oper_time', operation: 'operation' },
  key: 'oper_id',
  neverNull: ['oper_time', 'operation'],
} as const

/** The account that called, and its name; the platform has a name only. */
const callerOf = (actor: OperationEntry['actor']) => {
  if (actor === null) return { user_id: null, user_name: null }
  if ('userId' in actor) return { user_id: actor.userId, user_name: actor.userName }
  return { user_id: null, user_name: actor.kind }
}

export async function insertOperation(db: Db, entry: OperationEntry): Promise<void> {
  await db
    .insertInto('oper_log')
    .values({
      operation: entry.operation,
      ...callerOf(entry.actor),
      target: entry.target,
      http_status: entry.httpStatus,
      error: entry.error,
      ip: entry.ip,
      request_id: entry.requestId,
    })
    .execute()
}

export interface LastDone {
  userId: number | null
  /** Of the account, or of the platform. */
  name: string
  time: string
}

/** Who last did this to the target with success, within a day; undefined if nobody did. */
export async function lastDoneBy(
  db: Db,
  { operation, target }: Pick<OperationEntry, 'operation' | 'target'>,
): Promise<LastDone | undefined> {
  return await db
    .selectFrom('oper_log')
    .select([
      'user_id as userId',
      sql<string>`coalesce(${accountName('oper_log.user_id')}, oper_log.user_name, '')`.as('name'),
      'oper_time as time',
    ])
    .where('operation', '=', operation)
    .where('target', '=', target)
    .where('error', 'is', null)
    .where('oper_time', '>', sql<string>`now() - interval '1 day'`)
    .orderBy('oper_id', 'desc')
    .limit(1)
    .executeTakeFirst()
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
  // By the index of all ids of an entry.
  if (query.target)
    rows = rows.where(sql<boolean>`string_to_array(target, ' ') @> array[${query.target}::text]`)
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
