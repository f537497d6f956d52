import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  const stop = new AbortController()
  for (const event of ['online', 'offline'] as const)
    window.addEventListener(event, listener, { signal: stop.signal })
  return () => stop.abort()
}

/** False where the browser knows that it has no network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
