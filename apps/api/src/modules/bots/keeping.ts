import {
  BOTS_OF_ORGANIZATION_MAX,
  type Bot,
  type BotCreate,
  type BotUpdate,
} from '@consilium/contract/bots/bots.ts'
import type { SuppressedBecause } from '@consilium/contract/notices/notice-kinds.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { noteBotDeliveries } from '../deliveries/service.ts'
import { readBotAddress, requireSecretOf } from './bot-address.ts'
import { keptFor } from './policy.ts'
import * as repository from './repository.ts'
import { placeOf, type Scope } from './scope.ts'

function viewOf(row: repository.BotRow, waiting: number): Bot {
  const { orgId: _org, addressCipher: _address, secretCipher: _secret, leasedUntil: _lease, ...shown } = row
  return { ...shown, waiting }
}

/** A bot of the caller's own organization. Throws NOT_FOUND. */
export async function findRow(within: Db, actor: Actor, botId: number): Promise<repository.BotRow> {
  const row = await repository.findBot(within, botId)
  if (!row || row.orgId !== keptFor(actor)) throw new Refusal('NOT_FOUND')
  return row
}

export async function findBot({ db }: Pick<Scope, 'db'>, actor: Actor, botId: number): Promise<Bot> {
  const row = await findRow(db, actor, botId)
  return viewOf(row, (await repository.waitingOf(db, [botId])).get(botId) ?? 0)
}

export async function listBots({ db }: Scope, actor: Actor): Promise<{ bots: Bot[] }> {
  const orgId = keptFor(actor)
  const rows = orgId === null ? [] : await repository.listBots(db, orgId)
  const waiting = await repository.waitingOf(
    db,
    rows.map(({ botId }) => botId),
  )
  return { bots: rows.map((row) => viewOf(row, waiting.get(row.botId) ?? 0)) }
}

const valuesOf = ({ name, kinds, quietFrom, quietUntil }: BotCreate | BotUpdate): repository.BotValues => ({
  name,
  kinds,
  quiet_from: quietFrom,
  quiet_until: quietUntil,
})

export async function createBot(scope: Scope, actor: Actor, body: BotCreate): Promise<Bot> {
  const { db, keys, config } = scope
  const orgId = keptFor(actor)
  if (orgId === null) throw new Refusal('FORBIDDEN')
  const { channel, secret } = body
  const { address, host, tail } = readBotAddress(body.address, channel, config.channels.botOrigins[channel])
  if (secret !== undefined) requireSecretOf(channel, secret)
  const botId = await inTransaction(db, async (trx) => {
    if ((await repository.lockBotsOf(trx, orgId)) >= BOTS_OF_ORGANIZATION_MAX)
      throw new Refusal('TOO_MANY_BOTS', { params: { max: BOTS_OF_ORGANIZATION_MAX } })
    const id = await repository.nextBotId(trx)
    await repository.insertBot(trx, {
      ...valuesOf(body),
      bot_id: id,
      org_id: orgId,
      channel,
      host,
      tail,
      address_cipher: keys.seal(address, placeOf('address_cipher', id)),
      secret_cipher: secret === undefined ? null : keys.seal(secret, placeOf('secret_cipher', id)),
    })
    return id
  })
  return findBot(scope, actor, botId)
}

/** Another bot has another secret: the former one never signs calls to a new address. */
function sealedChange(
  { keys, config }: Scope,
  { botId, channel, hasSecret }: repository.BotRow,
  { address, secret }: BotUpdate,
): Partial<repository.Sealed> {
  if (address !== undefined && hasSecret && secret === undefined)
    throw refuseField('BOT_SECRET_NEEDED', 'secret')
  const read =
    address === undefined ? null : readBotAddress(address, channel, config.channels.botOrigins[channel])
  if (typeof secret === 'string') requireSecretOf(channel, secret)
  return {
    ...(read
      ? {
          address_cipher: keys.seal(read.address, placeOf('address_cipher', botId)),
          host: read.host,
          tail: read.tail,
        }
      : {}),
    ...(secret === undefined
      ? {}
      : { secret_cipher: secret === null ? null : keys.seal(secret, placeOf('secret_cipher', botId)) }),
  }
}

export async function updateBot(scope: Scope, actor: Actor, body: BotUpdate): Promise<Bot> {
  const { botId, version, isOn } = body
  const row = await findRow(scope.db, actor, botId)
  const values = { ...valuesOf(body), ...sealedChange(scope, row, body), is_on: isOn }
  await inTransaction(scope.db, async (trx) => {
    if (!(await repository.updateBot(trx, { botId, version }, values))) throw new Refusal('STALE_RECORD')
    if (!isOn) await dropWaiting(scope, trx, botId, 'OFF')
  })
  return findBot(scope, actor, botId)
}

/** What waits is told no more. */
async function dropWaiting(
  { clock }: Scope,
  trx: Db,
  botId: number,
  reason: SuppressedBecause,
): Promise<void> {
  const given = { state: 'suppressed', reason, dueTime: null, isTried: false } as const
  await noteBotDeliveries(trx, await repository.dropNotices(trx, botId), { ...given, now: clock.wire() })
}

export async function removeBot(scope: Scope, actor: Actor, botId: number): Promise<null> {
  await findRow(scope.db, actor, botId)
  await inTransaction(scope.db, async (trx) => {
    await dropWaiting(scope, trx, botId, 'GONE')
    await repository.deleteBot(trx, botId)
  })
  return null
}
