import type { Language } from '@consilium/contract/errors.ts'
import type { MessageKind } from '@consilium/contract/messages/messages.ts'
import type { NoticeMode } from '@consilium/contract/notices/notice-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import type { Calendar } from './working-days.ts'
import { valuesInUse } from '../dictionaries/service.ts'

export interface StoredPreference {
  kind: MessageKind
  mode: NoticeMode
  sms: boolean
  mail: boolean
}

export const preferencesOf = (db: Db, userId: number): Promise<StoredPreference[]> =>
  db
    .selectFrom('notice_preference')
    .select([sql<MessageKind>`kind`.as('kind'), 'mode', 'sms', 'mail'])
    .where('user_id', '=', userId)
    .execute()

export interface Setting {
  quietFrom: number
  quietUntil: number
  language: Language
}

export const settingOf = (db: Db, userId: number): Promise<Setting | undefined> =>
  db
    .selectFrom('notice_setting')
    .select(['quiet_from as quietFrom', 'quiet_until as quietUntil', 'language'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

export async function savePreferences(
  trx: Db,
  userId: number,
  preferences: readonly StoredPreference[],
): Promise<void> {
  if (preferences.length === 0) return
  await trx
    .insertInto('notice_preference')
    .values(preferences.map((preference) => ({ user_id: userId, ...preference })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet(({ ref }) => ({
        mode: ref('excluded.mode'),
        sms: ref('excluded.sms'),
        mail: ref('excluded.mail'),
      })),
    )
    .execute()
}

export async function saveSetting(trx: Db, userId: number, setting: Setting): Promise<void> {
  const columns = {
    quiet_from: setting.quietFrom,
    quiet_until: setting.quietUntil,
    language: setting.language,
  }
  await trx
    .insertInto('notice_setting')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

export interface NewLink {
  code: string
  userId: number
  resource: string
  recordId: number
  expireTime: string
}

export async function insertLinks(trx: Db, links: readonly NewLink[]): Promise<void> {
  if (links.length === 0) return
  await trx
    .insertInto('notice_link')
    .values(
      links.map((link) => ({
        code: link.code,
        user_id: link.userId,
        resource: link.resource,
        record_id: link.recordId,
        expire_time: link.expireTime,
      })),
    )
    .execute()
}

export const findLink = (
  db: Db,
  { code, userId, now }: { code: string; userId: number; now: string },
): Promise<{ resource: string; id: number } | undefined> =>
  db
    .selectFrom('notice_link')
    .select(['resource', 'record_id as id'])
    .where('code', '=', code)
    .where('user_id', '=', userId)
    .where('expire_time', '>', now)
    .executeTakeFirst()

const PURGED_AT_ONCE = 1000

/** Deletes links that have expired. */
export async function purgeLinks(db: Db, now: string): Promise<void> {
  for (;;) {
    const { numAffectedRows: deleted = 0n } = await sql`
      delete from notice_link where code in (
        select code from notice_link where expire_time < ${now} order by expire_time limit ${PURGED_AT_ONCE})`.execute(
      db,
    )
    if (Number(deleted) < PURGED_AT_ONCE) return
  }
}

/** The days of the dictionaries `holiday` and `workday`, whose values are dates. */
export async function calendar(db: Db): Promise<Calendar> {
  const rows = await valuesInUse(db, ['holiday', 'workday'])
  const daysOf = (type: string) => new Set(rows.filter((row) => row.type === type).map(({ value }) => value))
  return { holidays: daysOf('holiday'), workdays: daysOf('workday') }
}
