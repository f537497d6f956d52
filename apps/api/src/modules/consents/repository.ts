import type { DataConsent } from '@consilium/contract/consents/consents.ts'
import type { Db } from '../../infra/db/db.ts'

export const listConsents = (db: Db, userId: number): Promise<DataConsent['records']> =>
  db
    .selectFrom('data_consent')
    .select([
      'version',
      'given_time as givenTime',
      'ended_time as endedTime',
      'ended_because as endedBecause',
    ])
    .where('user_id', '=', userId)
    .orderBy('consent_id', 'desc')
    .execute()

/** Returns the version in force, and locks it until the transaction ends. */
export async function lockConsent(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('data_consent')
    .select('version')
    .where('user_id', '=', userId)
    .where('ended_time', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.version ?? null
}

/** Of concurrent requests one gives the consent; the others find it given. */
export async function insertConsent(
  db: Db,
  consent: { userId: number; version: string; time: string; address: string },
): Promise<void> {
  await db
    .insertInto('data_consent')
    .values({
      user_id: consent.userId,
      version: consent.version,
      given_time: consent.time,
      given_from: consent.address,
    })
    .onConflict((conflict) => conflict.column('user_id').where('ended_time', 'is', null).doNothing())
    .execute()
}

export async function endConsent(
  db: Db,
  userId: number,
  { time, because }: { time: string; because: 'withdrawn' | 'renewed' },
): Promise<void> {
  await db
    .updateTable('data_consent')
    .set({ ended_time: time, ended_because: because })
    .where('user_id', '=', userId)
    .where('ended_time', 'is', null)
    .execute()
}
