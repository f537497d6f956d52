// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { ownSessionRoutes as routes } from '@consilium/contract/login/own-sessions.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { sql } from 'kysely'
import { startApi, type User } from '../../../../test/harness.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { inTransaction } from '../../../infra/db/database.ts'

const SESSION_IDLE_MINUTES = 60
const SESSION_SECONDS = 12 * 60 * 60
const SESSIONS_MAX = 20

const MINUTE_MS = 60_000
const ROUNDS = 4
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const clock = movableClock()
const api = await startApi({ clock })
after(() => api.close())

const isLive = async ({ token }: { token: string }) =>
  (await api.as(token).attempt(profileRoutes.getInfo, {})).status === 200
async function loggedInOnce(): Promise<User> {
  const user = await api.leader()
  await user.call(routes.endOthers, {})
  return user
}
/** Runs two logins at once; each waits on a server until both are about to open their sessions. */
async function atOnce(login: () => Promise<User>): Promise<User[]> {
  if (api.engine.kind === 'embedded') return Promise.all([login(), login()])
  const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks where not granted`
  return inTransaction(api.db, async (trx) => {
    await sql`lock table sys_session in exclusive mode`.execute(trx)
    const pair = [login(), login()]
    for (let count = 0; count < pair.length; count = (await waiting.execute(trx)).rows[0]!.count);
    return { pair }
  }).then(({ pair }) => Promise.all(pair))
}
const again = ({ userName, password }: User) => api.login(userName, password)

describe('the sessions of an account', () => {
  it('ASVS 7.5.2: are listed for their owner only, with device, address and times, after 401', async () => {
    assert.equal((await api.anonymous.attempt(routes.list, {})).status, 401)
    const user = await loggedInOnce()
    await again(await api.leader())
    const data = await api.anonymous.call(accountRoutes.login, {
      body: { username: user.userName, password: user.password },
      headers: { 'user-agent': CHROME },
    })
    const { rows, total } = await api.as(data.token).call(routes.list, {})
    assert.equal(total, 2)
    const [current, other] = rows
    assert.deepEqual([current?.isCurrent, other?.isCurrent], [true, false])
    assert.deepEqual([current?.device, current?.withFactor], ['Chrome · Windows', false])
    assert.match(current?.address ?? '', /127\.0\.0\.1$/)
    const own = await user.call(routes.list, {})
    const idsOf = (listed: typeof rows) => new Set(listed.map(({ sessionId }) => sessionId))
    assert.deepEqual(idsOf(own.rows), idsOf(rows))
    assert.ok(own.rows.every((row) => !JSON.stringify(row).includes('oken')))
  })

  it('ASVS 7.5.2: are ended one by one, or all but the current; nobody ends those of others', async () => {
    const user = await loggedInOnce()
    const [first, second] = [await again(user), await again(user)]
    const { rows } = await first.call(routes.list, {})
    const mine = rows.find(({ isCurrent }) => isCurrent)
    const sessionId = String(mine?.sessionId)
    const stranger = await api.leader()
    const foreign = await stranger.call(routes.end, { params: { sessionId } })
    assert.deepEqual([foreign.ended, await isLive(first)], [0, true])
    assert.equal((await second.call(routes.end, { params: { sessionId } })).ended, 1)
    assert.deepEqual([await isLive(first), await isLive(second), await isLive(user)], [false, true, true])
    const third = await again(user)
    const { ended } = await third.call(routes.endOthers, {})
    assert.equal(ended, 2)
    assert.deepEqual([await isLive(second), await isLive(third), await isLive(stranger)], [false, true, true])
  })

  it('SEC-28 ASVS 7.1.2: are limited in number, also with concurrent logins; the oldest end', async () => {
    const user = await loggedInOnce()
    const opened: User[] = []
    for (let count = 2; count < SESSIONS_MAX; count++) opened.push(await again(user))
    const live = async () => (await opened.at(-1)!.call(routes.list, { query: { pageSize: 200 } })).total
    assert.deepEqual([await isLive(user), await live()], [true, SESSIONS_MAX - 1])
    // A later login would end surplus sessions that the previous two left behind, so the count is checked after each
    // pair.
    for (let round = 0; round < ROUNDS; round++) {
      const pair = await atOnce(() => again(user))
      opened.push(...pair)
      assert.equal(await live(), SESSIONS_MAX)
      assert.deepEqual(await Promise.all(pair.map(isLive)), [true, true])
    }
    const all = await Promise.all([user, ...opened].map(isLive))
    assert.deepEqual(
      all,
      all.map((_, place) => place >= all.length - SESSIONS_MAX),
    )
  })

  it('ASVS 7.4.5: an administrator ends all sessions of another account; a manager may not', async () => {
    const user = await api.leader()
    const manager = await api.manager()
    const body = { userId: user.userId }
    assert.equal((await manager.attempt(routes.endOf, { body })).status, 403)
    const admin = await api.admin()
    const own = await admin.attempt(routes.endOf, { body: { userId: admin.userId } })
    assert.equal(own.error?.error, 'OWN_RECORD_FIXED')
    assert.equal((await admin.attempt(routes.endOf, { body: { userId: 999_999 } })).status, 404)
    assert.ok((await admin.call(routes.endOf, { body })).ended > 0)
    assert.deepEqual([await isLive(user), await isLive(manager)], [false, true])
  })

  it('ASVS 7.3.1 7.3.2: end after an hour without use, and always half a day after the login', async () => {
    const idle = await api.leader()
    const used = await again(idle)
    const pause = SESSION_IDLE_MINUTES - 5
    for (let minutes = pause; minutes < SESSION_SECONDS / 60; minutes += pause) {
      clock.advance(pause * MINUTE_MS)
      assert.ok(await isLive(used), `used after ${minutes} minutes`)
    }
    assert.ok(!(await isLive(idle)))
    assert.equal((await used.call(routes.list, {})).total, 1)
    clock.advance(pause * MINUTE_MS)
    assert.ok(!(await isLive(used)), 'used all the time')
  })
})
