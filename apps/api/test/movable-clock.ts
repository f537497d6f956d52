import { type Clock, createClock } from '../src/infra/clock.ts'
import { TIME_ZONE } from './harness.ts'
import { SEASON_START } from './meeting-world.ts'

export interface MovableClock extends Clock {
  advance(ms: number): void
}

/**
 * A clock that a test sets forward. It begins in a morning, so that no day ends by itself, whenever the tests run, and however long
 * other files have run in the same process.
 */
export function movableClock(): MovableClock {
  let aheadMs = SEASON_START - Date.now()
  const clock = createClock(TIME_ZONE, () => new Date(Date.now() + aheadMs))
  return { ...clock, advance: (ms) => void (aheadMs += ms) }
}

/** A clock that stands still between its steps, for what must fall on an exact second. */
export function steppedClock(): MovableClock {
  let now = SEASON_START
  const clock = createClock(TIME_ZONE, () => new Date(now))
  return { ...clock, advance: (ms) => void (now += ms) }
}
