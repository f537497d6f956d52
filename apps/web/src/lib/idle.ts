import type { QueryClient } from '@tanstack/react-query'

/** However busy the page is, what waits for idleness comes after this. */
const LONGEST_MS = 2000
/** Safari knows no idleness. */
const WITHOUT_IDLENESS_MS = 300

/** Until the page is shown and has nothing to do: for what nobody would miss at first. */
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

/** Until the page has what it asked for as well. */
export async function untilSettled(client: QueryClient): Promise<void> {
  await untilIdle()
  if (client.isFetching() > 0) await untilAnswered(client).then(untilIdle)
}
