/**
 * Node's flags for processes that live for seconds, as those of tests do. Optimizing the code of the embedded engine
 * takes longer than running it as it is; and with small semi-spaces a process that loads the product spends a fifth of
 * its time on copying what it has just loaded. A thread that compiles may wait for a collection by the main thread while that one waits
 * for it at the exit (nodejs/node#54918), so the two early compilers, which are busy just then, do not run beside it.
 */
export const SHORT_LIVED_FLAGS = [
  '--no-concurrent-sparkplug',
  '--no-maglev',
  '--liftoff-only',
  '--wasm-lazy-compilation',
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
]
