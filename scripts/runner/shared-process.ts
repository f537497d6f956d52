// The process in which shared-runner.ts runs test files one after the other. Each message names a file, until the
// channel closes.
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { LAST_SUBTEST } from './reporter.ts'
import { adoptDeclarations } from './test-context.ts'

interface Order {
  file: string
  limitMs: number
}

/**
 * Tests that the file declares while it loads become subtests of this test. If all of them ended before the file has
 * loaded, Node would run the file's `after` hooks too early, so a last subtest is awaited, which runs after all others.
 */
async function load(context: TestContext, file: string): Promise<void> {
  adoptDeclarations()
  await import(pathToFileURL(file).href)
  await context.test(LAST_SUBTEST, () => {})
}

process.on('message', ({ file, limitMs }: Order) => {
  adoptDeclarations()
  void test(file, { timeout: limitMs }, (context) => load(context, file))
})
