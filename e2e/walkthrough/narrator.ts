import { CallFailed } from '@consilium/contract/client.ts'
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'

/** The answer differs from what the step expects. */
export class Unexpected extends Error {}

let chapters = 0

/** Prints a chapter's title. */
export function chapter(title: string): void {
  chapters += 1
  process.stdout.write(`\n${chapters}. ${title}\n`)
}

/** Runs a step, prints it with its result, and returns the result. */
export async function step<T>(what: string, work: () => Promise<T>, show: (result: T) => string): Promise<T> {
  try {
    const result = await work()
    process.stdout.write(`   ✓ ${what}\n     ${show(result)}\n`)
    return result
  } catch (error) {
    process.stdout.write(`   ✗ ${what}\n`)
    throw error instanceof CallFailed || error instanceof Unexpected
      ? error
      : new Unexpected(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** Throws if the condition of the step does not hold. */
export function expect(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Unexpected(otherwise)
}

interface Refusable {
  status: number
  error: ErrorAnswer | null
}

/** Throws unless the request is refused with this status and error name. */
export function expectRefusal(
  { status, error }: Refusable,
  wantedStatus: number,
  wantedError: string,
): ErrorAnswer {
  expect(
    error !== null && status === wantedStatus && error.error === wantedError,
    `expected ${wantedStatus} ${wantedError}, got ${status} ${error?.error ?? 'success'}`,
  )
  return error
}
