// Engine: only postgres
// Slow
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startSmsGateway, until } from '@consilium/api/test/sms-gateway.ts'
import { migratedDatabase } from '../../apps/api/test/db/test-engine.ts'
import { newDataDir, startService, type Service } from '../service.ts'

/** Each is the only one who is reminded of an invoice of their own, by SMS, at any hour. */
const PEOPLE = 1000
const JUMP_DAYS = 40
const ADMIN_PASSWORD = 'Fault-tested-8'

const [database, gateway] = [await migratedDatabase(), await startSmsGateway()]
const folders = [newDataDir(), newDataDir()]
const nodes: (Service | undefined)[] = []
const client = new pg.Client({ connectionString: database.url })
after(async () => {
  for (const node of nodes) await node?.kill()
  await client.end()
  await gateway.close()
  await database.drop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const env = {
  ADMIN_PASSWORD,
  MASTER_KEY: randomBytes(32).toString('base64'),
  DATABASE_URL: database.url,
  LOG_LEVEL: 'error',
  SMS_WEBHOOK_URL: gateway.url,
}
const start = async (place: number) => {
  nodes[place] = await startService({ dataDir: folders[place]!, env })
}
const kill = async (place: number) => {
  await nodes[place]?.kill()
  nodes[place] = undefined
}
const count = async (query: string): Promise<number> => {
  const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${query}`)
  return Number(rows[0]!.count)
}
const people = () => new Set(gateway.received.map(({ phone }) => phone)).size

async function fill(): Promise<void> {
  await client.query(`
    insert into sys_user (user_name, password_hash, role_type, phone)
      select 'reminded-' || n, '-', 'leader', '139' || lpad(n::text, 8, '0') from generate_series(1, ${PEOPLE}) n;
    insert into notice_setting (user_id, quiet_from, quiet_until, language)
      select user_id, 0, 0, 'zh-CN' from sys_user where user_name like 'reminded-%';
    insert into notice_preference (user_id, kind, mode, sms, mail)
      select user_id, 'invoiceDoubtful', 'now', true, false from sys_user where user_name like 'reminded-%';
    insert into project (project_no, project_name, create_user_id)
      select 'P-1', '项目', min(user_id) from sys_user;
    insert into meeting (business_id, project_id, project_name, meeting_name, create_user_id)
      select 'M-' || u.user_id, p.project_id, p.project_name, p.project_name, u.user_id
      from sys_user u, project p where u.user_name like 'reminded-%';
    insert into meeting_invoice (meeting_id, create_user_id, needs_review)
      select meeting_id, create_user_id, true from meeting`)
}

it('NOT-1 NOT-5: of 1,000 reminders none is missing and none reaches a person twice, though nodes are killed while they are sent and time jumps by 40 days', async () => {
  await start(0)
  await client.connect()
  await fill()
  await start(1)
  // What has waited for 40 days is due at once, however many of its rule's times have passed.
  await client.query(`insert into reminder_watch (kind, record_id, anchor_time)
    select 'invoice', record_id, now() - interval '${JUMP_DAYS} days' from meeting_invoice`)
  await until(() => people() > PEOPLE / 5, 'the first were told')
  await kill(0)
  await until(() => people() > PEOPLE / 2, 'the other node goes on')
  await kill(1)
  assert.ok(people() < PEOPLE, 'the last one was killed in the middle of it')
  // As if a minute had passed: what they had taken is free again.
  await client.query(`update delivery set leased_until = now() where state = 'queued'`)
  await Promise.all([start(0), start(1)])
  await until(
    async () => (await count(`delivery where channel = 'sms' and state = 'sent'`)) === PEOPLE,
    'all are sent',
  )
  await delay(3000)
  const idsOf = Map.groupBy(gateway.received, ({ phone }) => phone)
  assert.equal(idsOf.size, PEOPLE)
  for (const [phone, texts] of idsOf) assert.equal(new Set(texts.map(({ id }) => id)).size, 1, phone)
  assert.equal(await count(`(select distinct user_id from reminder where kind = 'invoice') r`), PEOPLE)
  assert.equal(await count(`reminder where kind = 'invoice' and number = 1`), PEOPLE)
  assert.equal(await count(`reminder where number > 1`), 0)
  assert.equal(await count(`message where kind = 'invoiceDoubtful'`), PEOPLE)
})
