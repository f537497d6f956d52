import { randomUUID } from 'node:crypto'
import type { Delivery } from '@consilium/contract/notices/deliveries.ts'
import type { NoticeTest } from '@consilium/contract/notices/templates.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Outcome } from '../../infra/channels/channel.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { Refusal } from '../../infra/refusal.ts'
import { currentTemplates, NOTICE_TEXTS, SAMPLE_PARAMS, SHIPPED_VERSION } from '../notices/service.ts'
import { composeSample } from './composing.ts'
import { takeRoom } from './limits.ts'
import * as log from './log-repository.ts'
import type { Scope } from './scope.ts'
import { accountOf, insertTest } from './test-repository.ts'
import { unitsOf } from './units.ts'

const TRY_MS = 20_000

/** Sends a notice with made-up values to the caller at once, logs it, and says what became of it. */
export async function sendTest(
  scope: Scope,
  { userId }: Actor,
  { kind, channel: name }: NoticeTest,
): Promise<Delivery> {
  const { db, clock, channels } = scope
  const channel = channels[name]
  if (!channel) throw new Refusal('NOTICE_CHANNEL_MISSING')
  const account = await accountOf(db, userId)
  const to = (await scope.addressesOf(db, [account])).get(userId)?.[name]
  if (to === undefined) throw new Refusal('NOTICE_ADDRESS_MISSING')
  const own = (await currentTemplates(db)).get(kind)
  const text = own ? { 'zh-CN': own.zh, en: own.en } : NOTICE_TEXTS[kind].text
  const gatewayId = randomUUID()
  const message = composeSample(scope, name, { kind, id: gatewayId, to, text, language: account.language })
  const outcome = await channel
    .send(message, AbortSignal.timeout(TRY_MS))
    .catch((error: unknown): Outcome => ({
      accepted: false,
      final: false,
      reason: error instanceof Error ? error.name : 'failed',
    }))
  const deliveryId = await inTransaction(db, async (trx) => {
    if (outcome.accepted)
      await takeRoom(scope, trx, name, [
        { deliveryId: 0, orgId: null, kind, isReminder: false, always: true },
      ])
    return insertTest(trx, {
      gatewayId,
      kind,
      userId,
      channel: name,
      time: clock.wire(),
      params: Object.fromEntries(
        NOTICE_TEXTS[kind].placeholders.map((placeholder) => [placeholder, SAMPLE_PARAMS[placeholder]]),
      ),
      version: own?.version ?? SHIPPED_VERSION,
      provider: (outcome.accepted ? outcome.provider : undefined) ?? channel.provider,
      providerId: outcome.accepted ? (outcome.providerId ?? null) : null,
      reason: outcome.accepted ? null : outcome.reason,
      units: outcome.accepted ? unitsOf(scope, name, message.text) : 0,
    })
  })
  return (await log.findDelivery(db, deliveryId))!
}
