import asyncHooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'

type Hook = asyncHooks.HookCallbacks

const runningTest = new AsyncLocalStorage<number>()
const hooks: Hook[] = []
const replaced = {
  AsyncResource,
  createHook: asyncHooks.createHook,
  executionAsyncId: asyncHooks.executionAsyncId,
}

const executionAsyncId = (): number => runningTest.getStore() ?? replaced.executionAsyncId()

/** The runner's tests and suites are the only resources that it is told of. */
class TestResource extends AsyncResource {
  constructor(type: string, options?: asyncHooks.AsyncResourceOptions) {
    super(type, options)
    for (const { init } of hooks) init?.(this.asyncId(), type, executionAsyncId(), this)
  }

  override runInAsyncScope<This, Result>(
    run: (this: This, ...args: unknown[]) => Result,
    self?: This,
    ...args: unknown[]
  ): Result {
    return super.runInAsyncScope(() => runningTest.run(this.asyncId(), () => run.call(self as This, ...args)))
  }
}

function createHook(hook: Hook): asyncHooks.AsyncHook {
  const own = {
    enable: () => (hooks.push(hook), own),
    disable: () => (hooks.splice(hooks.indexOf(hook), 1), own),
  }
  return own
}

/**
 * Loads Node's test runner with a cheaper way to know which test runs. Node 24 follows every promise of the process with
 * async_hooks for it, which was a seventh of the processor time of the API's tests; here an asynchronous context carries
 * the id of the test. The runner takes these functions when it is loaded, so nothing may import `node:test` earlier.
 */
export async function loadTestRunner() {
  Object.assign(asyncHooks, { AsyncResource: TestResource, createHook, executionAsyncId })
  try {
    return await import('node:test')
  } finally {
    Object.assign(asyncHooks, replaced)
  }
}
