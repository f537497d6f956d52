// A test process: it runs one test file for each message, until the channel closes. A file is a test, and what it
// declares are that test's subtests, so its `after` hooks run before the next file is loaded.
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { LAST_SUBTEST } from './reporter.ts'

/** If all subtests ended before the file has loaded, Node would run its `after` hooks too early, so a last one is awaited. */
async function load(context: TestContext, file: string): Promise<void> {
  await import(pathToFileURL(resolve(file)).href)
  await context.test(LAST_SUBTEST, () => {})
}

process.on('message', (file: string) => {
  void test(file, (context) => load(context, file))
})
