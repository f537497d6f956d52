import { sql } from 'kysely'
import { keyHash, makeKey } from '../src/modules/accounts/machine-keys.ts'
import type { Api, MainAccount } from './harness.ts'

let machines = 0

/** A machine account of an organization with a key. No route makes one yet. */
export async function machineOf(
  { db }: Pick<Api, 'db'>,
  main: Pick<MainAccount, 'userId'>,
  given: { expires?: string; role?: string } = {},
) {
  const { expires = '2099-01-01 00:00:00', role = 'executor' } = given
  const key = makeKey()
  machines += 1
  const userName = `machine-${main.userId}-${machines}`
  const { rows } = await sql<{ userId: number }>`
    insert into sys_user (user_name, name_skeleton, display_name, password_hash, role_type, parent_user_id, is_machine)
      values (${userName}, ${userName}, '财务系统', '', ${role}, ${main.userId}, true)
      returning user_id as "userId"`.execute(db)
  const { userId } = rows[0]!
  await sql`insert into machine_key (user_id, key_hash, create_user_id, expire_time)
    values (${userId}, ${keyHash(key)}, ${main.userId}, ${expires})`.execute(db)
  return { key, userId, userName }
}
