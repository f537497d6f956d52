// Engine: none
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { nextAt, quietUntil } from './quiet-hours.ts'
import { deadlineAfter, isWorkingDay, workAfter, workingDaysAfter } from './working-days.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const wire = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
const moment = fc
  .integer({ min: Date.parse('2025-12-20T00:00:00Z') / 1000, max: Date.parse('2028-03-10T00:00:00Z') / 1000 })
  .map((seconds) => seconds * 1000)

/** As plain as it can be: walks minute by minute until no hour is quiet. */
function plainUntil(ms: number, from: number, until: number): string | null {
  const isQuiet = (at: number) => {
    for (let minute = from; minute !== until; minute = (minute + 1) % 1440)
      if (Math.floor((at % DAY_MS) / MINUTE_MS) === minute) return true
    return false
  }
  if (!isQuiet(ms)) return null
  let at = ms - (ms % MINUTE_MS)
  while (isQuiet(at)) at += MINUTE_MS
  return wire(at)
}

describe('NOT-6: quiet hours, digests and working days', () => {
  it('NOT-6: quiet hours end when a plain walk through the minutes says so', () => {
    const minute = fc.integer({ min: 0, max: 1439 })
    const property = fc.property(moment, minute, minute, (ms, from, until) => {
      assert.equal(quietUntil(wire(ms), { from, until }), plainUntil(ms, from, until))
    })
    fc.assert(property, { numRuns: 60 })
  })

  it('NOT-6: 21:00:00 is quiet and 20:59:59 is not; 07:59:59 is, and 08:00:00 is not', () => {
    const hours = { from: 21 * 60, until: 8 * 60 }
    assert.equal(quietUntil('2026-12-31 20:59:59', hours), null)
    assert.equal(quietUntil('2026-12-31 21:00:00', hours), '2027-01-01 08:00:00')
    assert.equal(quietUntil('2027-01-01 07:59:59', hours), '2027-01-01 08:00:00')
    assert.equal(quietUntil('2027-01-01 08:00:00', hours), null)
    assert.equal(quietUntil('2027-01-01 03:00:00', { from: 0, until: 0 }), null)
    assert.equal(nextAt('2027-01-01 08:29:59', '08:30'), '2027-01-01 08:30:00')
    assert.equal(nextAt('2026-12-31 08:30:00', '08:30'), '2027-01-01 08:30:00')
  })

  it('NOT-6: working days are those that a plain list of days has', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 })
    const property = fc.property(moment, fc.integer({ min: 0, max: 6 }), days, days, (ms, count, off, on) => {
      const dayOf = (n: number) => wire(ms + n * DAY_MS).slice(0, 10)
      const calendar = { holidays: new Set(off.map(dayOf)), workdays: new Set(on.map(dayOf)) }
      const isOff = (n: number) => {
        const weekday = new Date(`${dayOf(n)}T00:00:00Z`).getUTCDay()
        if (off.includes(n)) return true
        return !on.includes(n) && (weekday === 0 || weekday === 6)
      }
      const working = Array.from({ length: 60 }, (_, n) => n).filter((n) => !isOff(n))
      const expected = dayOf(working[count]!) + (isOff(0) ? ' 00:00:00' : wire(ms).slice(10))
      assert.equal(workingDaysAfter(wire(ms), count, calendar), expected)
    })
    fc.assert(property, { numRuns: 200 })
  })

  it('NOT-6 APR-6: a deadline is never the first moment of a day, and on a working day it is that of the clock', () => {
    const off = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 8 })
    const property = fc.property(moment, fc.integer({ min: 1, max: 6 }), off, (ms, days, free) => {
      const asked = wire(ms)
      const holidays = new Set(free.map((n) => wire(ms + n * DAY_MS).slice(0, 10)))
      const calendar = { holidays, workdays: new Set<string>() }
      const deadline = deadlineAfter(asked, days, calendar)
      const isAtWork = isWorkingDay(asked.slice(0, 10), calendar)
      assert.ok(isWorkingDay(deadline.slice(0, 10), calendar), `${asked} ${deadline}`)
      assert.equal(deadline.slice(10), isAtWork ? asked.slice(10) : ' 23:59:59')
      // Whoever asked on a day off is reminded as the next working day begins, which is when those days are over.
      const over = workAfter(deadline, calendar)
      if (!isAtWork || !asked.endsWith(' 23:59:59'))
        assert.equal(over, workingDaysAfter(asked, days, calendar))
    })
    fc.assert(property, { numRuns: 200 })
    const none = { holidays: new Set<string>(), workdays: new Set<string>() }
    // Asked on a Saturday: five days end with the Friday.
    assert.equal(deadlineAfter('2026-11-28 10:00:00', 5, none), '2026-12-04 23:59:59')
    assert.equal(workAfter('2026-12-04 23:59:59', none), '2026-12-07 00:00:00')
    assert.equal(workAfter('2026-12-04 16:00:00', none), '2026-12-04 16:00:00')
  })

  it('NOT-6: a holiday is no working day, and a Saturday that makes up for it is one', () => {
    const calendar = { holidays: new Set(['2026-10-01']), workdays: new Set(['2026-10-10']) }
    assert.equal(isWorkingDay('2026-10-01', calendar), false)
    assert.equal(isWorkingDay('2026-10-10', calendar), true)
    assert.equal(workingDaysAfter('2026-10-08 16:00:00', 2, calendar), '2026-10-10 16:00:00')
    assert.equal(workingDaysAfter('2026-09-30 10:00:00', 1, calendar), '2026-10-02 10:00:00')
  })
})
