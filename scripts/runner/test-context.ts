// Preloaded into each test process (run-file.ts), before node:test. To know which test runs, node:test follows every
// promise by an async hook, which makes an `await` ten times as expensive and took a sixth of the processor time of
// the tests. AsyncLocalStorage knows the same at no cost, so node:test gets the parts of node:async_hooks that it uses
// with this meaning; everything else in the process gets the real ones.
import type { AsyncResource } from 'node:async_hooks'
import { isMainThread } from 'node:worker_threads'

type Init = (id: number, type: string, trigger: number, resource: object) => void

const hooks = process.getBuiltinModule('node:async_hooks')
const { AsyncLocalStorage, createHook, executionAsyncId } = hooks
const RealResource = hooks.AsyncResource

const current = new AsyncLocalStorage<number>()
/** The loader of modules loses the context, so what a file declares belongs to this test. */
let fileTest: number | undefined
/** The innermost test that runs. Errors that nothing catches are reported outside of any context. */
let running: number | undefined
let isReportingError = false

const currentTest = (): number =>
  (isReportingError ? running : undefined) ?? current.getStore() ?? fileTest ?? executionAsyncId()

/** What node:test does with each new asynchronous resource: it keeps those that are tests. */
let keep: Init = () => {}

/** A test of node:test, which is an AsyncResource. */
class TestResource extends RealResource {
  constructor(...given: ConstructorParameters<typeof AsyncResource>) {
    super(...given)
    keep(this.asyncId(), given[0], currentTest(), this)
  }

  override runInAsyncScope<This, Result>(
    fn: (this: This, ...given: never[]) => Result,
    self?: This,
    ...given: unknown[]
  ): Result {
    const outer = running
    const id = this.asyncId()
    running = id
    const restore = () => {
      if (running === id) running = outer
    }
    // The context is entered within the scope, since the scope restores the one in which the test was declared.
    const result = super.runInAsyncScope(() =>
      current.run(id, () => Reflect.apply(fn, self, given) as Result),
    )
    if (result instanceof Promise) result.then(restore, restore)
    else restore()
    return result
  }
}

/** node:test asks for one hook, whose `init` it needs for its tests only, and listens for errors just after. */
function createTestHook({ init }: { init: Init }) {
  keep = init
  const onError = () => {
    isReportingError = true
    queueMicrotask(() => (isReportingError = false))
  }
  process.on('uncaughtException', onError).on('unhandledRejection', onError)
  const hook = { enable: () => hook, disable: () => hook }
  return hook
}

/** From now on, declarations outside of any test belong to the one that runs, or to none if none does. */
export function adoptDeclarations(): void {
  fileTest = current.getStore()
}

if (isMainThread) {
  Object.assign(hooks, {
    createHook: createTestHook,
    AsyncResource: TestResource,
    executionAsyncId: currentTest,
  })
  process.getBuiltinModule('node:test')
  Object.assign(hooks, { createHook, AsyncResource: RealResource, executionAsyncId })
}
