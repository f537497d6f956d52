import { appendFileSync } from 'node:fs'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { processorMs } from './processor-time.ts'

/** Path of the file to which the reporter of a test process writes its records, one JSON object per line. */
export const RECORDS_VARIABLE = 'CONSILIUM_TEST_RECORDS'

/** The last test of every file in a shared process; it is not counted. */
export const LAST_SUBTEST = 'the end of the file'

const ERROR_DEPTH = 6

/**
 * One line of the record file. `path` is the test's name with its suites. `done` is written only when the file ran to
 * its end, so that an early exit is distinguished from success; its processor time is that of the process so far, with
 * all that it started.
 */
export type TestRecord =
  | { kind: 'running'; name: string }
  | { kind: 'passed'; path: string[] }
  | { kind: 'failed'; path: string[]; line: number | undefined; error: string }
  | { kind: 'done'; processorMs: number | undefined }

function describe(error: Error): string {
  const cause = error.cause ?? error
  return typeof cause === 'string' ? cause : inspect(cause, { depth: ERROR_DEPTH })
}

/** A suite counts only if it fails itself; its tests are counted separately. */
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

/** In a shared process (shared-runner.ts), a top-level test represents a file. */
function endFile(write: (record: TestRecord) => void): void {
  if (!process.send) return
  write({ kind: 'done', processorMs: processorMs() })
  process.send('done')
}

/** What node:test says of an error after a test's end. It makes the process fail, although no test does. */
const LATE_ERROR = /asynchronous activity|unhandledRejection|uncaughtException/

/** The only reporter in each test process, loaded by run-file.ts; it prints late errors only. */
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
    if (event.type === 'test:diagnostic' && LATE_ERROR.test(event.data.message))
      process.stderr.write(`${event.data.message}\n`)
    if (event.type === 'test:summary') write({ kind: 'done', processorMs: processorMs() })
  }
  yield ''
}
