// Engine: only embedded
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { askHolder } from '../infra/control.ts'
import { startApi } from '../../test/harness.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const [api, inProduction] = [await startApi(), await startApi({ mode: 'production' })]
after(() => Promise.all([api.close(), inProduction.close()]))

const setTo = async ({ dataDir }: typeof api, days: string) => {
  const said: string[] = []
  const isDone = await askHolder(dataDir, { command: 'set-clock', args: [days] }, (line) => said.push(line))
  return { isDone, said: said.join() }
}

/** How many days the end of a session that is opened now is from the one of the real time, and whether the database agrees. */
async function daysBehind({ anonymous, engine }: typeof api): Promise<[service: number, database: number]> {
  const body = { username: 'admin', password: 'admin-password' }
  const { expiresAt } = await anonymous.call(accountRoutes.login, { body })
  const ends = Date.parse(`${expiresAt.replace(' ', 'T')}+08:00`)
  const { rows } = await engine.pool.query<{ ms: string }>('select extract(epoch from now()) * 1000 as ms')
  const days = (from: number) => Math.round((Date.now() - from) / DAY_MS)
  return [days(ends - 12 * HOUR_MS), days(Number(rows[0]!.ms))]
}

const warningsOf = async ({ app }: typeof api) => {
  const answer = await fetch(new URL('/health/ready', app.url))
  return ((await answer.json()) as { warnings?: string[] }).warnings?.join() ?? ''
}

describe('the clock of a service with sample data', () => {
  it('NOT-7: stands days behind for service and database alike, which its health says, and is set right again', async () => {
    assert.deepEqual(await daysBehind(api), [0, 0])
    assert.deepEqual(await setTo(api, '6'), { isDone: true, said: '6 days behind' })
    assert.deepEqual(await daysBehind(api), [6, 6])
    assert.match(await warningsOf(api), /518400 s ahead of the database's/)
    assert.equal((await setTo(api, '1')).isDone, true)
    assert.deepEqual(await daysBehind(api), [1, 1])
    assert.equal((await setTo(api, '0')).isDone, true)
    assert.deepEqual(await daysBehind(api), [0, 0])
    assert.doesNotMatch(await warningsOf(api), /database's/)
  })

  it('NOT-7: goes back by whole days up to 31, and never ahead', async () => {
    for (const wrong of ['', '-1', '32', '1.5', 'six']) {
      const { isDone, said } = await setTo(api, wrong)
      assert.equal(isDone, false, wrong)
      assert.match(said, /from 0 to 31/)
    }
    assert.equal((await setTo(api, '31')).isDone, true)
    assert.deepEqual(await daysBehind(api), [31, 31])
    assert.equal((await setTo(api, '0')).isDone, true)
  })

  it('NOT-7: is never touched in production', async () => {
    const { isDone, said } = await setTo(inProduction, '6')
    assert.equal(isDone, false)
    assert.match(said, /in development only/)
    assert.deepEqual(await daysBehind(inProduction), [0, 0])
  })
})
