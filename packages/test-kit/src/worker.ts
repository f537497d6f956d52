// A test process: it runs one test file for each message, until the channel closes. A file is a test, and what it
// declares are that test's subtests, so its `after` hooks run before the next file is loaded.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { LAST_SUBTEST } from './reporter.ts'
import { loadTestRunner } from './test-context.ts'

const { test } = await loadTestRunner()

/** If all subtests ended before the file has loaded, Node would run its `after` hooks too early, so a last one is awaited. */
async function load(context: TestContext, file: string): Promise<void> {
  await import(pathToFileURL(resolve(file)).href)
  await context.test(LAST_SUBTEST, () => {})
}

/** Runs a function outside of all tests, also if the message arrives in the context of an earlier one. */
const outside = AsyncLocalStorage.snapshot()

process.on('message', (file: string) => {
  outside(() => void test(file, (context) => load(context, file)))
})
