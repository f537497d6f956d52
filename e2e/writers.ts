import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client, Outcome } from '@consilium/contract/client.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'

const WRITERS = 6
const RETRY_MS = 50
/** The writers together have a request under way nearly always, without taking all of a processor. */
const PAUSE_MS = 25
const PAGE = 200
const PREFIX = '写入-'
const PATIENCE_MS = 30_000

/** A record to be created once, however often its request is repeated. */
export interface Wish {
  projectName: string
  key: string
}
export const newWish = (): Wish => ({ projectName: `${PREFIX}${randomUUID()}`, key: randomUUID() })

export const create = (client: Client, { projectName, key }: Wish) =>
  client.attempt(projectRoutes.create, { body: { projectName }, headers: { 'idempotency-key': key } })

export type Created = Outcome<typeof projectRoutes.create>

/** Repeats the same request until it succeeds, as a careful client does. */
export async function insist(
  client: Client,
  wish: Wish,
  onAnswer?: (reply: Created) => void,
): Promise<Created> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const reply = await create(client, wish).catch(() => null)
    if (reply) onAnswer?.(reply)
    if (reply?.status === 200) return reply
    assert.ok(performance.now() < deadline, `still ${reply?.status} ${reply?.error?.error}`)
    await delay(RETRY_MS)
  }
}

/** How many projects have each of the names that hold this text. */
export async function countNames(client: Client, text: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  // In the order of their creation, so that nothing moves to a page that was read.
  const order = { orderByColumn: 'projectId', isAsc: 'asc', pageSize: PAGE } as const
  for (let pageNum = 1; ; pageNum++) {
    const { rows } = await client.call(projectRoutes.list, {
      query: { projectName: text, pageNum, ...order },
    })
    for (const { projectName } of rows) counts.set(projectName, (counts.get(projectName) ?? 0) + 1)
    if (rows.length < PAGE) return counts
  }
}

export async function assertOnce(client: Client, wishes: readonly Wish[]): Promise<void> {
  const counts = await countNames(client, PREFIX)
  for (const { projectName } of wishes) assert.equal(counts.get(projectName), 1, projectName)
}

/** Starts writers that create records with idempotency keys until told to stop, and repeat each failed request. */
export function writeMeanwhile(client: Client) {
  const wishes: Wish[] = []
  const failures: Created[] = []
  const ending = new AbortController()
  const write = async () => {
    while (!ending.signal.aborted) {
      const wish = newWish()
      wishes.push(wish)
      await insist(client, wish, (reply) => {
        if (reply.status !== 200) failures.push(reply)
      })
      await delay(PAUSE_MS)
    }
  }
  const writers = Promise.all(Array.from({ length: WRITERS }, write))
  return {
    wishes,
    failures,
    async end() {
      ending.abort()
      await writers
    },
  }
}
