// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import { startApi } from '../harness.ts'
import { commandHere } from './operator.ts'

/** More than are deleted in one transaction. */
const OLD_ENTRIES = 700
const LOG_DAYS = 200
const MESSAGE_DAYS = 30

const api = await startApi({
  env: { OPERATION_LOG_KEPT_DAYS: String(LOG_DAYS), MESSAGES_KEPT_DAYS: String(MESSAGE_DAYS) },
})
after(() => api.close())
const { db } = api

/** Entries of the time before they are kept, which nobody has chained yet; the log must be empty so far. */
async function insertOldEntries(): Promise<void> {
  await sql`
    insert into oper_log (operation, http_status, request_id, oper_time)
    select 'project.create', 200, 'old', now() - make_interval(days => ${LOG_DAYS + 1})
    from generate_series(1, ${OLD_ENTRIES})`.execute(db)
}

async function counted(table: 'oper_log' | 'sys_session' | 'verification_code'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)
  return rows[0]?.n ?? 0
}

const verify = () => commandHere(api.settings, 'verify-log')

/** Everything is chained, and the command has moved the anchor to its end. */
async function untilAnchored(): Promise<void> {
  while (!(await verify()).output.includes(' 0 not chained')) await delay(50)
}

/** A purge leaves the rest to the next one while new entries are being chained. */
async function purgeTo(entries: number): Promise<void> {
  while ((await counted('oper_log')) > entries) await api.app.purge()
}

await insertOldEntries()
const manager = await api.manager()

it('OPS-11: old entries of the operation log are deleted, and the rest is verified from a signed start', async () => {
  await manager.call(projectRoutes.create, { body: { projectName: '留存' } })
  await untilAnchored()
  const before = await counted('oper_log')
  assert.ok(before > OLD_ENTRIES)
  await purgeTo(before - OLD_ENTRIES)
  assert.equal(await counted('oper_log'), before - OLD_ENTRIES)
  const { code, output } = await verify()
  assert.equal(code, 0, output)
  assert.match(output, new RegExp(`intact: ${before - OLD_ENTRIES} rows`))
  assert.match(output, new RegExp(`${OLD_ENTRIES} older rows were deleted when their time was over`))
  await api.app.purge()
  assert.equal(await counted('oper_log'), before - OLD_ENTRIES, 'younger entries stay')
})

it('OPS-11: a beginning that somebody else deleted, or a start that somebody else wrote, is found', async () => {
  const first = await db
    .selectFrom('oper_log')
    .selectAll()
    .orderBy('chain_position')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('oper_log').where('oper_id', '=', first.oper_id).execute()
  assert.match((await verify()).output, /position \d+ is missing/)
  await sql`
    update oper_log_start set chain_position = ${first.chain_position}, chain_hash = ${first.chain_hash}`.execute(
    db,
  )
  const forged = await verify()
  assert.equal(forged.code, 1)
  assert.match(forged.output, /its start is not one that this service wrote/)
})

it('OPS-11: old messages, ended sessions and expired codes are deleted, and no younger ones', async () => {
  const insert = (days: number, count: number) =>
    sql`
    insert into message (user_id, kind, params, create_time)
    select ${manager.userId}, 'expertAudit', '{}', now() - make_interval(days => ${days})
    from generate_series(1, ${count})`.execute(db)
  await insert(MESSAGE_DAYS + 1, 1500)
  await insert(MESSAGE_DAYS - 1, 3)
  const expert = await api.expert()
  await api.sendCode('10000009999')
  await sql`update verification_code set expire_time = now() - interval '2 days'`.execute(db)
  await sql`update sys_session set expire_time = now() - interval '2 days'
    where user_id = ${expert.userId}`.execute(db)
  const sessions = await counted('sys_session')
  assert.ok((await counted('verification_code')) > 0)

  await api.app.purge()

  const { total } = await manager.call(messageRoutes.list, { query: {} })
  assert.equal(total, 3)
  assert.equal(await counted('verification_code'), 0)
  assert.equal(await counted('sys_session'), sessions - 1)
})
