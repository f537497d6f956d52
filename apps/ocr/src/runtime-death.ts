/** The types of Node do not declare it. */
const { RuntimeError } = (globalThis as unknown as { WebAssembly: { RuntimeError: typeof Error } })
  .WebAssembly

/** Frames of WebAssembly in the stack of an error. */
const WASM_FRAME = /wasm/

let onDeath: () => void = () => {}

/**
 * Sets what happens once a WebAssembly module has aborted, was trapped or has overflowed its stack. Such a module answers every
 * later call wrongly, so a worker ends its process.
 */
export function onRuntimeDeath(handler: () => void): void {
  onDeath = handler
}

/** A module says that it aborts. */
export const runtimeDied = (): void => onDeath()

const isDeath = (error: unknown): boolean =>
  error instanceof RuntimeError || (error instanceof RangeError && WASM_FRAME.test(error.stack ?? ''))

/** Tells the handler if the error, or what caused it, means that a module is dead. */
export function noticeRuntimeDeath(error: unknown): void {
  for (let one = error; one instanceof Error; one = one.cause) if (isDeath(one)) onDeath()
}
