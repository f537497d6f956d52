import type { BotChannel, BotKind } from '@consilium/contract/bots/bots.ts'
import type { Db } from '../../infra/db/db.ts'

/** What a group is told, as a row of the log. */
export interface BotDelivery {
  noticeId: number
  botId: number
  orgId: number
  channel: BotChannel
  kind: BotKind
  /** What the group is called. */
  group: string
  meetingId: number
  dueTime: string
  createTime: string
}

/** Logs what waits for groups. */
export async function insertBotDeliveries(trx: Db, deliveries: readonly BotDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await trx
    .insertInto('delivery')
    .values(
      deliveries.map(({ noticeId, botId, orgId, channel, kind, group, meetingId, dueTime, createTime }) => ({
        bot_id: botId,
        bot_notice_id: noticeId,
        org_id: orgId,
        channel,
        kind,
        meeting_id: meetingId,
        params: JSON.stringify({ group }),
        state: 'queued' as const,
        due_time: dueTime,
        create_time: createTime,
      })),
    )
    .execute()
}

interface BotResult {
  state: 'queued' | 'sent' | 'failed' | 'suppressed'
  reason: string | null
  /** When it is tried again. */
  dueTime: string | null
  now: string
  /** A call was made. */
  isTried: boolean
}

/** Notes what became of texts of bots. */
export async function noteBotDeliveries(
  trx: Db,
  noticeIds: readonly number[],
  { state, reason, dueTime, now, isTried }: BotResult,
): Promise<void> {
  if (noticeIds.length === 0) return
  await trx
    .updateTable('delivery')
    .set(({ eb }) => ({
      state,
      reason,
      due_time: dueTime,
      attempts: eb('attempts', '+', isTried ? 1 : 0),
      sent_time: state === 'sent' ? now : null,
      settled_time: state === 'failed' || state === 'suppressed' ? now : null,
    }))
    .where('bot_notice_id', 'in', [...noticeIds])
    .where('state', '=', 'queued')
    .execute()
}
