// The process in which shared-runner.ts runs test files one after the other, each named by a message, until the channel closes.
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { LAST_SUBTEST } from './reporter.ts'

interface Order {
  file: string
  limitMs: number
}

/**
 * What the file declares while it loads belongs to this test. Where all that a file has declared so far is over before
 * it has loaded, Node would run the file's `after` hooks at its end without waiting for the rest; so the last subtest,
 * whose turn comes after all others, is waited for.
 */
async function load(context: TestContext, file: string): Promise<void> {
  await import(pathToFileURL(file).href)
  await context.test(LAST_SUBTEST, () => {})
}

process.on('message', ({ file, limitMs }: Order) => {
  void test(file, { timeout: limitMs }, (context) => load(context, file))
})
