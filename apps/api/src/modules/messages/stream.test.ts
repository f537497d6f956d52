// Engine: both
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { expertRoutes, type AuditStatus } from '@consilium/contract/experts/experts.ts'
import { messageRoutes as routes } from '@consilium/contract/messages/messages.ts'
import { profileRoutes } from '@consilium/contract/profile/profile.ts'
import { openStream } from '../../../test/event-reader.ts'
import { startApi, type ExpertUser, type User } from '../../../test/harness.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { raiseEvent } from '../../domain/events.ts'
import { insertedMessage } from './repository.ts'

const HEARTBEAT_SECONDS = 25
const STREAMS_OF_ACCOUNT_MAX = 10

const HEARTBEAT_MS = 50
const LIST_MAX = 200
const TOO_MANY = 429
const clock = movableClock()
const api = await startApi({ clock, heartbeatMs: HEARTBEAT_MS })
after(() => api.close())
const manager = await api.manager()

async function audit(expert: ExpertUser, auditStatus: AuditStatus): Promise<void> {
  const { expertId } = expert
  const { version } = await manager.call(expertRoutes.get, { params: { expertId } })
  await manager.call(expertRoutes.update, { body: { expertId, version, auditStatus } })
}

const newest = async (user: User) => (await user.call(routes.list, { query: { pageSize: 1 } })).rows[0]!

/** Stores unread messages before any stream is open. */
const fill = (userId: number, count: number) =>
  api.db
    .insertInto('message')
    .values(Array.from({ length: count }, () => ({ user_id: userId, kind: 'expertAudit', params: '{}' })))
    .execute()

/** Ends the connections on which nodes hear of events, and answers how many there were. */
const END_LISTENERS = `with ended as (
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%')
  select count(*)::int as ended from ended`

