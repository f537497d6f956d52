/** How long something that a command left open may keep its process. */
const LEFT_OPEN_MS = 2000

/**
 * Ends the process of a command once nothing is left to do. `process.exit` may wait for ever for a thread that compiles, which
 * itself waits for a collection by the main thread (nodejs/node#54918), so it is called only where something left open keeps
 * the process.
 */
export function endProcess(code: 0 | 1): void {
  process.exitCode = code
  setTimeout(() => process.exit(), LEFT_OPEN_MS).unref()
}

/** Says why a command failed, and ends its process. */
export function endFailed(error: Error): void {
  process.stderr.write(`${error.message}\n`)
  endProcess(1)
}
