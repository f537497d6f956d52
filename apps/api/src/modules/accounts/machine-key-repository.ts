import type { Machine } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'

type FoundMachine = Pick<
  Machine,
  'userId' | 'userName' | 'roleType' | 'mainUserId' | 'orgId' | 'orgType' | 'keyId'
> & {
  expireTime: string
  lastUsedTime: string | null
}

/** The active machine account of an active organization that has this key. Its role is that of the main account. */
export const findMachine = (db: Db, hash: Buffer): Promise<FoundMachine | undefined> =>
  db
    .selectFrom('machine_key as k')
    .innerJoin('sys_user as u', 'u.user_id', 'k.user_id')
    .innerJoin('sys_user as main', 'main.user_id', 'u.main_user_id')
    .innerJoin('organization as o', 'o.main_user_id', 'u.main_user_id')
    .select([
      'u.user_id as userId',
      'u.user_name as userName',
      'main.role_type as roleType',
      'u.main_user_id as mainUserId',
      'o.org_id as orgId',
      'o.org_type as orgType',
      'k.key_id as keyId',
      'k.expire_time as expireTime',
      'k.last_used_time as lastUsedTime',
    ])
    .where('k.key_hash', '=', hash)
    .where('u.is_machine', '=', true)
    .where('u.status', '=', '0')
    .where('u.archived_time', 'is', null)
    .where('main.status', '=', '0')
    .where('main.archived_time', 'is', null)
    .executeTakeFirst()

export async function noteKeyUse(db: Db, keyId: number, now: string): Promise<void> {
  await db.updateTable('machine_key').set({ last_used_time: now }).where('key_id', '=', keyId).execute()
}
