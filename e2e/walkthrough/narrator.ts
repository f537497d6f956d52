import { CallFailed } from '@consilium/contract/client.ts'
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'

/** What came back differs from what the step says. */
export class Unexpected extends Error {}

let chapters = 0

/** Prints a chapter's title. */
export function chapter(title: string): void {
  chapters += 1
  process.stdout.write(`\n${chapters}. ${title}\n`)
}

/** Does a step, prints it with what came back, and answers that. */
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

/** Holds the step to what it says. */
export function expect(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Unexpected(otherwise)
}

interface Refusable {
  status: number
  error: ErrorAnswer | null
}

/** Holds a call to be refused with a status and an error name. */
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
