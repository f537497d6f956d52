import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** The last subtest of every file (worker.ts); it is not counted. */
export const LAST_SUBTEST = 'the end of the file'

const ERROR_DEPTH = 6

/** What a test process reports. `path` is the test's name with its suites. `over` ends the records of a file. */
export type TestRecord =
  | { kind: 'running'; name: string }
  | { kind: 'passed'; path: string[] }
  | { kind: 'failed'; path: string[]; line: number | undefined; error: string }
  | { kind: 'over' }

function describe(error: Error): string {
  const cause = error.cause ?? error
  return typeof cause === 'string' ? cause : inspect(cause, { depth: ERROR_DEPTH })
}

/** A suite, and the test that is the file, count only if they fail themselves; their tests are counted separately. */
function outcome(
  event: TestEvent & { type: 'test:pass' | 'test:fail' },
  path: string[],
): TestRecord | undefined {
  const { data } = event
  const isFile = path.length === 0
  const failed = (error: string): TestRecord =>
    isFile
      ? { kind: 'failed', path: ['the file itself'], line: undefined, error }
      : { kind: 'failed', path, line: data.line, error }
  if (data.skip !== undefined) return failed('This test is skipped.')
  if (data.todo !== undefined) return failed('This test is only a todo.')
  if (event.type === 'test:pass') {
    const counts = !isFile && data.details.type !== 'suite' && data.name !== LAST_SUBTEST
    return counts ? { kind: 'passed', path } : undefined
  }
  const { error } = event.data.details
  return 'failureType' in error && error.failureType === 'subtestsFailed'
    ? undefined
    : failed(describe(error))
}

/** What node:test says of an error after a test's end. It makes the process fail, although no test does. */
const LATE_ERROR = /asynchronous activity|unhandledRejection|uncaughtException/

/** The only reporter in each test process (test-process.ts). It prints late errors and sends everything else. */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const send = (record: TestRecord | undefined) => record && process.send?.(record)
  const path: string[] = []
  for await (const event of events) {
    if (event.type === 'test:dequeue' && event.data.nesting > 0 && event.data.name !== LAST_SUBTEST)
      send({ kind: 'running', name: event.data.name })
    if (event.type === 'test:start') path.splice(event.data.nesting, path.length, event.data.name)
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      send(outcome(event, path.slice(1, event.data.nesting + 1)))
      if (event.data.nesting === 0) send({ kind: 'over' })
    }
    if (event.type === 'test:diagnostic' && LATE_ERROR.test(event.data.message))
      process.stderr.write(`${event.data.message}\n`)
  }
  yield ''
}
