import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { accountFacts } from '../accounts/service.ts'

export interface TextedCode {
  gatewayId: string
  phone: string
  kind: string
  params: Readonly<Record<string, string>>
  state: 'sent' | 'failed'
  reason: string | null
  provider: string
  time: string
}

/** Logs a text message that the account sent itself, under the account that has the phone now. */
export async function insertTexted(db: Db, texted: TextedCode): Promise<void> {
  const { gatewayId, phone, kind, params, state, reason, provider, time } = texted
  await sql`
    insert into delivery (gateway_id, kind, user_id, channel, params, state, reason, attempts, provider, create_time,
        units, sent_time, settled_time)
      values (${gatewayId}, ${kind}, (select u.user_id from ${accountFacts('u')} where u.phone = ${phone}), 'sms',
        ${JSON.stringify(params)}, ${state}, ${reason}, 1, ${provider}, ${time},
        case when ${state} = 'sent' then 1 else 0 end, case when ${state} = 'sent' then ${time}::timestamptz end,
        case when ${state} = 'failed' then ${time}::timestamptz end)
      on conflict (gateway_id) do nothing`.execute(db)
}
