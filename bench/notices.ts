// `npm run bench:notices`: how long 10,000 notices take to leave two nodes by SMS and mail, beside their rows of the portal, from
// the moment they are raised until the sinks have all of them; with memory, health and a list of the nodes meanwhile. The same
// nodes send them TIMES=3 times, one after the other, since memory that grows with what was sent shows only so. Then what causes
// wait for channels that hang (CAUSES=40; COUNT=0 or CAUSES=0 leaves out one of both).
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { makeServerCertificate, openMailServer } from '../apps/api/test/channel-servers.ts'
import { createClock } from '../apps/api/src/infra/clock.ts'
import { createDatabase, inTransaction } from '../apps/api/src/infra/db/database.ts'
import { openEngine } from '../apps/api/src/infra/db/engine/open-engine.ts'
import type { Tables } from '../apps/api/src/infra/db/tables.ts'
import { createEventLog } from '../apps/api/src/infra/event-log/event-log.ts'
import { createKeys } from '../apps/api/src/infra/keys/keys.ts'
import { loadMasterKeys } from '../apps/api/src/infra/keys/master-key.ts'
import { createLog } from '../apps/api/src/infra/log.ts'
import { createMessages } from '../apps/api/src/modules/messages/service.ts'
import { openPlatform, type Player } from '../e2e/demo/platform.ts'
import { residentBytes } from '../e2e/node-memory.ts'
import { newDataDir, startService, type Service } from '../e2e/service.ts'
import { freePort } from '@consilium/test-kit/free-port.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { quantile } from './quantile.ts'
import { writeSection } from './results.ts'

const NOTICES = Number(process.env['COUNT'] ?? 10_000)
/** How often so many leave the same two nodes. */
const TIMES = Number(process.env['TIMES'] ?? 3)
/** Of each cause, for each of the rounds. */
const CAUSES = Number(process.env['CAUSES'] ?? 40)
const ROUNDS = 3
/** Calls of a list, before and while notices leave. */
const LISTED = 60
const REST_MS = 15_000
const RAISED_AT_ONCE = 500
const LOOK_MS = 100
const PATIENCE_MS = 600_000
const TIME_ZONE = 'Asia/Shanghai'
const MIB = 1024 * 1024
const SECOND_MS = 1000

