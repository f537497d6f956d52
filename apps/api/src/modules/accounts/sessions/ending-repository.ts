import { sql, type ExpressionBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import type { Tables } from '../../../infra/db/tables.ts'

/** Accounts, and with `below` their sub-accounts as well. */
export interface Accounts {
  userIds: readonly number[]
  below: boolean
}

/** Which sessions an ending leaves open: one, or those that have proven a second factor; without either, none. */
export interface Kept {
  sessionId?: number
  proven?: boolean
}

const chosen = (eb: ExpressionBuilder<Tables, 'sys_user'>, { userIds, below }: Accounts) => {
  const own = eb('user_id', 'in', [...userIds])
  return below ? eb.or([own, eb('main_user_id', 'in', [...userIds])]) : own
}

/**
 * Until the transaction ends nobody opens a session of these accounts. The locks still allow references to them; they
 * are taken in one order, so that two callers do not wait for one another.
 */
export async function lockAccounts(db: Db, userIds: readonly number[]): Promise<void> {
  await db
    .selectFrom('sys_user')
    .select('user_id')
    .where('user_id', 'in', [...userIds])
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Deletes what accounts have begun to prove: challenges, codes by SMS, and an authenticator app not yet confirmed. The
 * challenges of a session that stays are its own and work nowhere else, so they stay with it.
 */
export async function deletePendingProofs(db: Db, accounts: Accounts, kept?: Kept): Promise<void> {
  const ids = db.selectFrom('sys_user').where((eb) => chosen(eb, accounts))
  let challenges = db.deleteFrom('factor_challenge').where('user_id', 'in', ids.select('user_id'))
  if (kept?.sessionId !== undefined)
    challenges = challenges.where('session_id', 'is distinct from', kept.sessionId)
  await challenges.execute()
  const requesters = ids.select(sql<string>`concat('user:', user_id)`.as('requester'))
  const phones = ids.select((eb) => eb.ref('phone').$notNull().as('phone')).where('phone', 'is not', null)
  await db.deleteFrom('verification_code').where('requester', 'in', requesters).execute()
  await db.deleteFrom('verification_code').where('phone', 'in', phones).execute()
  await db
    .deleteFrom('totp_factor')
    .where('user_id', 'in', ids.select('user_id'))
    .where('confirmed_time', 'is', null)
    .execute()
}

export interface EndedSession {
  userId: number
  sessionId: number
}

/** Deletes sessions, all of the accounts or those named, except the kept ones. */
export async function deleteSessions(
  db: Db,
  accounts: Accounts,
  { only, kept }: { only?: readonly number[] | undefined; kept?: Kept | undefined },
): Promise<EndedSession[]> {
  const ids = db
    .selectFrom('sys_user')
    .select('user_id')
    .where((eb) => chosen(eb, accounts))
  let ended = db.deleteFrom('sys_session').where('user_id', 'in', ids)
  if (only) ended = ended.where('session_id', 'in', [...only])
  if (kept?.sessionId !== undefined) ended = ended.where('session_id', '<>', kept.sessionId)
  if (kept?.proven === true) ended = ended.where('second_factor_time', 'is', null)
  return ended.returning(['user_id as userId', 'session_id as sessionId']).execute()
}
