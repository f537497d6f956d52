// Engine: embedded
// Slow
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, it } from 'node:test'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { keepsKey } from '@consilium/contract/route.ts'
import { keylessOperations } from '@consilium/contract/routes.ts'
import { sql } from 'kysely'
import { fetchDeclared, operationOf } from './declared-answers.ts'
import { openProvider } from '../channel-servers.ts'
import { startApi } from '../harness.ts'
import { openWorld, seasonClock } from '../meeting-world.ts'
import { startOcrServer } from '../ocr-server.ts'
import { startVerifierServer } from '../verifier-server.ts'
import { RECEIPT_SECRET } from '../writing/notices.ts'
import { scenesOf, writing } from '../writing/scenes.ts'

const KEY = 'key-between-services'
/** Jobs add to these by themselves after a request. */
const WRITTEN_BY_JOBS = [
  'message',
  'node_signal',
  'delivery',
  'delivery_count',
  'notice_link',
  'reminder_watch',
  'reminder',
  'sms_quota',
  'invoice',
  'recognition_result',
  'recognition_file',
  'invoice_verification',
  'verification_call',
  'verification_count',
  'identity_check',
  'identity_check_count',
  'event',
  'timeline_entry',
]

const ACCEPTED = 202

const repeated = new Set<string>()
let isWatching = false

/** Counts the rows of each table, in one statement that is the same each time, so that it is planned once. */
async function counting() {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename
  `.execute(api.db)
  const counts = tables
    .filter(({ name }) => !WRITTEN_BY_JOBS.includes(name))
    .map(({ name }) => sql`(select count(*)::int from ${sql.table(name)}) as ${sql.ref(name)}`)
  return sql`select ${sql.join(counts)}`
}

let counted: ReturnType<typeof counting> | undefined
const rowCounts = async (): Promise<unknown> => (await (await (counted ??= counting())).execute(api.db)).rows

/** Sends a request that keeps a key twice with the same one, and compares both answers. */
async function sendTwice(address: string, init: RequestInit): Promise<Response> {
  const operation = operationOf(init.method ?? 'GET', address)
  if (!operation || !keepsKey(operation.route)) return fetchDeclared(address, init)
  const { name } = operation
  const headers = { ...(init.headers as Record<string, string>), 'idempotency-key': randomUUID() }
  const first = await fetchDeclared(address, { ...init, headers })
  if (!first.ok) return first
  // Work that goes on after the answer adds rows meanwhile.
  const isDone = first.status !== ACCEPTED
  const rows = isDone ? await rowCounts() : null
  const second = await fetchDeclared(address, { ...init, headers })
  assert.deepEqual([second.status, await second.text()], [first.status, await first.clone().text()], name)
  assert.equal(second.headers.get('idempotency-replayed'), 'true', name)
  if (isDone) assert.deepEqual(await rowCounts(), rows, name)
  repeated.add(name)
  return first
}

let last: Promise<unknown> = Promise.resolve()
/** One request at a time, so that another one adds no rows in between. */
function send(address: string, init: RequestInit = {}): Promise<Response> {
  if (!isWatching) return fetchDeclared(address, init)
  const answer = last.then(() => sendTwice(address, init))
  last = answer.catch(() => {})
  return answer
}

const ocr = await startOcrServer(KEY)
const bots = await openProvider({ ok: { errcode: 0 }, final: {} })
const verifier = await startVerifierServer()
const api = await startApi({
  clock: seasonClock,
  env: {
    METRICS_PORT: '0',
    OCR_URL: ocr.url,
    OCR_API_KEY: KEY,
    WECOM_BOT_URL: bots.url,
    INVOICE_VERIFIER_URL: verifier.url,
    IDENTITY_VERIFIER_URL: verifier.url,
    NOTICE_RECEIPT_SECRET: RECEIPT_SECRET,
  },
  send,
})
after(async () => {
  await api.close()
  await ocr.close()
  await verifier.close()
  await bots.close()
})
const admin = await api.admin()
const world = await openWorld(api)
isWatching = true

/** Method and path of the routes that the service itself says it answered with success. */
async function succeeded(): Promise<Set<string>> {
  const text = await (await fetch(api.app.metricsUrl!)).text()
  const counts = text.matchAll(
    /^http_request_duration_seconds_count\{method="(\w+)",route="([^"]+)",status="2xx"\}/gm,
  )
  return new Set([...counts].map(([, method, path]) => `${method} ${path}`))
}

for (const [name, play] of Object.entries(scenesOf(api, world, admin, bots.url)))
  it(`SEC-34 FLT-24: every write of a scene is answered, and a repetition with its key gets that answer and writes nothing: ${name}`, async () =>
    void (await play()))

it('SEC-34: the scenes called every route of the contract that writes, each with success', async () => {
  const done = await succeeded()
  const left = writing
    .filter(
      ({ route }) => !done.has(`${route.method} ${BASE_PATH}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    .map(({ name, route }) => `${name}: ${route.method} ${route.path}`)
  assert.deepEqual(left, [])
})

it('FLT-24: every route that writes keeps a key, but for those that are listed with a reason', () => {
  const left = writing.map(({ name }) => name).filter((name) => !repeated.has(name))
  assert.deepEqual(left.toSorted(), keylessOperations.map(({ name }) => name).toSorted())
  const files = new Set(writing.filter(({ route }) => route.answer.kind === 'file').map(({ name }) => name))
  assert.deepEqual(
    left.filter((name) => !files.has(name)),
    [
      'account.login',
      'account.smsCode',
      'account.smsLogin',
      'account.logout',
      'account.changePassword',
      'account.passwordCode',
      'account.phoneCode',
      'account.changeOwnPhone',
      'ownMail.propose',
      'secondFactor.login',
      'secondFactor.confirm',
      'secondFactor.beginTotp',
      'secondFactor.confirmTotp',
      'secondFactor.renewRecoveryCodes',
      'secondFactor.confirmOptions',
      'passkey.loginOptions',
      'passkey.login',
      'passkey.createOptions',
      'passkey.create',
      'bot.test',
      'person.import',
      'hospital.import',
      'dimension.import',
      'approval.actMany',
      'gate.previewPolicy',
      'cap.previewPolicy',
      'attendee.readSheet',
      'attendee.known',
      'attendance.openScreen',
      'attendance.sendEntries',
      'conference.titles',
      'conference.import',
      'signIn.open',
      'signIn.sendCode',
      'signIn.identify',
      'signIn.mark',
      'calendar.renewFeed',
      'agreement.previewTemplate',
      'agreement.signCode',
      'seal.seal',
      'signedAgreement.verifyFile',
      'laborFee.calculate',
      'batchAnswer.read',
      'batchReceipt.import',
      'bankPreset.preview',
      'bankBranch.import',
      'noticeTemplate.test',
    ],
  )
  for (const { reason } of keylessOperations) assert.match(reason, /\w+ .*\.$/)
})
