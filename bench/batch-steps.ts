import { setTimeout as delay } from 'node:timers/promises'
import { batchAnswerRoutes } from '@consilium/contract/batches/batch-answers.ts'
import { batchRoutes, type PaymentBatch, type PaymentBatchLine } from '@consilium/contract/batches/batches.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { answerOf, openBatchWorld } from '../apps/api/test/batch-world.ts'
import { startApi, type User } from '../apps/api/test/harness.ts'
import { createClock } from '../apps/api/src/infra/clock.ts'
import { startService, type Service } from '../e2e/service.ts'

/** People of one meeting. */
const PEOPLE = 40
/** Fees of one person in the batch, whose tax depends on one another (EACH=5). */
const EACH = Number(process.env['EACH'] ?? 5)
const AT_ONCE = 8
const POLL_MS = 20
const SECOND_MS = 1000
const LINES_A_PAGE = 200
const GOAL_SECONDS = { lock: 5, download: 2, read: 5 }

type World = Awaited<ReturnType<typeof openBatchWorld>>

/** Meetings of so many people each, whose fees nothing keeps from being paid. */
async function makeFees(world: World, count: number): Promise<number[]> {
  const meetings = Array.from({ length: Math.ceil(count / PEOPLE) }, () => world.meeting())
  const meetingIds = (await Promise.all(meetings)).map(({ meetingId }) => meetingId)
  const ids: number[] = []
  let next = 0
  const worker = async () => {
    for (let place = next++; place < Math.ceil(count / EACH); place = next++) {
      const person = await world.person()
      for (let at = 0; at < EACH; at++) {
        const meetingId = meetingIds[(place + at * PEOPLE) % meetingIds.length]!
        ids.push((await world.payable(person, String(900 + 50 * at + place), { meetingId })).attendeeId)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return ids.toSorted((one, other) => one - other).slice(0, count)
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return (performance.now() - started) / SECOND_MS
}

/** Asks for a list again and again, and tells the longest answer in milliseconds. */
function watchList(client: Client) {
  let longest = 0
  const stopping = new AbortController()
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const seconds = await timed(() => client.call(meetingRoutes.list, { query: {} }))
      longest = Math.max(longest, seconds * SECOND_MS)
    }
  })()
  return async () => {
    stopping.abort()
    await watching
    return longest
  }
}

async function linesOf(client: Client, batchId: number): Promise<PaymentBatchLine[]> {
  const found: PaymentBatchLine[] = []
  for (let pageNum = 1; ; pageNum++) {
    const query = { batchId, pageNum, pageSize: LINES_A_PAGE }
    const { rows } = await client.call(batchRoutes.lines, { query })
    found.push(...rows)
    if (rows.length < LINES_A_PAGE) return found
  }
}

async function worked(client: Client, batchId: number): Promise<PaymentBatch> {
  for (;;) {
    const batch = await client.call(batchRoutes.get, { params: { batchId } })
    if (batch.work === null) return batch
    await delay(POLL_MS)
  }
}

/** Works on one batch of so many lines on a node of its own, and returns what was measured as a table. */
export async function measureBatch(count: number): Promise<string> {
  const api = await startApi()
  const world = await openBatchWorld(api, createClock('Asia/Shanghai'))
  const attendeeIds = await makeFees(world, count)
  const { batchId } = await world.locker.call(batchRoutes.create, {
    body: { title: 'A month of fees', attendeeIds },
  })
  await api.app.close()
  const env = Object.fromEntries(
    Object.entries(api.settings).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
  const node: Service = await startService({ dataDir: api.dataDir, env, flags: [] })
  const as = ({ token }: User) => createClient({ baseUrl: node.baseUrl, token })
  const [locker, releaser] = [as(world.locker), as(world.releaser)]
  const stop = watchList(as(world.executor))
  const lock = await timed(async () => {
    await locker.call(batchRoutes.lock, { body: { batchId, preset: 'general' } })
    await worked(locker, batchId)
  })
  const release = await timed(async () => {
    await releaser.call(batchRoutes.release, { body: { batchId } })
    await worked(releaser, batchId)
  })
  const longest = await stop()
  const headers = { authorization: `Bearer ${world.locker.token}`, 'content-type': 'application/json' }
  const download = await timed(async () => {
    const body = JSON.stringify({ batchId, purpose: 'bench' })
    await (
      await fetch(`${node.baseUrl}${batchRoutes.download.path}`, { method: 'POST', headers, body })
    ).arrayBuffer()
  })
  const file = answerOf(batchId, await linesOf(locker, batchId))
  let answerId = 0
  const read = await timed(async () => {
    const answer = await locker.call(batchAnswerRoutes.read, { query: { batchId }, file })
    answerId = answer.answerId
  })
  const settle = await timed(async () => {
    await locker.call(batchAnswerRoutes.apply, { body: { answerId } })
    await worked(locker, batchId)
  })
  const { paid, state } = await locker.call(batchRoutes.get, { params: { batchId } })
  await node.stop()
  await api.close()
  const row = (what: string, seconds: number, goal: number | null) =>
    `| ${what} | ${seconds.toFixed(2)} s | ${goal === null ? '' : `${goal} s, ${seconds <= goal ? 'met' : '**not met**'}`} |`
  return `One batch of ${count} lines of ${Math.ceil(count / EACH)} people at ${Math.ceil(count / PEOPLE)} meetings, on one node with a durable PostgreSQL; the batch ended as ${state} with ${paid} lines paid.

| | measured | goal |
|---|---|---|
${row('locking, with the tax of each line', lock, GOAL_SECONDS.lock)}
${row('releasing: recording the payments and making the bank file', release, null)}
${row('downloading the bank file', download, GOAL_SECONDS.download)}
${row("reading the bank's answer", read, GOAL_SECONDS.read)}
${row('settling by it', settle, null)}
| longest answer of a list of meetings while it was locked and released | ${longest.toFixed(0)} ms | |`
}
