import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

/** Wrong passwords and codes are counted per name and source. */
export interface FailureKey {
  nameHash: Buffer
  sourceHash: Buffer
}

export interface Failures {
  failures: number
  lockedUntil: string
}

/** The recent wrong passwords of a key; undefined if there are none. */
export const recentFailures = (
  db: Db,
  { nameHash, sourceHash }: FailureKey,
  now: string,
): Promise<Failures | undefined> =>
  db
    .selectFrom('login_failure')
    .select(['failures', 'locked_until as lockedUntil'])
    .where('name_hash', '=', nameHash)
    .where('source_hash', '=', sourceHash)
    .where('forget_time', '>', now)
    .executeTakeFirst()

/** Counts a wrong password and returns the number of recent ones. */
export async function countFailure(
  db: Db,
  { nameHash, sourceHash }: FailureKey,
  { now, forgetTime }: { now: string; forgetTime: string },
): Promise<number> {
  const row = await db
    .insertInto('login_failure')
    .values({
      name_hash: nameHash,
      source_hash: sourceHash,
      failures: 1,
      locked_until: now,
      forget_time: forgetTime,
    })
    .onConflict((conflict) =>
      conflict.columns(['name_hash', 'source_hash']).doUpdateSet((eb) => ({
        failures: eb
          .case()
          .when('login_failure.forget_time', '<=', now)
          .then(1)
          .else(eb('login_failure.failures', '+', 1))
          .end(),
        forget_time: forgetTime,
      })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return row.failures
}

/** Counts an attempt before it is made. Returns false, and counts nothing, once the attempts are used up for the time being. */
export async function spendAttempt(
  db: Db,
  { nameHash, sourceHash }: FailureKey,
  { now, forgetTime, max }: { now: string; forgetTime: string; max: number },
): Promise<boolean> {
  const row = await db
    .insertInto('login_failure')
    .values({
      name_hash: nameHash,
      source_hash: sourceHash,
      failures: 1,
      locked_until: now,
      forget_time: forgetTime,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['name_hash', 'source_hash'])
        .doUpdateSet((eb) => ({
          failures: eb
            .case()
            .when('login_failure.forget_time', '<=', now)
            .then(1)
            .else(eb('login_failure.failures', '+', 1))
            .end(),
          forget_time: forgetTime,
        }))
        .where((eb) =>
          eb.or([eb('login_failure.forget_time', '<=', now), eb('login_failure.failures', '<', max)]),
        ),
    )
    .returning('failures')
    .executeTakeFirst()
  return row !== undefined
}

export async function lockUntil(
  db: Db,
  { nameHash, sourceHash }: FailureKey,
  lockedUntil: string,
): Promise<void> {
  await db
    .updateTable('login_failure')
    .set({ locked_until: lockedUntil })
    .where('name_hash', '=', nameHash)
    .where('source_hash', '=', sourceHash)
    .execute()
}

/** Takes the only turn until `nextTurn`. Of concurrent requests only one gets true. */
export async function takeTurn(
  db: Db,
  { nameHash, sourceHash }: FailureKey,
  { now, nextTurn }: { now: string; nextTurn: string },
): Promise<boolean> {
  const result = await db
    .updateTable('login_failure')
    .set({ locked_until: nextTurn })
    .where('name_hash', '=', nameHash)
    .where('source_hash', '=', sourceHash)
    .where('locked_until', '<=', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes the counted failures of a name, from one source or from all. */
export async function forgetFailures(db: Db, nameHash: Buffer, sourceHash?: Buffer): Promise<void> {
  let rows = db.deleteFrom('login_failure').where('name_hash', '=', nameHash)
  if (sourceHash) rows = rows.where('source_hash', '=', sourceHash)
  await rows.execute()
}

/** Records that the account logged in from this source. */
export async function rememberSource(db: Db, userId: number, sourceHash: Buffer, now: string): Promise<void> {
  await db
    .insertInto('known_source')
    .values({ user_id: userId, source_hash: sourceHash, last_time: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'source_hash']).doUpdateSet({ last_time: now }))
    .execute()
}

/** Returns the sources from which the account has logged in after `since`. */
export async function knownSources(
  db: Db,
  userId: number,
  sourceHashes: readonly Buffer[],
  since: string,
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('known_source')
    .select('source_hash')
    .where('user_id', '=', userId)
    .where('source_hash', 'in', [...sourceHashes])
    .where('last_time', '>', since)
    .execute()
  return rows.map((row) => row.source_hash)
}

/** Deletes all known sources of the account. */
export async function forgetSources(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('known_source').where('user_id', '=', userId).execute()
}

export async function purgeFailures(db: Db, now: string, sourcesBefore: string): Promise<void> {
  await db.deleteFrom('login_failure').where('forget_time', '<=', now).execute()
  await db.deleteFrom('known_source').where('last_time', '<=', sourcesBefore).execute()
}

/** Sets the time of the last login. */
export async function markLogin(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('sys_user')
    .set({ last_login_time: sql`now()` })
    .where('user_id', '=', userId)
    .execute()
}
