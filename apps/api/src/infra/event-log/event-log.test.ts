// Engine: both
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { meetingEvents } from '@consilium/contract/events/meetings.ts'
import { EVENTS } from '@consilium/contract/events/events.ts'
import { openTestEngine, silentLog } from '../../../test/db/test-engine.ts'
import { createDatabase, inTransaction } from '../db/database.ts'
import type { Db } from '../db/db.ts'
import { openEventBus } from '../db/signals/events.ts'
import { migrateToLatest } from '../db/schema/migrate.ts'
import type { Log } from '../log.ts'
import type { Tables } from '../db/tables.ts'
import { createEventLog, on } from './event-log.ts'
import { readAgainFrom, startReading, type Reader } from './reading.ts'

const engine = await openTestEngine({ after })
const db: Db = createDatabase<Tables>(engine.pool)
await migrateToLatest(db)
const events = await openEventBus(engine, silentLog)
after(() => events.close())
const eventLog = createEventLog()

const { moved, deleted } = meetingEvents
const happened = (recordId: number) => ({ recordId, actorId: null, fields: {} })
const record = (recordId: number) =>
  inTransaction(db, (trx) => eventLog.record(trx, moved, happened(recordId)))

const TRIES = 400
const PAUSE_MS = 25
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; n < TRIES; n++) {
    if (await isSo()) return
    await delay(PAUSE_MS)
  }
  assert.fail('it did not come about')
}

/** A reader that keeps what it has read, and fails where it is told to. */
function collecting(
  name: string,
  options: { begins?: Reader['begins']; fails?: (id: number) => boolean } = {},
) {
  const read: number[] = []
  const reader: Reader = {
    name,
    begins: options.begins ?? 'now',
    handlers: [
      on(moved, async (_trx, { recordId }) => {
        if (options.fails?.(recordId)) throw new Error('this event cannot be read')
        read.push(recordId)
      }),
    ],
  }
  return { read, reader }
}

const start = (...readers: Reader[]) => startReading({ db, log: silentLog, events }, readers)

describe('the events that are declared', () => {
  it('HSE-25: have names of their own, and hold ids, choices and numbers only', () => {
    assert.equal(new Set(EVENTS.map(({ name }) => name)).size, EVENTS.length)
    for (const { name, fields } of EVENTS)
      for (const [field, schema] of Object.entries(fields.shape)) {
        const { type } = (schema as { def: { type: string } }).def
        assert.ok(['enum', 'number', 'int', 'boolean'].includes(type), `${name}: ${field} is of type ${type}`)
      }
  })
})

describe('readers within the transaction', () => {
  it('HSE-25: see what the transaction wrote, and undo it by an error', async () => {
    const log = createEventLog()
    const seen: number[] = []
    log.readWithin([
      on(moved, async (trx, { recordId }) => {
        const rows = await trx
          .selectFrom('event')
          .select('event_id')
          .where('record_id', '=', recordId)
          .execute()
        seen.push(rows.length)
        if (recordId === 12) throw new Error('the reader fails')
      }),
    ])
    await inTransaction(db, (trx) => log.record(trx, moved, happened(11)))
    await assert.rejects(
      inTransaction(db, (trx) => log.record(trx, moved, happened(12))),
      /the reader fails/,
    )
    assert.deepEqual(seen, [1, 1])
    const left = await db.selectFrom('event').select('record_id').where('record_id', 'in', [11, 12]).execute()
    assert.deepEqual(left, [{ record_id: 11 }])
  })
})