/** Takes every text message, and counts those of different ids. */
async function openSmsSink() {
  const ids = new Set<string>()
  let calls = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      calls += 1
      ids.add((JSON.parse(body) as { id: string }).id)
      response.writeHead(200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { ids, calls: () => calls, url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** Takes every mail without reading it, and counts those of different recipients. */
async function openMailSink(certificate: { key: string; cert: string }) {
  const recipients = new Set<string>()
  let mails = 0
  const { url, close } = await openMailServer(certificate, {
    onData(stream, { envelope }, done) {
      stream.on('data', () => {})
      stream.on('end', () => {
        mails += 1
        for (const { address } of envelope.rcptTo) recipients.add(address)
        done()
      })
    },
  })
  return { recipients, calls: () => mails, url, close }
}

const log = createLog({ level: 'warn', file: null })

/** People with phone, confirmed mail address and no quiet hours. */
async function people(databaseUrl: string, masterKey: string) {
  const engine = await openEngine({
    databaseUrl,
    dataDir: 'unused',
    timeZone: TIME_ZONE,
    log,
    onFatal: (error) => {
      throw error
    },
  })
  const db = createDatabase<Tables>(engine.pool)
  const keys = createKeys(loadMasterKeys({ current: masterKey, previous: [] }, 'unused'))
  const { rows } = await engine.pool.query<{ user_id: string }>(
    `insert into sys_user (user_name, password_hash, role_type, phone)
       select 'told-' || n, '-', 'doctor', '139' || lpad(n::text, 8, '0') from generate_series(1, $1) n returning user_id`,
    [NOTICES],
  )
  const userIds = rows.map((row) => Number(row.user_id))
  const mails = userIds.map((row) => ({
    user_id: row,
    address_cipher: keys
      .seal(`told-${row}@example.com`, { table: 'account_mail', column: 'address_cipher', row })
      .toString('hex'),
  }))
  await engine.pool.query(
    `insert into account_mail (user_id, address_cipher, confirm_time)
       select user_id, decode(address_cipher, 'hex'), now() from jsonb_to_recordset($1) r(user_id bigint, address_cipher text)`,
    [JSON.stringify(mails)],
  )
  await engine.pool.query(
    `insert into notice_setting (user_id, quiet_from, quiet_until, language) select user_id, 0, 0, 'zh-CN' from account_mail`,
  )
  await engine.pool.query(
    `insert into delivery_limit (org_id, channel, per_day, per_month) values (0, 'sms', 1000000, 1000000), (0, 'mail', 1000000, 1000000)`,
  )
  const clock = createClock(TIME_ZONE)
  const messages = createMessages({
    db,
    clock,
    log,
    events: { subscribe: () => {} },
    eventLog: createEventLog(),
  } as unknown as Parameters<typeof createMessages>[0])
  return {
    async raise() {
      for (let at = 0; at < userIds.length; at += RAISED_AT_ONCE)
        await inTransaction(db, async (trx) => {
          for (const userId of userIds.slice(at, at + RAISED_AT_ONCE))
            await messages.send(trx, {
              userId,
              kind: 'meetingInvitation',
              params: { meetingName: '心衰诊疗研讨会', projectName: '心衰诊疗提升', time: '', place: '' },
              link: { resource: 'meetingAttendee', id: userId },
            })
        })
    },
    async settled() {
      const { rows: counted } = await engine.pool.query<{ count: string }>(
        `select count(*) as count from delivery where state in ('sent', 'delivered')`,
      )
      return Number(counted[0]!.count)
    },
    close: () => engine.close(),
  }
}

/** What a list takes a user, call after call, until it is stopped or there are so many. */
function watchList(admin: Player, most: number) {
  const times: number[] = []
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted && times.length < most) {
      const asked = performance.now()
      await admin.call(accountRoutes.list, { query: { pageSize: 20 } })
      times.push(performance.now() - asked)
      await delay(LOOK_MS)
    }
  })()
  return {
    async done() {
      await watching
      return quantile(times, 0.5)
    },
    async stop() {
      over.abort()
      return this.done()
    },
  }
}

/** The longest answer of a node's health, in milliseconds, until it is stopped. */
function watchHealth(url: string) {
  let longest = 0
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) {
      const asked = performance.now()
      await fetch(new URL('/health/live', url)).then((answer) => answer.arrayBuffer())
      longest = Math.max(longest, performance.now() - asked)
      await delay(LOOK_MS)
    }
  })()
  return async () => {
    over.abort()
    await watching
    return longest
  }
}

const seconds = (ms: number) => (ms / SECOND_MS).toFixed(1)

/** How long a run took in milliseconds, and the memory of the nodes in MiB at its peak and afterwards. */
interface Leaving {
  raised: number
  left: number
  peak: number[]
  after: number[]
}

const mibOf = (ofNodes: readonly number[]) => `${ofNodes.map(Math.round).join(' and ')} MiB`

