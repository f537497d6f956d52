import type { Db } from '../../infra/db/db.ts'

/** The phone that was proposed for an account and is not confirmed by its owner yet. */
export async function pendingPhoneOf(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('phone_change')
    .select('phone')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.phone ?? null
}

export async function proposeChange(
  db: Db,
  change: { userId: number; phone: string; startUserId: number },
): Promise<void> {
  const { userId, phone, startUserId } = change
  await db
    .insertInto('phone_change')
    .values({ user_id: userId, phone, start_user_id: startUserId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ phone, start_user_id: startUserId }))
    .execute()
}

export async function forgetChange(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('phone_change').where('user_id', '=', userId).execute()
}