describe('readers after the commit', () => {
  it('HSE-25: read each event once, in its order, and only the kinds that they name', async () => {
    const { read, reader } = collecting('in-order')
    const reading = await start(reader)
    for (const id of [21, 22, 23]) await record(id)
    await inTransaction(db, (trx) => eventLog.record(trx, deleted, happened(24)))
    await record(25)
    await until(() => read.length >= 4)
    await reading.close()
    assert.deepEqual(read, [21, 22, 23, 25])
  })

  it('HSE-25: an event that is rolled back is read by nobody', async () => {
    const { read, reader } = collecting('rolled-back')
    const reading = await start(reader)
    await assert.rejects(
      inTransaction(db, async (trx) => {
        await eventLog.record(trx, moved, happened(31))
        throw new Error('undone')
      }),
    )
    await record(32)
    await until(() => read.length > 0)
    await reading.close()
    assert.deepEqual(read, [32])
  })

  it('HSE-25: one that fails at an event has read what came before, holds no other back, and goes on when it can', async () => {
    let isMended = false
    const [poor, good] = [
      collecting('failing', { fails: (id) => id === 42 && !isMended }),
      collecting('beside-it'),
    ]
    const reading = await start(poor.reader, good.reader)
    for (const id of [41, 42, 43]) await record(id)
    await until(() => good.read.length === 3 && poor.read.includes(41))
    const before = [...new Set(poor.read)]
    isMended = true
    await until(() => poor.read.includes(43))
    await reading.close()
    assert.deepEqual(before, [41], 'nothing after the event that fails')
    assert.deepEqual(poor.read.slice(-2), [42, 43])
  })

  it('HSE-25: one whose record is removed meanwhile is no error, unless it fails again', async () => {
    const levels: string[] = []
    const told = (level: string) => () => levels.push(level)
    const log = Object.assign(Object.create(silentLog) as Log, { info: told('info'), error: told('error') })
    const gone = Object.assign(new Error('removed'), {
      code: '23503',
      constraint: 'delivery_attendee_id_fkey',
    })
    let failures = 0
    const { read, reader } = collecting('removed', {
      fails: () => {
        failures += 1
        if (failures <= 2) throw gone
        return false
      },
    })
    const reading = await startReading({ db, log, events }, [reader])
    await record(45)
    await until(() => read.includes(45))
    await reading.close()
    assert.deepEqual(levels, ['info', 'error'])
  })

  it('HSE-25: a new reader begins now or at the beginning, and can be run again from a place', async () => {
    await record(51)
    await until(async () => {
      const { rows } = await engine.pool.query('select event_id from event where place is null')
      return rows.length === 0
    })
    const [late, whole] = [collecting('late'), collecting('whole', { begins: 'beginning' })]
    const reading = await start(late.reader, whole.reader)
    await record(52)
    await until(() => late.read.length === 1 && whole.read.includes(52))
    assert.deepEqual(late.read, [52])
    assert.ok(whole.read.includes(51))
    await readAgainFrom(db, 'late', 0)
    await record(53)
    await until(() => late.read.includes(53))
    await reading.close()
    assert.ok(late.read.includes(51), 'what happened before it existed')
  })

  it('HSE-25: the position of a reader is left behind up to 99 events of other kinds, and moves at the hundredth', async () => {
    const { read, reader } = collecting('others')
    const reading = await start(reader)
    const position = async () =>
      (
        await db
          .selectFrom('event_reader')
          .select('place')
          .where('reader', '=', 'others')
          .executeTakeFirstOrThrow()
      ).place
    const placed = async () => {
      const { waiting } = await db
        .selectFrom('event')
        .select(({ fn }) => fn.countAll<number>().as('waiting'))
        .where('place', 'is', null)
        .executeTakeFirstOrThrow()
      return waiting === 0
    }
    const others = (count: number) =>
      inTransaction(db, async (trx) => {
        for (let n = 0; n < count; n++) await eventLog.record(trx, deleted, happened(1000 + n))
      })
    const before = await position()
    await others(99)
    await until(placed)
    await delay(PAUSE_MS)
    assert.equal(await position(), before)
    await others(1)
    await until(async () => (await position()) === before + 100)
    await others(1)
    await record(26)
    await until(async () => (await position()) === before + 102)
    await reading.close()
    assert.deepEqual(read, [26])
  })

  it('HSE-25: what a node left between its commit and its notifier is found', async () => {
    const { read, reader } = collecting('left-over')
    const reading = await start(reader)
    // Written as by a process that ended right after its commit: nobody is woken.
    await engine.pool.query(
      `insert into event (name, version, record_id, fields) values ('meeting.moved', 1, 61, '{}')`,
    )
    await until(() => read.length === 1)
    await reading.close()
  })
})

if (engine.kind === 'postgres')
  describe('two nodes', () => {
    it('HSE-25: of commits that overtake one another no event is missed, and none is read twice', async () => {
      const other = await openEventBus(engine, silentLog)
      const [one, two] = [collecting('overtaken'), collecting('overtaken')]
      const reading = [
        await startReading({ db, log: silentLog, events }, [one.reader]),
        await startReading({ db, log: silentLog, events: other }, [two.reader]),
      ]
      const first = Promise.withResolvers<void>()
      const isWritten = Promise.withResolvers<void>()
      const slow = inTransaction(db, async (trx) => {
        await eventLog.record(trx, moved, happened(100))
        isWritten.resolve()
        await first.promise
      })
      await isWritten.promise
      await Promise.all(Array.from({ length: 40 }, (_, n) => record(101 + n)))
      await until(() => one.read.length + two.read.length === 40)
      first.resolve()
      await slow
      await until(() => one.read.length + two.read.length === 41)
      for (const each of reading) await each.close()
      await other.close()
      const all = [...one.read, ...two.read]
      assert.deepEqual(
        all.toSorted((a, b) => a - b),
        Array.from({ length: 41 }, (_, n) => 100 + n),
      )
    })
  })
