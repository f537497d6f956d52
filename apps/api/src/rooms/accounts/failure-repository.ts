import type { Db } from '../../infra/db/db.ts'

export interface LoginFailure {
  nameHash: Buffer
  now: string
  /** When this failure is forgotten, and with it those before. */
  forgottenAt: string
}

/** Counts a wrong password; answers how many there were lately. */
export async function countFailure(db: Db, { nameHash, now, forgottenAt }: LoginFailure): Promise<number> {
  const row = await db
    .insertInto('login_failure')
    .values({ name_hash: nameHash, failures: 1, window_ends: forgottenAt })
    .onConflict((conflict) =>
      conflict.column('name_hash').doUpdateSet((eb) => ({
        failures: eb
          .case()
          .when('login_failure.window_ends', '<=', now)
          .then(1)
          .else(eb('login_failure.failures', '+', 1))
          .end(),
        window_ends: forgottenAt,
      })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return row.failures
}

export async function recentFailures(db: Db, nameHash: Buffer, now: string): Promise<number> {
  const row = await db
    .selectFrom('login_failure')
    .select('failures')
    .where('name_hash', '=', nameHash)
    .where('window_ends', '>', now)
    .executeTakeFirst()
  return row?.failures ?? 0
}

export async function forgetFailures(db: Db, nameHash: Buffer): Promise<void> {
  await db.deleteFrom('login_failure').where('name_hash', '=', nameHash).execute()
}

export async function purgeFailures(db: Db, now: string): Promise<void> {
  await db.deleteFrom('login_failure').where('window_ends', '<=', now).execute()
}
