import type { CodePurpose } from '@consilium/contract/login/verification.ts'
import type { Db } from '../../../infra/db/db.ts'

/** A code is looked up by all three fields. */
export interface CodeKey {
  phone: string
  purpose: CodePurpose
  requester: string
}

export interface NewCode extends CodeKey {
  messageId: string
  codeHash: Buffer
  expireTime: string
}

/** Stores a code and replaces an earlier one with the same key. */
export async function storeCode(db: Db, code: NewCode): Promise<void> {
  const changing = {
    message_id: code.messageId,
    code_hash: code.codeHash,
    expire_time: code.expireTime,
    attempts: 0,
  }
  await db
    .insertInto('verification_code')
    .values({ phone: code.phone, purpose: code.purpose, requester: code.requester, ...changing })
    .onConflict((conflict) => conflict.columns(['phone', 'purpose', 'requester']).doUpdateSet(changing))
    .execute()
}

export interface StoredCode {
  messageId: string
  codeHash: Buffer
}

/**
 * Spends one try and returns the code to compare with; undefined when the tries are used up or the code has expired.
 */
export async function spendTry(
  db: Db,
  { phone, purpose, requester }: CodeKey,
  now: string,
  tries: number,
): Promise<StoredCode | undefined> {
  return db
    .updateTable('verification_code')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('requester', '=', requester)
    .where('expire_time', '>', now)
    .where('attempts', '<', tries)
    .returning(['message_id as messageId', 'code_hash as codeHash'])
    .executeTakeFirst()
}

/** Gives back the try that a correct code cost. */
export async function refundTry(db: Db, messageId: string): Promise<void> {
  await db
    .updateTable('verification_code')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('message_id', '=', messageId)
    .execute()
}

/** Deletes a code. Of concurrent requests with the same code only one gets true. */
export async function removeCode(db: Db, messageId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('verification_code')
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export interface Allowance {
  scope: Buffer
  perDay: number
  /** No further message may follow one sent after this time; null means no pause is required. */
  notSince: string | null
}

interface Moment {
  now: string
  today: string
}

/** Counts a message. Returns false, and counts nothing, if the last one is too recent or the daily limit is reached. */
export async function takeAllowance(
  db: Db,
  { scope, perDay, notSince }: Allowance,
  { now, today }: Moment,
): Promise<boolean> {
  const row = await db
    .insertInto('sms_quota')
    .values({ scope, sent_day: today, sent_count: 1, last_time: now })
    .onConflict((conflict) =>
      conflict
        .column('scope')
        .doUpdateSet((eb) => ({
          sent_day: eb.ref('excluded.sent_day'),
          last_time: eb.ref('excluded.last_time'),
          sent_count: eb
            .case()
            .when('sms_quota.sent_day', '=', eb.ref('excluded.sent_day'))
            .then(eb('sms_quota.sent_count', '+', 1))
            .else(1)
            .end(),
        }))
        .where((eb) =>
          eb.and([
            eb.or([eb('sms_quota.sent_day', '<', today), eb('sms_quota.sent_count', '<', perDay)]),
            ...(notSince === null ? [] : [eb('sms_quota.last_time', '<=', notSince)]),
          ]),
        ),
    )
    .returning('sent_count')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes an undelivered message from the count, so that another may be sent at once. */
export async function returnAllowance(db: Db, scopes: readonly Buffer[], lastTime: string): Promise<void> {
  await db
    .updateTable('sms_quota')
    .set((eb) => ({ sent_count: eb('sent_count', '-', 1), last_time: lastTime }))
    .where('scope', 'in', [...scopes])
    .where('sent_count', '>', 0)
    .execute()
}

/** Number of messages sent in a scope today. */
export async function sentToday(db: Db, scope: Buffer, today: string): Promise<number> {
  const row = await db
    .selectFrom('sms_quota')
    .select('sent_count')
    .where('scope', '=', scope)
    .where('sent_day', '=', today)
    .executeTakeFirst()
  return row?.sent_count ?? 0
}

export async function purgeCodes(db: Db, now: string, quotasBefore: string): Promise<void> {
  await db.deleteFrom('verification_code').where('expire_time', '<=', now).execute()
  await db.deleteFrom('spent_proof').where('expire_time', '<=', now).execute()
  await db.deleteFrom('sms_quota').where('last_time', '<=', quotasBefore).execute()
}

/** Marks a proof as used. Returns false if it was used before. */
export async function spendProof(db: Db, proofHash: Buffer, expireTime: string): Promise<boolean> {
  const result = await db
    .insertInto('spent_proof')
    .values({ proof_hash: proofHash, expire_time: expireTime })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}
