/**
 * Node's flags for processes that live for seconds, as those of tests do. Optimizing the code of the embedded engine
 * takes longer than running it as it is; and with small semi-spaces a process that loads the product spends a fifth of
 * its time on copying what it has just loaded. The first flag is that of every process of the product: at `process.exit` the main
 * thread may wait for ever for one that compiles (nodejs/node#54918).
 */
export const SHORT_LIVED_FLAGS = [
  '--no-concurrent-sparkplug',
  '--liftoff-only',
  '--wasm-lazy-compilation',
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
]
