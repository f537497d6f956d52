import type { Result } from '@consilium/test-kit/test-process.ts'

const LABEL_WIDTH = 72
const SECONDS_WIDTH = 9
/** The files that cost most are listed at the end of a run. */
const DEAREST = 20
/** Characters of an error that are printed while other tests still run. The whole error comes at the end of the log. */
const BRIEF_CHARACTERS = 300

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Indents the output of tests, so that it cannot be mistaken for the runner's own lines. */
const indent = (text: string, prefix: string): string => text.replaceAll(/^/gm, prefix)

const brief = (error: string): string =>
  error
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .slice(0, BRIEF_CHARACTERS)

/** Prints a line when a file has ended: its tests, how long it took, its processor time; and one for each failure. */
export function printProgress({ label, passed, failures, ms, processorMs }: Result): void {
  const failed = failures.length
  const counts = `${passed.length} ok${failed > 0 ? `, ${failed} failed` : ''}, ${seconds(ms)}`
  const processor = processorMs === undefined ? '' : `, processor ${seconds(processorMs)}`
  console.log(`  ${failed > 0 ? 'FAIL' : 'ok  '} ${label.padEnd(LABEL_WIDTH)} ${counts}${processor}`)
  for (const { title, error } of failures) console.log(`       ✖ ${title}: ${brief(error)}`)
}

export const hasFailed = ({ failures }: Result): boolean => failures.length > 0

const printBriefly = ({ label, failures }: Result): void => {
  for (const { title, error } of failures) console.log(`  ${label}: ${title}: ${brief(error)}`)
}

/**
 * Prints every failure with the output of its file, then a line for each: a log that is cut still ends with all of them.
 * `unsteady` are those of files that passed when they ran alone.
 */
export function printFailures(results: Result[], unsteady: Result[] = []): void {
  for (const { label } of unsteady)
    console.log(`\nUnsteady: ${label} failed beside other files and passed alone:`)
  for (const { label, failures, output } of [...results, ...unsteady].filter(hasFailed)) {
    console.log(`\n──── ${label}`)
    for (const { title, error } of failures) console.log(`\n✖ ${title}\n${indent(error, '    ')}`)
    if (output.trim() !== '') console.log(`\n  what it printed last:\n${indent(output.trimEnd(), '  | ')}`)
  }
  const failed = results.filter(hasFailed)
  if (unsteady.length > 0) console.log('\nFailed beside other files and passed alone')
  unsteady.forEach(printBriefly)
  if (failed.length > 0) console.log('\nFailed')
  failed.forEach(printBriefly)
}

/** Label of the kind of a test file, by its path. */
function kindOf(label: string): string {
  if (label.includes('.browser.')) return 'browser'
  const [first = '', second = ''] = label.split('/')
  const engine = label.endsWith(' on PostgreSQL') ? ' on PostgreSQL' : ''
  return first === 'apps' ? `apps/${second}${engine}` : first
}

function printSums(title: string, sums: Iterable<readonly [string, number]>): void {
  console.log(`\n${title}`)
  for (const [label, ms] of sums) console.log(`  ${seconds(ms).padStart(SECONDS_WIDTH)}  ${label}`)
}

const descending = (a: readonly [string, number], b: readonly [string, number]): number => b[1] - a[1]

/** Prints what costs most processor time, where it is known; `serverMs` is that of the database server of the tests. */
export function printProcessorTime(results: Result[], serverMs = 0): void {
  const known = results.map(({ label, processorMs = 0 }) => [label, processorMs] as const)
  const kinds = new Map([['the database server', serverMs]])
  for (const [label, ms] of known) kinds.set(kindOf(label), (kinds.get(kindOf(label)) ?? 0) + ms)
  const sum = [...kinds.values()].reduce((all, ms) => all + ms, 0)
  if (sum === 0) return
  printSums('Processor time of the dearest', known.toSorted(descending).slice(0, DEAREST))
  printSums('Processor time by kind', [...[...kinds].toSorted(descending), ['everything', sum] as const])
}

/** Prints the last line and returns the exit code. */
export function printTotal(results: Result[]): number {
  const passed = results.reduce((sum, result) => sum + result.passed.length, 0)
  const failed = results.reduce((sum, result) => sum + result.failures.length, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}
