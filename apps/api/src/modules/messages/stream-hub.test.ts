import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createClock } from '../../infra/clock.ts'
import type { EventStream, ServerEvent } from '../../infra/http/event-stream.ts'
import { createLog, type Log } from '../../infra/log.ts'
import { inBatches } from './in-batches.ts'
import { StreamHub, type Inboxes } from './stream-hub.ts'

const STREAMS_OF_ADDRESS_MAX = 200

const SESSION_ENDS = Date.now() + 3_600_000
/** What the database says: the same count for all users. */
const inbox = (unreadCount: number, ...sessionIds: number[]) => ({ unreadCount, sessionIds })

const inboxes = (
  userIds: readonly number[],
  { unreadCount, sessionIds }: ReturnType<typeof inbox>,
): Inboxes => ({
  ofUsers: new Map(userIds.map((userId) => [userId, { unreadCount, newest: undefined }])),
  sessions: new Map(sessionIds.map((sessionId) => [sessionId, SESSION_ENDS])),
})

/** A stream that records what it was sent; `failing` makes it throw like a broken connection. */
function fakeStream(failing = false) {
  const sent: ServerEvent[] = []
  let closed = false
  const stream: EventStream = {
    send(event) {
      if (failing) throw new Error('gone')
      sent.push(event)
    },
    close: () => void (closed = true),
    comeBack: () => void (closed = true),
    onClose: () => {},
  }
  return { stream, sent, isClosed: () => closed }
}

function recordingLog() {
  const entries: string[] = []
  const log = createLog({ level: 'silent', file: null })
  const record = (entry: unknown) => void entries.push(String(entry))
  Object.assign(log, { warn: record, error: record } satisfies Partial<Record<keyof Log, unknown>>)
  return { log, entries }
}

function hubWith(read: (userIds: readonly number[]) => Promise<ReturnType<typeof inbox>>) {
  const { log, entries } = recordingLog()
  const readInboxes = async (userIds: readonly number[]) => inboxes(userIds, await read(userIds))
  const clock = createClock('Asia/Shanghai')
  return { hub: new StreamHub({ log, clock, heartbeatMs: 60_000, readInboxes }), entries }
}

const listener = (userId: number, sessionId: number, network = '198.51.100.1') => ({
  userId,
  sessionId,
  network,
  lastEventId: null,
})
const countsOf = (events: ServerEvent[]) =>
  events.map(({ data }) => (data as { unreadCount: number }).unreadCount)