describe('the stream', () => {
  it('AUT-3: requires a bearer token in the Authorization header', async () => {
    const expert = await api.expert()
    const open = (init: { token?: string }, query = '') => api.raw(routes.stream.path + query, init)
    assert.equal((await open({})).status, 401)
    assert.equal((await open({ token: 'A'.repeat(43) })).status, 401)
    assert.equal((await open({}, `?token=${expert.token}`)).status, 401)
    const stream = await openStream(api, expert.token)
    assert.match(stream.response.headers.get('content-type') ?? '', /^text\/event-stream/)
    assert.equal(stream.response.headers.get('cache-control'), 'no-cache')
    assert.equal(stream.response.headers.get('x-accel-buffering'), 'no')
    stream.close()
  })

  it('SEC-28: streams per account are limited, and closing one makes room', async () => {
    const expert = await api.expert()
    const sessions = [expert]
    for (let n = 0; n < STREAMS_OF_ACCOUNT_MAX; n++)
      sessions.push({ ...expert, ...(await api.login(expert.phone, expert.password)) })
    const last = sessions.pop()!
    const streams = await Promise.all(sessions.map(({ token }) => openStream(api, token)))
    const open = () => api.raw(routes.stream.path, { token: last.token })
    const refused = await open()
    assert.equal(refused.status, TOO_MANY)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal(((await refused.json()) as { error: string }).error, 'TOO_MANY_REQUESTS')
    const again = await openStream(api, expert.token)
    assert.equal((await streams[0]!.untilEnd()).at(-1), 'replaced', 'a session that comes back has its place')
    const other = await api.expert()
    const others = await openStream(api, other.token)
    await expert.call(accountRoutes.logout, {})
    await again.untilEnd()
    const admitted = await openStream(api, last.token)
    for (const stream of [...streams, others, admitted]) stream.close()
  })

  it('SVC-10 EVT-1: begins with the count, and reports a new message with its id and kind', async () => {
    const expert = await api.expert()
    const stream = await openStream(api, expert.token)
    assert.deepEqual((await stream.nextMessage()).data, { unreadCount: 0 })
    await audit(expert, 'approved')
    const { msgId } = await newest(expert)
    const { id, data } = await stream.nextMessage()
    assert.deepEqual(data, { unreadCount: 1, msgId, kind: 'expertAudit' })
    assert.equal(id, String(msgId))
    stream.close()
  })

  it('EVT-1: the count is exact, however many messages there are', async () => {
    const expert = await api.expert()
    await fill(expert.userId, LIST_MAX + 50)
    const stream = await openStream(api, expert.token)
    assert.equal((await stream.nextMessage()).data.unreadCount, LIST_MAX + 50)
    await audit(expert, 'approved')
    assert.equal((await stream.nextMessage()).data.unreadCount, LIST_MAX + 51)
    stream.close()
  })

  it('EVT-1: marking as read pushes the new count, and marking read messages again pushes nothing', async () => {
    const expert = await api.expert()
    for (const status of ['approved', 'rejected', 'approved'] as const) await audit(expert, status)
    const stream = await openStream(api, expert.token)
    assert.deepEqual((await stream.nextMessage()).data, { unreadCount: 3 })
    const { msgId } = await newest(expert)
    await expert.call(routes.markRead, { params: { msgId } })
    assert.deepEqual((await stream.nextMessage()).data, { unreadCount: 2 })
    await expert.call(routes.markRead, { params: { msgId } })
    await expert.call(routes.readAll, {})
    assert.deepEqual((await stream.nextMessage()).data, { unreadCount: 0 })
    await expert.call(routes.readAll, {})
    await audit(expert, 'rejected')
    assert.equal((await stream.nextMessage()).data.unreadCount, 1)
    stream.close()
  })

  it('EVT-1: nothing is pushed for a change that was not committed', async () => {
    const expert = await api.expert()
    const stream = await openStream(api, expert.token)
    await stream.nextMessage()
    const failure = new Error('the rest of the change failed')
    const work = inTransaction(api.db, async (trx) => {
      const { userId } = expert
      await insertedMessage({ userId, kind: 'expertAudit', params: {}, link: null }).execute(trx)
      await raiseEvent(trx, { type: 'message', userId })
      throw failure
    })
    await assert.rejects(work, failure)
    await audit(expert, 'rejected')
    const { data } = await stream.nextMessage()
    assert.deepEqual([data.unreadCount, data.msgId], [1, (await newest(expert)).msgId])
    stream.close()
  })

  it('EVT-1: a user is not notified of the messages of others', async () => {
    const [expert, other] = [await api.expert(), await api.expert()]
    const stream = await openStream(api, expert.token)
    await stream.nextMessage()
    await audit(other, 'approved')
    await audit(expert, 'approved')
    assert.deepEqual((await stream.nextMessage()).data.msgId, (await newest(expert)).msgId)
    stream.close()
  })

  it('EVT-2 LIM-1: sends a heartbeat, every 25 seconds by default', async () => {
    assert.equal(HEARTBEAT_SECONDS, 25)
    const stream = await openStream(api, (await api.expert()).token)
    const kinds = [(await stream.next())?.event, (await stream.next())?.event, (await stream.next())?.event]
    // Where opening takes long, a heartbeat comes first.
    assert.deepEqual(
      [kinds.filter((kind) => kind === 'heartbeat').length, kinds.includes('new_message')],
      [2, true],
    )
    stream.close()
  })

  it('EVT-3: a second stream of a session replaces the first, which is notified and ends', async () => {
    const expert = await api.expert()
    const first = await openStream(api, expert.token)
    await first.nextMessage()
    const second = await openStream(api, expert.token)
    assert.equal((await first.untilEnd()).at(-1), 'replaced')
    await second.nextMessage()
    await audit(expert, 'approved')
    assert.equal((await second.nextMessage()).data.unreadCount, 1)
    second.close()
  })

  it('EVT-3: of streams that a session opens concurrently one remains', async () => {
    const expert = await api.expert()
    const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(api, expert.token)))
    await audit(expert, 'approved')
    const told = await Promise.all(
      streams.map(async (stream) => {
        for (let event = await stream.next(); event; event = await stream.next())
          if (event.event === 'new_message' && JSON.parse(event.data).unreadCount === 1) return true
        return false
      }),
    )
    assert.equal(told.filter(Boolean).length, 1)
    for (const stream of streams) stream.close()
  })

  it('EVT-3: each session of a user has its own stream', async () => {
    const expert = await api.expert()
    const again = await api.login(expert.userName, expert.password)
    const streams = [await openStream(api, expert.token), await openStream(api, again.token)]
    for (const stream of streams) await stream.nextMessage()
    await audit(expert, 'approved')
    for (const stream of streams) assert.equal((await stream.nextMessage()).data.unreadCount, 1)
    for (const stream of streams) stream.close()
  })

  it('EVT-4: sending a message succeeds although its recipient’s connection is broken', async () => {
    const expert = await api.expert()
    for (let round = 0; round < 5; round++) {
      const stream = await openStream(api, expert.token)
      await stream.nextMessage()
      stream.close()
      await audit(expert, round % 2 === 0 ? 'approved' : 'rejected')
    }
    const stream = await openStream(api, expert.token)
    assert.equal((await stream.nextMessage()).data.unreadCount, 5)
    stream.close()
  })

  it('EVT-5: after the push, the profile of the same login shows the new audit status', async () => {
    const expert = await api.expert()
    const stream = await openStream(api, expert.token)
    await stream.nextMessage()
    await audit(expert, 'approved')
    await stream.nextMessage()
    const data = await expert.call(profileRoutes.getInfo, {})
    assert.equal(data.expert?.auditStatus, 'approved')
    stream.close()
  })
})

