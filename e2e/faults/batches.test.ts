// Slow
// Engine: postgres
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
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
/** A node is to be killed between two transactions; once it is, another one takes its work over after half a minute. */
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

/** Kills the node between two transactions of the work that was begun, and returns the batch once another node has ended it. */
async function killed(user: User, batchId: number): Promise<PaymentBatch> {
  const { workDone } = await until(user, batchId, (batch) => batch.workDone > 0 || batch.work === null)
  await node!.kill()
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

  await as(locker).call(batchRoutes.lock, { body: { batchId, preset: 'general' } })
  const locked = await killed(locker, batchId)
  assert.deepEqual([locked.state, locked.lines, locked.refused], ['locked', LINES, 0])

  await as(releaser).call(batchRoutes.release, { body: { batchId } })
  const released = await killed(releaser, batchId)
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
  await as(locker).call(batchAnswerRoutes.apply, { body: { answerId } })
  const settled = await killed(locker, batchId)
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
