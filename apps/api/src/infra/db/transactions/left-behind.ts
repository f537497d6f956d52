import { afterRequest } from './request-transaction.ts'

const remains = new WeakMap<object, () => Promise<void>>()

/**
 * Lets an error write something although the transaction that it ends is undone, such as counting a refused try. The work
 * runs once that transaction, or that of the request, is over.
 */
export function leaving<E extends Error>(error: E, work: () => Promise<void>): E {
  remains.set(error, work)
  return error
}

/** Called where a transaction was undone by an error. */
export async function leaveBehind(error: unknown): Promise<void> {
  if (!(error instanceof Error)) return
  const work = remains.get(error)
  if (!work) return
  remains.delete(error)
  await afterRequest(work)
}