describe('reconnecting', () => {
  it('FLT-32: messages that are sent while a node does not hear the database arrive, and so do later ones', async () => {
    // The embedded engine hears itself, without a connection that could be lost.
    if (api.engine.kind === 'embedded') return
    const expert = await api.expert()
    const stream = await openStream(api, expert.token)
    assert.deepEqual((await stream.nextMessage()).data, { unreadCount: 0 })
    for (const [unreadCount, status] of [
      [1, 'approved'],
      [2, 'rejected'],
      [3, 'approved'],
    ] as const) {
      const { rows } = await api.engine.pool.query<{ ended: number }>(END_LISTENERS)
      assert.equal(rows[0]?.ended, 1)
      await audit(expert, status)
      const { data } = await stream.nextMessage()
      assert.deepEqual(data, { unreadCount, msgId: (await newest(expert)).msgId, kind: 'expertAudit' })
    }
    stream.close()
  })

  it('SVC-10: with Last-Event-ID reports the newest missed message once', async () => {
    const expert = await api.expert()
    const first = await openStream(api, expert.token)
    const { id = '' } = await first.nextMessage()
    first.close()
    await audit(expert, 'approved')
    await audit(expert, 'rejected')
    const { msgId } = await newest(expert)
    const second = await openStream(api, expert.token, { 'last-event-id': id })
    const missed = await second.nextMessage()
    assert.deepEqual(missed.data, { unreadCount: 2, msgId, kind: 'expertAudit' })
    second.close()
    const third = await openStream(api, expert.token, { 'last-event-id': missed.id ?? '' })
    assert.deepEqual((await third.nextMessage()).data, { unreadCount: 2 })
    third.close()
  })

  it('SVC-10: with an unknown id gets only the count, and then new messages', async () => {
    const expert = await api.expert()
    for (const strange of ['999999999999', 'abc', '-1', '1e5']) {
      const before = (await expert.call(routes.readAll, {})).unreadCount
      const stream = await openStream(api, expert.token, { 'last-event-id': strange })
      assert.deepEqual((await stream.nextMessage()).data, { unreadCount: before })
      await audit(expert, strange === 'abc' || strange === '1e5' ? 'rejected' : 'approved')
      assert.equal((await stream.nextMessage()).data.msgId, (await newest(expert)).msgId)
      stream.close()
    }
  })
})

describe('the end of a session', () => {
  const opened = async (user: User) => {
    const stream = await openStream(api, user.token)
    await stream.nextMessage()
    return stream
  }

  it('SVC-10: logging out ends its stream and no other', async () => {
    const expert = await api.expert()
    const again = await api.login(expert.userName, expert.password)
    const [left, stays] = [await opened(expert), await opened(again)]
    await expert.call(accountRoutes.logout, {})
    await left.untilEnd()
    await audit(expert, 'approved')
    assert.equal((await stays.nextMessage()).data.unreadCount, 1)
    stays.close()
  })

  it('SVC-10: disabling, deleting and a new password end all streams of an account', async () => {
    const admin = await api.admin()
    const endings: ((expert: ExpertUser) => Promise<unknown>)[] = [
      ({ userId }) => admin.attempt(accountRoutes.changeStatus, { body: { userId, status: '1' } }),
      ({ expertId }) => admin.attempt(expertRoutes.remove, { params: { expertId: String(expertId) } }),
      (expert) =>
        expert.attempt(accountRoutes.changePassword, {
          body: { oldPassword: expert.password, newPassword: 'another-1' },
        }),
    ]
    for (const ending of endings) {
      const expert = await api.expert()
      const again = await api.login(expert.userName, expert.password)
      const streams = [await opened(expert), await opened(again)]
      await ending(expert)
      for (const stream of streams) await stream.untilEnd()
    }
  })

  it('SVC-10: its expiry ends its stream', async () => {
    const stream = await opened(await api.expert())
    clock.advance(13 * 60 * 60_000)
    assert.ok((await stream.untilEnd()).every((kind) => kind === 'heartbeat'))
  })
})

it('SVC-10: a node that stops ends its streams', async () => {
  const node = await startApi()
  const stream = await openStream(node, (await node.expert()).token)
  await stream.next()
  await node.close()
  assert.deepEqual(await stream.untilEnd(), [])
})
