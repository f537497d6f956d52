// Slow
// Engine: postgres
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { batchAnswerRoutes } from '@consilium/contract/batches/batch-answers.ts'
import { batchRoutes, type PaymentBatch } from '@consilium/contract/batches/batches.ts'
import { createClient } from '@consilium/contract/client.ts'
import { paymentRoutes } from '@consilium/contract/payments/payments.ts'
import { MANY_CONNECTIONS, startApi, type User } from '../../apps/api/test/harness.ts'
import { answerOf, openBatchWorld } from '../../apps/api/test/batch-world.ts'
import { createClock } from '../../apps/api/src/infra/clock.ts'
import { startService, type Service } from '../service.ts'

/** A work deals with 50 lines in a transaction, so each is killed after one or two of three. */
const PEOPLE = 8
const FEES_EACH = 13
const LINES = PEOPLE * FEES_EACH
/** A node is killed soon after its first transaction; another one then takes its work over after half a minute. */
const POLL_MS = 15
const PATIENT_POLL_MS = 250
const PATIENCE_MS = 120_000

const api = await startApi({ env: MANY_CONNECTIONS })
const world = await openBatchWorld(api, createClock('Asia/Shanghai'))
let node: Service | undefined
after(async () => {
  await node?.kill()
  await api.close()
})

/** All come to the same meetings, each with a fee at every one, whose tax depends on one another. */
async function fees(): Promise<number[]> {
  const meetings = await world.meetings(FEES_EACH)
  const made = Array.from({ length: PEOPLE }, async () => {
    const person = await world.person()
    const ids: number[] = []
    for (const [at, meetingId] of meetings.entries()) {
      const { attendeeId } = await world.payable(person, String(900 + 350 * at), { meetingId })
      ids.push(attendeeId)
    }
    return ids
  })
  return (await Promise.all(made)).flat()
}

const start = async () => {
  node = await startService({ dataDir: api.dataDir, env: settings })
}
const settings = Object.fromEntries(
  Object.entries(api.settings).filter((pair): pair is [string, string] => pair[1] !== undefined),
)
const as = ({ token }: User) => createClient({ baseUrl: node!.baseUrl, token })

async function until(
  user: User,
  batchId: number,
  isReached: (batch: PaymentBatch) => boolean,
  pollMs = POLL_MS,
): Promise<PaymentBatch> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const batch = await as(user).call(batchRoutes.get, { params: { batchId } })
    if (isReached(batch)) return batch
    await delay(pollMs)
  }
  throw new Error(`batch ${batchId} has not got there`)
}

/** Keeps the last line from being written, so that the work on a batch cannot end. Returns what lets it go. */
async function holdLastLine(batchId: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: api.settings['DATABASE_URL'] })
  await client.connect()
  await client.query('begin')
  await client.query(
    'select from payment_batch_line where batch_id = $1 order by line_id desc limit 1 for update',
    [batchId],
  )
  return () => client.end()
}

/** Begins work on a batch, kills the node in the middle of it, and returns the batch once another node has ended it. */
async function killed(user: User, batchId: number, begin: () => Promise<unknown>): Promise<PaymentBatch> {
  const letGo = await holdLastLine(batchId)
  await begin()
  const { workDone } = await until(user, batchId, (batch) => batch.workDone > 0 || batch.work === null)
  await node!.kill()
  await letGo()
  assert.ok(workDone > 0 && workDone < LINES, `killed after ${workDone} lines`)
  await start()
  return until(user, batchId, ({ work }) => work === null, PATIENT_POLL_MS)
}

it('PAY-1 PAY-6: a batch is locked, released and settled to the cent though the node is killed in the middle of each', async () => {
  const { locker, releaser } = world
  const attendeeIds = await fees()
  const { batchId } = await locker.call(batchRoutes.create, { body: { title: '11月劳务费', attendeeIds } })
  await api.app.close()
  await start()

  const lock = () => as(locker).call(batchRoutes.lock, { body: { batchId, preset: 'general' } })
  const locked = await killed(locker, batchId, lock)
  assert.deepEqual([locked.state, locked.lines, locked.refused], ['locked', LINES, 0])

  const release = () => as(releaser).call(batchRoutes.release, { body: { batchId } })
  const released = await killed(releaser, batchId, release)
  assert.deepEqual([released.state, released.lines], ['exported', LINES])
  assert.equal(released.netAmount, locked.netAmount)
  const paid = await as(locker).call(paymentRoutes.list, { query: { pageSize: 200 } })
  assert.equal(paid.total, LINES)
  assert.equal(new Set(paid.rows.map(({ attendeeId }) => attendeeId)).size, LINES)

  const file = async (user: User) =>
    Buffer.from(
      await (
        await fetch(`${node!.baseUrl}${batchRoutes.download.path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ batchId, purpose: '网银批量支付' }),
        })
      ).arrayBuffer(),
    )
  const first = await file(locker)
  assert.equal(createHash('sha256').update(first).digest('hex'), released.fileSha256)

  const { rows } = await as(locker).call(batchRoutes.lines, { query: { batchId, pageSize: 200 } })
  const [returned] = rows
  const answer = answerOf(batchId, rows, {
    change: ({ lineId }) => (lineId === returned!.lineId ? { result: '退票' } : {}),
  })
  const read = await as(locker).call(batchAnswerRoutes.read, { query: { batchId }, file: answer })
  const { answerId } = read
  assert.deepEqual([read.paid, read.returned, read.problems], [LINES - 1, 1, 0])
  const apply = () => as(locker).call(batchAnswerRoutes.apply, { body: { answerId } })
  const settled = await killed(locker, batchId, apply)
  assert.deepEqual([settled.state, settled.paid, settled.returned], ['settled', LINES - 1, 1])
  assert.deepEqual(await file(releaser), first, 'another node has the same file')
  const ledger = await as(locker).call(paymentRoutes.list, { query: { pageSize: 200 } })
  const reversed = ledger.rows.filter(({ kind }) => kind === 'reversal')
  assert.deepEqual(
    reversed.map(({ attendeeId }) => attendeeId),
    [returned!.attendeeId],
  )
  assert.equal(ledger.total, LINES + 1)
})
