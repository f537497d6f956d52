import { Refusal } from './refusal.ts'

/** The sum of all files in memory: being received, waiting or worked on. */
export const HELD_MAX_BYTES = 512 * 1024 * 1024
const RETRY_SECONDS = 5

/** A request that waits or is worked on. */
export interface Admitted {
  /** Corrects the bytes of the request once they are known. Throws Refusal BUSY. */
  resize(bytes: number): void
  /** Gives the place back. May be called more than once. */
  leave(): void
}

/** Limits the number and the bytes of requests, before anything of a file is read. */
export interface Admission {
  /** `bytes` is the most that the request may need in memory. Throws Refusal BUSY. */
  enter(bytes: number): Admitted
  readonly inside: number
}

class BoundedAdmission implements Admission {
  readonly #requestsMax: number
  #inside = 0
  #held = 0

  constructor(requestsMax: number) {
    this.#requestsMax = requestsMax
  }

  get inside(): number {
    return this.#inside
  }

  enter(bytes: number): Admitted {
    if (this.#inside >= this.#requestsMax) throw new Refusal('BUSY', RETRY_SECONDS)
    this.#take(bytes)
    this.#inside += 1
    let [own, isInside] = [bytes, true]
    return {
      resize: (actual) => {
        this.#take(actual - own)
        own = actual
      },
      leave: () => {
        if (!isInside) return
        isInside = false
        this.#inside -= 1
        this.#held -= own
      },
    }
  }

  #take(bytes: number): void {
    if (this.#held + bytes > HELD_MAX_BYTES) throw new Refusal('BUSY', RETRY_SECONDS)
    this.#held += bytes
  }
}

export const createAdmission = (requestsMax: number): Admission => new BoundedAdmission(requestsMax)
