import type { Page } from '@consilium/contract/envelope.ts'
import type { OwnSession, OwnSessionQuery } from '@consilium/contract/login/own-sessions.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { selectPage } from '../../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../../infra/db/lists/time-range.ts'

const SORTING = {
  columns: { lastUsedTime: 'last_used_time', createTime: 'create_time' },
  key: 'session_id',
} as const

export function listSessions(
  db: Db,
  { userId, sessionId, now }: { userId: number; sessionId: number; now: string },
  query: OwnSessionQuery,
): Promise<Page<OwnSession>> {
  const rows = db
    .selectFrom('sys_session')
    .select((eb) => [
      'session_id as sessionId',
      'device',
      'address',
      eb('second_factor_time', 'is not', null).$castTo<boolean>().as('withFactor'),
      sql<boolean>`session_id = ${sessionId}`.as('isCurrent'),
      'create_time as createTime',
      'last_used_time as lastUsedTime',
      'expire_time as expireTime',
    ])
    .where('user_id', '=', userId)
    .where('expire_time', '>', now)
    .where(inTimeRange('create_time', query['params[beginTime]'], query['params[endTime]']))
  return selectPage(db, rows, { ...query, orderByColumn: query.orderByColumn ?? 'lastUsedTime' }, SORTING)
}
