import type { Db } from '../../infra/db/db.ts'

/** Notes which version of the privacy notice an account has agreed to, and when. */
export async function savePrivacy(
  db: Db,
  userId: number,
  { version, time }: { version: string; time: string },
): Promise<void> {
  await db
    .updateTable('sys_user')
    .set({ privacy_version: version, privacy_time: time })
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteAccounts(db: Db, userIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('sys_user')
    .where('user_id', 'in', [...userIds])
    .execute()
}
