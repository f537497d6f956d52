import type { Result } from './run-file.ts'

const LABEL_WIDTH = 72

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Indents the output of tests, so that it cannot be mistaken for the runner's own lines. */
const indent = (text: string, prefix: string): string => text.replaceAll(/^/gm, prefix)

/** Prints one line when a file or check has ended. */
export function printProgress(result: Result): void {
  const failed = result.failures.length
  const counts = failed > 0 ? `${result.passed} ok, ${failed} failed` : `${result.passed} ok`
  console.log(
    `  ${failed > 0 ? 'FAIL' : 'ok  '} ${result.label.padEnd(LABEL_WIDTH)} ${counts}, ${seconds(result.ms)}`,
  )
}

export function printPart(title: string, ms: number): void {
  console.log(`${title}: ${seconds(ms)}`)
}

/** Prints every failure with the output of its file. */
export function printFailures(results: Result[]): void {
  for (const { label, failures, output } of results.filter((result) => result.failures.length > 0)) {
    console.log(`\n──── ${label}`)
    for (const { title, error } of failures) console.log(`\n✖ ${title}\n${indent(error, '    ')}`)
    if (output.trim() !== '') console.log(`\n  what it printed last:\n${indent(output.trimEnd(), '  | ')}`)
  }
}

/** Prints the last line and returns the exit code. */
export function printTotal(results: Result[]): number {
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failures.length, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}
