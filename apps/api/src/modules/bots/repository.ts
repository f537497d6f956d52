import type { Bot, BotChannel, BotKind } from '@consilium/contract/bots/bots.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { lockOrganization } from '../organizations/service.ts'

export interface BotRow extends Omit<Bot, 'waiting'> {
  orgId: number
  addressCipher: Buffer
  secretCipher: Buffer | null
  leasedUntil: string | null
}

const COLUMNS = [
  'bot_id as botId',
  'org_id as orgId',
  'channel',
  'name',
  'address_cipher as addressCipher',
  'secret_cipher as secretCipher',
  'host',
  'tail',
  'kinds',
  'quiet_from as quietFrom',
  'quiet_until as quietUntil',
  'is_on as isOn',
  'sent_time as sentTime',
  'failure',
  'leased_until as leasedUntil',
  'version',
  'create_time as createTime',
] as const

const selectBots = (db: Db) =>
  db
    .selectFrom('organization_bot')
    .select(COLUMNS)
    .select((eb) => eb('secret_cipher', 'is not', null).$castTo<boolean>().as('hasSecret'))

export const listBots = (db: Db, orgId: number): Promise<BotRow[]> =>
  selectBots(db).where('org_id', '=', orgId).orderBy('bot_id').execute()

export const findBot = (db: Db, botId: number): Promise<BotRow | undefined> =>
  selectBots(db).where('bot_id', '=', botId).executeTakeFirst()

export const lockBot = (trx: Db, botId: number): Promise<BotRow | undefined> =>
  selectBots(trx).where('bot_id', '=', botId).forUpdate().executeTakeFirst()

/** Locks the organization, under which its bots are counted and added, and returns how many it has. */
export async function lockBotsOf(trx: Db, orgId: number): Promise<number> {
  await lockOrganization(trx, orgId)
  const { bots } = await trx
    .selectFrom('organization_bot')
    .select((eb) => eb.fn.countAll<number>().as('bots'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  return bots
}

export async function nextBotId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select next_id() as id`.execute(db)
  return rows[0]!.id
}

export interface BotValues {
  name: string
  kinds: BotKind[]
  quiet_from: string | null
  quiet_until: string | null
}

export interface Sealed {
  address_cipher: Buffer
  secret_cipher: Buffer | null
  host: string
  tail: string
}

export async function insertBot(
  trx: Db,
  bot: BotValues & Sealed & { bot_id: number; org_id: number; channel: BotChannel },
): Promise<void> {
  await trx.insertInto('organization_bot').values(bot).execute()
}

/** False if it was changed since it was read. */
export async function updateBot(
  trx: Db,
  { botId, version }: { botId: number; version: number },
  values: BotValues & Partial<Sealed> & { is_on: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('organization_bot')
    .set((eb) => ({ ...values, failure: null, version: eb('version', '+', 1) }))
    .where('bot_id', '=', botId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteBot(db: Db, botId: number): Promise<void> {
  await db.deleteFrom('organization_bot').where('bot_id', '=', botId).execute()
}

export async function waitingOf(db: Db, botIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (botIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('bot_notice')
    .select((eb) => ['bot_id as botId', eb.fn.countAll<number>().as('waiting')])
    .where('bot_id', 'in', botIds)
    .groupBy('bot_id')
    .execute()
  return new Map(rows.map(({ botId, waiting }) => [botId, waiting]))
}

/** The bots of these organizations that are told of a kind. */
export const botsToTell = (trx: Db, orgIds: readonly number[], kind: BotKind): Promise<BotRow[]> =>
  orgIds.length === 0
    ? Promise.resolve([])
    : selectBots(trx)
        .where('org_id', 'in', orgIds)
        .where('is_on', '=', true)
        .where(sql<boolean>`${kind} = any(kinds)`)
        .execute()

/** Writes texts that wait. Returns their ids in the order of the texts. */
export async function insertNotices(
  trx: Db,
  notices: readonly { bot_id: number; text: string; due_time: string }[],
): Promise<number[]> {
  if (notices.length === 0) return []
  const rows = await trx
    .insertInto('bot_notice')
    .values([...notices])
    .returning('notice_id as id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What may be told now, in its order. */
export const dueNotices = (trx: Db, botId: number, now: string, max: number) =>
  trx
    .selectFrom('bot_notice')
    .select(['notice_id as noticeId', 'text'])
    .where('bot_id', '=', botId)
    .where('due_time', '<=', now)
    .orderBy('notice_id')
    .limit(max)
    .execute()

export async function deleteNotices(trx: Db, noticeIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('bot_notice').where('notice_id', 'in', noticeIds).execute()
}

export async function putOffNotices(trx: Db, noticeIds: readonly number[], dueTime: string): Promise<void> {
  await trx
    .updateTable('bot_notice')
    .set((eb) => ({ due_time: dueTime, attempts: eb('attempts', '+', 1) }))
    .where('notice_id', 'in', noticeIds)
    .execute()
}

/** Calls since a time, the latest first; older ones are forgotten. */
export async function callsSince(trx: Db, botId: number, since: string): Promise<string[]> {
  await trx.deleteFrom('bot_call').where('bot_id', '=', botId).where('call_time', '<=', since).execute()
  const rows = await trx
    .selectFrom('bot_call')
    .select('call_time as callTime')
    .where('bot_id', '=', botId)
    .orderBy('call_time', 'desc')
    .execute()
  return rows.map(({ callTime }) => callTime)
}

export async function insertCall(trx: Db, botId: number, now: string): Promise<void> {
  await trx.insertInto('bot_call').values({ bot_id: botId, call_time: now }).execute()
}

export async function lease(trx: Db, botId: number, until: string | null): Promise<void> {
  await trx.updateTable('organization_bot').set({ leased_until: until }).where('bot_id', '=', botId).execute()
}

export async function noteOutcome(
  trx: Db,
  botId: number,
  outcome: { sentTime: string } | { failure: string },
): Promise<void> {
  await trx
    .updateTable('organization_bot')
    .set(
      'sentTime' in outcome
        ? { sent_time: outcome.sentTime, failure: null, leased_until: null }
        : { failure: outcome.failure, leased_until: null },
    )
    .where('bot_id', '=', botId)
    .execute()
}

/** Bots for which something is due, for a look that finds what a job has lost. */
export async function botsWithDue(db: Db, now: string): Promise<number[]> {
  const rows = await db
    .selectFrom('bot_notice')
    .innerJoin('organization_bot as b', 'b.bot_id', 'bot_notice.bot_id')
    .select('b.bot_id as botId')
    .distinct()
    .where('b.is_on', '=', true)
    .where('due_time', '<=', now)
    .execute()
  return rows.map(({ botId }) => botId)
}

/** Deletes texts that have waited too long. Returns their ids. */
export async function purgeNotices(trx: Db, before: string): Promise<number[]> {
  const rows = await trx
    .deleteFrom('bot_notice')
    .where('due_time', '<', before)
    .returning('notice_id as id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the texts that wait for a bot. Returns their ids. */
export async function dropNotices(trx: Db, botId: number): Promise<number[]> {
  const rows = await trx
    .deleteFrom('bot_notice')
    .where('bot_id', '=', botId)
    .returning('notice_id as id')
    .execute()
  return rows.map(({ id }) => id)
}
