// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { createClient, type Outcome } from '@consilium/contract/client.ts'
import { publicitySupportRoutes as support } from '@consilium/contract/publicity/publicity.ts'
import type { Route } from '@consilium/contract/route.ts'
import { freshPhone, startApi, TEST_MASTER_KEY } from '../../../test/harness.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { exists, intentWorld } from '../../../test/intent-world.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { createDailyCounts } from '../../infra/db/counts/daily-counts.ts'
import { createKeys } from '../../infra/keys/keys.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const INTENTS_PER_DAY_MAX = 300
const INTENTS_TO_PROJECT_PER_DAY_MAX = 100

const DAY_SECONDS = 86_400
const SECOND_MS = 1000
const clock = movableClock()
const api = await startApi({ clock, env: { TRUST_PROXY: '1' } })
after(() => api.close())
const { submit, signUp, createProject } = await intentWorld(api)
const leader = await api.leader()

/** A visitor with an address that the reverse proxy reports. */
const visitorFrom = (address: string, baseUrl = api.baseUrl) => {
  const client = createClient({ baseUrl })
  return (projectId: number, phone = freshPhone()) =>
    client.attempt(support.submit, {
      body: { projectId, name: '访客', phone },
      headers: { 'x-forwarded-for': address },
    })
}
const fill = (sent: (projectId: number) => Promise<Outcome<Route>>, projectId: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => sent(projectId)))
/** Counts as many more of whatever this sending counts. */
async function countMore(sending: () => Promise<Outcome<Route>>, more: number): Promise<void> {
  const counted = api.db.selectFrom('daily_count').select(['scope_hash', 'amount'])
  const before = await counted.execute()
  assert.equal((await sending()).status, 200)
  for (const { scope_hash: scope, amount } of await counted.execute())
    if (!before.some((row) => row.scope_hash.equals(scope) && row.amount === amount))
      await api.db
        .updateTable('daily_count')
        .set({ amount: amount + more })
        .where('scope_hash', '=', scope)
        .execute()
}
const acceptedOf = (replies: Outcome<Route>[]) => replies.filter(({ status }) => status === 200).length
function assertRefused(reply: Outcome<Route>): void {
  assert.deepEqual(refusalOf(reply), { status: 429, error: 'TOO_MANY_REQUESTS', fields: undefined })
  const seconds = Number(reply.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= DAY_SECONDS, String(seconds))
}

it('SEC-20: a network sends so many intents to a project in a day, of both kinds together, at once or not', async () => {
  const [{ projectId }, other] = [await createProject(), await createProject()]
  assert.equal((await signUp(api.anonymous, { projectId })).status, 200)
  const sent = visitorFrom('127.0.0.1')
  const phone = freshPhone()
  assert.equal((await sent(projectId, phone)).status, 200)
  assert.deepEqual(
    refusalOf(await sent(projectId, phone)),
    exists('phone'),
    'is stored once and counted once',
  )
  await countMore(() => sent(projectId), INTENTS_TO_PROJECT_PER_DAY_MAX - 13)
  const replies = await fill(sent, projectId, 15)
  assert.equal(acceptedOf(replies), 10)
  assertRefused(replies.find(({ status }) => status !== 200)!)
  assertRefused(await signUp(api.anonymous, { projectId }))
  assert.equal((await submit(leader, { projectId })).status, 200, 'with a login nothing is counted')
  assert.equal((await sent(other.projectId)).status, 200)
  assert.equal((await visitorFrom('198.51.100.7')(projectId)).status, 200)
})

it('SEC-20: and so many to all projects, after a restart too, until the next day', async () => {
  const neighbours = Array.from({ length: 10 }, (_, host) => visitorFrom(`2001:db8:1:2::${host + 1}`))
  const sent = (projectId: number) => neighbours[projectId % neighbours.length]!(projectId)
  for (let left = INTENTS_PER_DAY_MAX; left > 0; left -= INTENTS_TO_PROJECT_PER_DAY_MAX) {
    const { projectId } = await createProject()
    await countMore(() => sent(projectId), INTENTS_TO_PROJECT_PER_DAY_MAX - 11)
    assert.equal(acceptedOf(await fill(sent, projectId, 10)), 10)
  }
  const { projectId } = await createProject()
  assertRefused(await sent(projectId))
  assert.equal((await visitorFrom('2001:db8:1:3::1')(projectId)).status, 200)

  await api.app.close()
  const node = await api.startNode()
  try {
    const returning = visitorFrom('2001:db8:1:2::1', node.url + BASE_PATH)
    assertRefused(await returning(projectId))
    clock.advance(DAY_SECONDS * SECOND_MS)
    assert.equal((await returning(projectId)).status, 200)
    const keys = createKeys({ current: Buffer.from(TEST_MASTER_KEY, 'base64'), previous: [] })
    await createDailyCounts({ db: node.db, clock, keys }).purge()
    const kept = await node.db.selectFrom('daily_count').select('amount').execute()
    assert.deepEqual(kept, [{ amount: 1 }, { amount: 1 }], 'counts of days that are over are not kept')
  } finally {
    await node.close()
  }
})
