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
