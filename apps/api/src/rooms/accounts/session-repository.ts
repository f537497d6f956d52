import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

export async function insertSession(
  db: Db,
  session: { userId: number; tokenHash: Buffer; expireTime: string },
): Promise<void> {
  await db
    .insertInto('sys_session')
    .values({ user_id: session.userId, token_hash: session.tokenHash, expire_time: session.expireTime })
    .execute()
}

export async function deleteSession(db: Db, sessionId: number): Promise<void> {
  await db.deleteFrom('sys_session').where('session_id', '=', sessionId).execute()
}

export async function deleteSessionsOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sys_session').where('user_id', '=', userId).execute()
}

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sys_session').where('expire_time', '<=', now).execute()
}

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

export interface CodeToSend {
  phone: string
  codeHash: Buffer
  now: string
  expireTime: string
  /** A code sent after this is too recent for another. */
  notSince: string
  today: string
  dailyLimit: number
}

/** Replaces the phone's code unless it was sent one just now or had enough today. One statement: two cannot both pass. */
export async function storeCode(db: Db, code: CodeToSend): Promise<boolean> {
  const stored = await db
    .insertInto('sms_code')
    .values({
      phone: code.phone,
      code_hash: code.codeHash,
      sent_time: code.now,
      expire_time: code.expireTime,
      sent_day: code.today,
    })
    .onConflict((conflict) =>
      conflict
        .column('phone')
        .doUpdateSet((eb) => ({
          code_hash: eb.ref('excluded.code_hash'),
          sent_time: eb.ref('excluded.sent_time'),
          expire_time: eb.ref('excluded.expire_time'),
          attempts: 0,
          sent_day: eb.ref('excluded.sent_day'),
          sent_count: eb
            .case()
            .when('sms_code.sent_day', '=', eb.ref('excluded.sent_day'))
            .then(eb('sms_code.sent_count', '+', 1))
            .else(1)
            .end(),
        }))
        .where('sms_code.sent_time', '<=', code.notSince)
        .where((eb) =>
          eb.or([eb('sms_code.sent_day', '<', code.today), eb('sms_code.sent_count', '<', code.dailyLimit)]),
        ),
    )
    .returning('phone')
    .executeTakeFirst()
  return stored !== undefined
}

export const findCode = (db: Db, phone: string) =>
  db
    .selectFrom('sms_code')
    .select(['sent_time as sentTime', 'sent_day as sentDay', 'sent_count as sentCount'])
    .where('phone', '=', phone)
    .executeTakeFirst()

/** Spends one of the tries and answers the hash to compare with; nothing once they are used up or time is over. */
export async function spendTry(db: Db, phone: string, now: string, tries: number): Promise<Buffer | null> {
  const row = await db
    .updateTable('sms_code')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('phone', '=', phone)
    .where('expire_time', '>', now)
    .where('attempts', '<', tries)
    .where('code_hash', 'is not', null)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash ?? null
}

/** Gives back the try that a right code cost. */
export async function refundTry(db: Db, phone: string, codeHash: Buffer): Promise<void> {
  await db
    .updateTable('sms_code')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('phone', '=', phone)
    .where('code_hash', '=', codeHash)
    .execute()
}

/** Uses a code up. Of two that come with the same one, one finds it. */
export async function useCode(db: Db, phone: string, codeHash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('sms_code')
    .set({ code_hash: sql<null>`null` })
    .where('phone', '=', phone)
    .where('code_hash', '=', codeHash)
    .returning('phone')
    .executeTakeFirst()
  return row !== undefined
}
