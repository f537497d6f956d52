declare global {
  /** By address: what a small script requested for this page while the app was loading (`vite.head-start.ts`). */
  var earlyAnswers: Map<string, Promise<Response | null>> | undefined
}

/** Since the page was opened. Later the records may have changed, or the account. */
const LONGEST_MS = 30_000

/** Each is used once: whoever asks again wants to know what there is now. */
function takeEarlyAnswer(address: string): Promise<Response | null> | undefined {
  const answer = globalThis.earlyAnswers?.get(address)
  globalThis.earlyAnswers?.delete(address)
  return performance.now() < LONGEST_MS ? answer : undefined
}

/** Refusals are requested again, since the script does not know in which language they should be. */
export async function fetchOrTake(address: string, init: RequestInit): Promise<Response> {
  const early = init.method === 'GET' ? await takeEarlyAnswer(address) : null
  return early?.ok ? early : fetch(address, init)
}
