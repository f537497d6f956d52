import type { Part } from './part.ts'

/** A failure that is older says nothing of the next call. */
const STANDS_MS = 10 * 60_000

/** A part that cannot be asked without an effect or a price: how it is, its last call said. */
export interface LastCall {
  part: Part
  /** The same call, whose end is remembered. Errors that are no fault of the part leave things as they are. */
  follow<T>(call: Promise<T>): Promise<T>
}

export function createLastCall(isFault: (error: unknown) => boolean): LastCall {
  let failedAt: number | null = null
  return {
    part: {
      freshMs: 0,
      check: async () =>
        failedAt !== null && performance.now() - failedAt < STANDS_MS ? 'unavailable' : 'ok',
    },
    async follow(call) {
      try {
        const result = await call
        failedAt = null
        return result
      } catch (error) {
        if (isFault(error)) failedAt = performance.now()
        throw error
      }
    },
  }
}
