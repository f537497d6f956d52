import { appendFileSync } from 'node:fs'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** Where the reporter of a test file's process writes its records, one JSON object a line. */
export const RECORDS_VARIABLE = 'CONSILIUM_TEST_RECORDS'

/** Ends every file of a process that runs several; it is not counted. */
export const LAST_SUBTEST = 'the end of the file'

const ERROR_DEPTH = 6

/**
 * One line of the record file. `path` names the test with the suites around it; `done` is written
 * only when the file ran to its end, so a process that leaves early is told from one that passed.
 */
export type TestRecord =
  | { kind: 'running'; name: string }
  | { kind: 'passed'; path: string[] }
  | { kind: 'failed'; path: string[]; line: number | undefined; error: string }
  | { kind: 'done' }

function describe(error: Error): string {
  const cause = error.cause ?? error
  return typeof cause === 'string' ? cause : inspect(cause, { depth: ERROR_DEPTH })
}

/** A suite counts only when it fails by itself: its tests are counted one by one. */
function outcome(
  event: TestEvent & { type: 'test:pass' | 'test:fail' },
  path: string[],
): TestRecord | undefined {
  const { data } = event
  const failed = (error: string): TestRecord => ({ kind: 'failed', path, line: data.line, error })
  if (data.skip !== undefined) return failed('This test is skipped.')
  if (data.todo !== undefined) return failed('This test is only a todo.')
  if (event.type === 'test:pass') return data.details.type === 'suite' ? undefined : { kind: 'passed', path }
  const { error } = event.data.details
  return 'failureType' in error && error.failureType === 'subtestsFailed'
    ? undefined
    : failed(describe(error))
}

/** In a process that runs several files (shared-runner.ts) a test at the top stands for one of them. */
function endFile(write: (record: TestRecord) => void): void {
  if (!process.send) return
  write({ kind: 'done' })
  process.send('done')
}

/** Loaded into each test file's process by run-file.ts as its only reporter; prints nothing. */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const target = process.env[RECORDS_VARIABLE]
  if (!target) throw new Error(`${RECORDS_VARIABLE} is not set`)
  const write = (record: TestRecord | undefined) => {
    if (record) appendFileSync(target, `${JSON.stringify(record)}\n`)
  }
  const path: string[] = []
  for await (const event of events) {
    if (event.type === 'test:dequeue') write({ kind: 'running', name: event.data.name })
    if (event.type === 'test:start') path.splice(event.data.nesting, path.length, event.data.name)
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      write(outcome(event, path.slice(0, event.data.nesting + 1)))
      if (event.data.nesting === 0) endFile(write)
    }
    if (event.type === 'test:summary') write({ kind: 'done' })
  }
  yield ''
}