/** Raises all notices before two nodes and waits until they have left. */
async function measureLeaving(databaseUrl: string): Promise<string> {
  const certificate = makeServerCertificate()
  const folder = mkdtempSync(join(tmpdir(), 'bench-notices-'))
  writeFileSync(join(folder, 'ca.pem'), certificate.cert)
  const [sms, mail] = [await openSmsSink(), await openMailSink(certificate)]
  const env = {
    MASTER_KEY: randomBytes(32).toString('base64'),
    ADMIN_PASSWORD: randomBytes(12).toString('base64url'),
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    PUBLIC_URL: 'http://localhost:4321',
    SMS_WEBHOOK_URL: sms.url,
    SMTP_URL: mail.url,
    SMTP_CA_FILE: join(folder, 'ca.pem'),
    MAIL_FROM: 'notices@example.com',
  }
  const folders = [newDataDir(), newDataDir()]
  const ports = [await freePort(), await freePort()]
  const nodes: Service[] = []
  for (const [place, dataDir] of folders.entries())
    nodes.push(await startService({ dataDir, env: { ...env, PORT: String(ports[place]) }, flags: [] }))
  const told = await people(databaseUrl, env.MASTER_KEY)
  const { admin } = await openPlatform(`http://127.0.0.1:${ports[0]}/api`, env.ADMIN_PASSWORD)
  const listAlone = await watchList(admin, LISTED).done()
  const residentMib = () => nodes.map(({ pid }) => residentBytes(pid) / MIB)
  const before = residentMib()
  const watches = ports.map((port) => watchHealth(`http://127.0.0.1:${port}`))
  const listing = watchList(admin, Number.POSITIVE_INFINITY)
  const runs: Leaving[] = []
  for (let run = 1; run <= TIMES; run++) {
    mail.recipients.clear()
    const started = performance.now()
    await told.raise()
    const raised = performance.now() - started
    const peak = residentMib()
    while (sms.ids.size < run * NOTICES || mail.recipients.size < NOTICES) {
      if (performance.now() - started > PATIENCE_MS) throw new Error('not all of them left in time')
      await delay(LOOK_MS)
      for (const [place, mib] of residentMib().entries()) peak[place] = Math.max(peak[place]!, mib)
    }
    const left = performance.now() - started
    while ((await told.settled()) < run * 3 * NOTICES) await delay(LOOK_MS)
    await delay(REST_MS)
    runs.push({ raised, left, peak, after: residentMib() })
  }
  const listMeanwhile = await listing.stop()
  const health = Math.max(...(await Promise.all(watches.map((stop) => stop()))))
  await told.close()
  for (const node of nodes) await node.stop()
  sms.close()
  await mail.close()
  for (const each of [...folders, folder]) rmSync(each, { recursive: true, force: true })
  const all = TIMES * NOTICES
  return `${NOTICES} notices, each a row of the portal, a text message by the webhook and a mail over STARTTLS, from raising the first one
until the sinks on this machine had the last one; two nodes and a durable PostgreSQL, all on this machine. The same nodes sent so
many ${TIMES} times. Before, they held ${mibOf(before)}.

| | raised after | all sent after | text messages and mails a second | resident memory of the nodes at its peak | and ${seconds(REST_MS)} s afterwards |
|---|---|---|---|---|---|
${runs
  .map(
    ({ raised, left, peak, after }, place) =>
      `| ${place + 1}. | ${seconds(raised)} s | ${seconds(left)} s | ${Math.round((2 * NOTICES * SECOND_MS) / left)} | ${mibOf(peak)} | ${mibOf(after)} |`,
  )
  .join('\n')}

Calls of the sinks beyond one for each: ${sms.calls() - all} text messages, ${mail.calls() - all} mails. Median of a list of ${NOTICES} accounts alone
${listAlone.toFixed(1)} ms, meanwhile ${listMeanwhile.toFixed(1)} ms: a ratio of ${(listMeanwhile / listAlone).toFixed(2)}. Longest answer of \`/health/live\`: ${Math.round(health)} ms.`
}

function show(title: string, report: string): void {
  console.log(report)
  writeSection(`${title} (\`npm run bench:notices\`)`, report)
}

async function main(): Promise<void> {
  const postgres = await startPostgres({ isDurable: true })
  if (NOTICES > 0) show('Notices that leave two nodes', await measureLeaving(postgres.url))
  // Read when the tests' own service is loaded.
  process.env['TEST_DATABASE_URL'] = postgres.url
  if (CAUSES > 0) {
    const { measureCauses } = await import('./notice-causes.ts')
    show('Causes while every channel hangs', await measureCauses({ rounds: ROUNDS, count: CAUSES }))
  }
  await postgres.stop()
}

await main()
