import type { QueryClient } from '@tanstack/react-query'

/** Upper limit of waiting for an idle moment on a busy page. */
const LONGEST_MS = 2000
/** Safari does not support requestIdleCallback. */
const WITHOUT_IDLENESS_MS = 300

/** Resolves when the page is shown and idle, for code that is not needed at first. */
export const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS })
    else setTimeout(resolve, WITHOUT_IDLENESS_MS)
  })

const untilAnswered = (client: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, LONGEST_MS)
    const stop = client.getQueryCache().subscribe(() => {
      if (client.isFetching() === 0) end()
    })
  })

/** Resolves when the page has loaded its data as well. */
export async function untilSettled(client: QueryClient): Promise<void> {
  await untilIdle()
  if (client.isFetching() > 0) await untilAnswered(client).then(untilIdle)
}