describe('the hub', () => {
  it('EVT-1: many events while a count is read lead to one further read', async () => {
    let readings = 0
    let release = Promise.withResolvers<void>()
    const { hub } = hubWith(async () => {
      const count = readings++
      await release.promise
      return inbox(count, 1)
    })
    const { stream, sent } = fakeStream()
    hub.connect(listener(7, 1), stream)
    await turn()
    for (let event = 0; event < 1000; event++) hub.hear({ type: 'message', userId: 7 })
    assert.equal(readings, 1)
    const first = release
    release = Promise.withResolvers<void>()
    first.resolve()
    await turn()
    assert.equal(readings, 2)
    release.resolve()
    await turn()
    assert.equal(readings, 2)
    assert.deepEqual(countsOf(sent), [0, 1])
    hub.close()
  })

  it('COR-24: a heartbeat is sent at the end of every interval', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const { hub } = hubWith(() => Promise.resolve(inbox(0, 1)))
    const { stream, sent } = fakeStream()
    hub.connect(listener(7, 1), stream)
    const beats = () => sent.filter(({ event }) => event === 'heartbeat').length
    const after: number[] = []
    for (const ms of [59_999, 1, 59_999, 1, 60_000]) {
      context.mock.timers.tick(ms)
      after.push(beats())
    }
    assert.deepEqual(after, [0, 1, 1, 2, 3])
    hub.close()
  })

  it('EVT-7: a message to everybody is read for hundreds of users at a time', async () => {
    const users = 2200
    const asked: number[] = []
    const sessions = Array.from({ length: users }, (_none, n) => n + 1)
    const { hub } = hubWith(async (userIds) => {
      asked.push(userIds.length)
      return inbox(1, ...sessions)
    })
    const streams = sessions.map((id) => {
      const made = fakeStream()
      hub.connect(listener(id, id, `198.51.100.${id % 20}`), made.stream)
      return made
    })
    for (let turns = 0; turns < 10; turns++) await turn()
    assert.deepEqual(asked, [1000, 1000, 200])
    assert.ok(streams.every(({ sent }) => countsOf(sent).join() === '1'))
    hub.close()
  })

  it('SEC-28: streams per address are limited, and a reconnecting session is not counted twice', () => {
    const { hub } = hubWith(async () => inbox(0))
    for (let user = 1; user <= STREAMS_OF_ADDRESS_MAX; user++) {
      assert.ok(hub.hasRoom(listener(user, user)))
      hub.connect(listener(user, user), fakeStream().stream)
    }
    assert.ok(!hub.hasRoom(listener(1000, 1000)))
    assert.ok(hub.hasRoom(listener(1, 1)))
    assert.ok(hub.hasRoom(listener(1000, 1000, '198.51.100.2')))
    hub.hear({ type: 'sessionEnded', userId: 7, sessionId: 7 })
    assert.ok(hub.hasRoom(listener(1000, 1000)))
    hub.close()
  })

  it('EVT-1: nothing is read for a user without a stream', async () => {
    const { hub } = hubWith(() => Promise.reject(new Error('nobody asked')))
    hub.hear({ type: 'message', userId: 7 })
    await turn()
    hub.close()
  })

  it('EVT-4: a failed push is logged and ends that stream, without affecting the caller or other streams', async () => {
    const { hub, entries } = hubWith(async () => inbox(3, 1, 2))
    const [broken, whole] = [fakeStream(true), fakeStream()]
    hub.connect(listener(7, 1), broken.stream)
    hub.connect(listener(7, 2), whole.stream)
    hub.hear({ type: 'message', userId: 7 })
    await turn()
    assert.ok(entries.some((entry) => entry.includes('gone')))
    assert.ok(broken.isClosed())
    assert.deepEqual(countsOf(whole.sent), [3])
    hub.close()
  })

  it('EVT-4: a count that cannot be read is logged, and the next event reads it again', async () => {
    let broken = true
    const { hub, entries } = hubWith(async () => {
      if (broken) throw new Error('no database')
      return inbox(2, 1)
    })
    const { stream, sent, isClosed } = fakeStream()
    hub.connect(listener(7, 1), stream)
    await turn()
    assert.deepEqual(entries, ['Error: no database'])
    assert.ok(!isClosed())
    broken = false
    hub.hear({ type: 'message', userId: 7 })
    await turn()
    assert.deepEqual(countsOf(sent), [2])
    hub.close()
  })

  it('EVT-3: a session that ended while its stream was opened receives nothing', async () => {
    const { hub } = hubWith(async () => inbox(5))
    const { stream, sent, isClosed } = fakeStream()
    hub.connect(listener(7, 1), stream)
    await turn()
    assert.deepEqual(sent, [])
    assert.ok(isClosed())
    hub.close()
  })

  it('SVC-10: after a lost connection to the database every stream gets what it missed, and those of ended sessions are closed', async () => {
    let [standing, unread] = [[1, 2], 0]
    const { hub } = hubWith(async () => inbox(unread, ...standing))
    const [stays, leaves] = [fakeStream(), fakeStream()]
    hub.connect(listener(7, 1), stays.stream)
    hub.connect(listener(8, 2), leaves.stream)
    await turn()
    standing = [1]
    unread = 4
    hub.hear({ type: 'gap' })
    await turn()
    assert.deepEqual(countsOf(stays.sent), [0, 4])
    assert.deepEqual([stays.isClosed(), leaves.isClosed()], [false, true])
    hub.close()
  })

  it('EVT-1: an event without news is not sent', async () => {
    let unread = 1
    const { hub } = hubWith(async () => inbox(unread, 1))
    const { stream, sent } = fakeStream()
    hub.connect(listener(7, 1), stream)
    for (const count of [1, 1, 2, 2, 1]) {
      unread = count
      hub.hear({ type: 'message', userId: 7 })
      await turn()
    }
    assert.deepEqual(countsOf(sent), [1, 2, 1])
    hub.close()
  })

  it('SVC-10: when the sessions of a user end, a newer session keeps its stream', async () => {
    let standing = [1]
    const { hub } = hubWith(async () => inbox(0, ...standing))
    const [old, recent] = [fakeStream(), fakeStream()]
    hub.connect(listener(7, 1), old.stream)
    await turn()
    standing = [2]
    hub.connect(listener(7, 2), recent.stream)
    hub.hear({ type: 'sessionsEnded', userId: 7 })
    await turn()
    assert.deepEqual([old.isClosed(), recent.isClosed()], [true, false])
    hub.close()
  })

  it('SVC-10: when sessions of a user end and the database cannot say which, all streams of the user end', async () => {
    let broken = false
    const { hub } = hubWith(async () => {
      if (broken) throw new Error('no database')
      return inbox(0, 1)
    })
    const { stream, isClosed } = fakeStream()
    hub.connect(listener(7, 1), stream)
    await turn()
    broken = true
    hub.hear({ type: 'sessionsEnded', userId: 7 })
    await turn()
    assert.ok(isClosed())
    hub.close()
  })

  it('SVC-10: a closed hub ends new streams at once', () => {
    const { hub } = hubWith(async () => inbox(0))
    hub.close()
    const { stream, isClosed } = fakeStream()
    hub.connect(listener(7, 1), stream)
    assert.ok(isClosed())
  })
})

describe('inBatches', () => {
  it('runs together what was asked for together, and a key again only after its batch', async () => {
    const runs: string[][] = []
    const ask = inBatches(
      async (keys: string[]) => {
        runs.push(keys)
        await turn()
      },
      { keys: 2, atOnce: 2 },
    )
    for (const key of ['a', 'b', 'a', 'c']) ask(key)
    await Promise.resolve()
    assert.deepEqual(runs, [['a', 'b'], ['c']])
    ask('a')
    ask('d')
    await Promise.resolve()
    assert.equal(runs.length, 2, 'two batches run')
    for (let turns = 0; turns < 5; turns++) await turn()
    assert.deepEqual(runs.slice(2).flat().toSorted(), ['a', 'd'])
    ask('a')
    await turn()
    assert.deepEqual(runs.at(-1), ['a'])
  })
})
