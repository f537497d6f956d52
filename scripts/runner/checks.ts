import { processorMs } from './processor-time.ts'
import { type Result, runProgram } from './run-file.ts'

/** A check is a program that reports success by exit code 0; each counts as one test. */
export type Check = { label: string; args: string[]; env?: NodeJS.ProcessEnv }

const CHECK_TIMEOUT_MS = 180_000
/** A check is a foreign program, so its processor time is looked up while it runs. */
const LOOK_MS = 250

/** Several concurrent checkers would repeat much work, and other tests run meanwhile. */
const TYPECHECK = ['node_modules/typescript/bin/tsc', '--pretty', 'false', '--singleThreaded']

/** The checkers in Go spend half of their time on freeing memory that they could keep until they end. */
const RARE_COLLECTION = { GOGC: '400' }

/** The longest checks come first. */
export const CHECKS: Check[] = [
  // On one processor its checker of types takes half of the processor time that it takes on two.
  {
    label: 'check lint',
    args: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
    env: { GOMAXPROCS: '1' },
  },
  { label: 'check typecheck', args: TYPECHECK },
  { label: 'check typecheck of the web app', args: [...TYPECHECK, '--project', 'apps/web'] },
  { label: 'check format', args: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { label: 'check dependencies', args: ['--disable-warning=ExperimentalWarning', 'scripts/licences.ts'] },
  { label: 'check layout', args: ['--disable-warning=ExperimentalWarning', 'scripts/check-layout.ts'] },
]

/** Built for the browser tests; it fails if a page exceeds its budget. */
export const WEB_BUILD: Check = {
  label: 'check build of the web app',
  args: ['--disable-warning=ExperimentalWarning', 'scripts/build-web.ts'],
}

export async function runCheck(check: Check): Promise<Result> {
  const started = performance.now()
  let used: number | undefined
  let timer: NodeJS.Timeout | undefined
  const onStart = (pid: number) => {
    timer = setInterval(() => (used = processorMs(pid) ?? used), LOOK_MS)
  }
  const env = { ...process.env, ...RARE_COLLECTION, ...check.env }
  const exit = await runProgram(check.args, { env, timeoutMs: CHECK_TIMEOUT_MS, onStart })
  clearInterval(timer)
  const passed = exit.code === 0
  const error = exit.timedOut ? `Not finished after ${CHECK_TIMEOUT_MS} ms` : exit.output.trim()
  return {
    label: check.label,
    passed: passed ? 1 : 0,
    failures: passed ? [] : [{ title: check.label, error: error || `exit code ${exit.code}` }],
    ms: performance.now() - started,
    processorMs: used,
    output: '',
  }
}
