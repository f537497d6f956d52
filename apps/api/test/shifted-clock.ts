import { type Clock, createClock } from '../src/infra/clock.ts'
import { TIME_ZONE } from './harness.ts'

/** The service's clock in the tests' time zone, shifted by the current `offsetMs`. */
export const shiftedClock = (offsetMs: () => number = () => 0): Clock =>
  createClock(TIME_ZONE, () => new Date(Date.now() + offsetMs()))
