import type { Language } from '@consilium/contract/errors.ts'
import type { PersonalChannel } from '@consilium/contract/notices/notice-kinds.ts'
import type { Db } from '../../infra/db/db.ts'
import { accountFacts } from '../accounts/service.ts'
import { settingFacts } from '../notices/service.ts'

interface Account {
  userId: number
  phone: string | null
  language: Language | null
}

export const accountOf = (db: Db, userId: number): Promise<Account> =>
  db
    .selectFrom(accountFacts('u'))
    .leftJoin(settingFacts('s'), 's.user_id', 'u.user_id')
    .select(['u.user_id as userId', 'u.phone', 's.language'])
    .where('u.user_id', '=', userId)
    .executeTakeFirstOrThrow()

interface Tested {
  gatewayId: string
  kind: string
  userId: number
  channel: PersonalChannel
  params: Readonly<Record<string, string>>
  version: number
  provider: string
  providerId: string | null
  /** Why it was refused; null: it was taken. */
  reason: string | null
  units: number
  time: string
}

/** Logs a message that an operator sent to see whether a channel works. */
export async function insertTest(trx: Db, test: Tested): Promise<number> {
  const { deliveryId } = await trx
    .insertInto('delivery')
    .values({
      gateway_id: test.gatewayId,
      kind: test.kind,
      user_id: test.userId,
      channel: test.channel,
      template_version: test.version,
      params: JSON.stringify(test.params),
      state: test.reason === null ? 'sent' : 'failed',
      reason: test.reason,
      units: test.units,
      attempts: 1,
      provider: test.provider,
      provider_id: test.providerId,
      create_time: test.time,
      sent_time: test.reason === null ? test.time : null,
      settled_time: test.reason === null ? null : test.time,
    })
    .returning('delivery_id as deliveryId')
    .executeTakeFirstOrThrow()
  return deliveryId
}
