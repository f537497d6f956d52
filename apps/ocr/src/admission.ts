import { Refusal } from './refusal.ts'

/** Bytes of files that are held at once, being sent, waiting or worked on. */
export const HELD_MAX_BYTES = 512 * 1024 * 1024
const RETRY_SECONDS = 5

/** A request that is being worked on, or waits for it. */
export interface Admitted {
  /** Says how much it really holds, where that was not known before. Refuses BUSY. */
  hold(bytes: number): void
  /** May be called more than once. */
  leave(): void
}

export interface Admission {
  /** `bytes` is the most that the request may hold. Refuses BUSY. */
  enter(bytes: number): Admitted
  readonly inside: number
}

/** The one bound on what the service takes in: settled before anything of a file is read. */
export function createAdmission(requestsMax: number): Admission {
  let [inside, held] = [0, 0]
  return {
    get inside() {
      return inside
    },
    enter(bytes) {
      if (inside >= requestsMax || held + bytes > HELD_MAX_BYTES) throw new Refusal('BUSY', RETRY_SECONDS)
      inside += 1
      held += bytes
      let here = true
      let own = bytes
      return {
        hold(actual) {
          if (held - own + actual > HELD_MAX_BYTES) throw new Refusal('BUSY', RETRY_SECONDS)
          held += actual - own
          own = actual
        },
        leave() {
          if (!here) return
          here = false
          inside -= 1
          held -= own
        },
      }
    },
  }
}
