import { CallFailed } from '@consilium/contract/client.ts'
import { QueryClient } from '@tanstack/react-query'
import { onPasswordWanted, TooSlow } from '../lib/requests/api.ts'
import { sessionQuery } from '../lib/session/session.ts'

const FRESH_MS = 10_000
const RETRIES = 1

/** A refused request fails again when it is repeated; a lost connection may come back. */
const isWorthRetrying = (count: number, error: Error) =>
  !(error instanceof CallFailed || error instanceof TooSlow) && count < RETRIES && navigator.onLine

/**
 * Without a network every request fails at once and says so. By default changes would wait for the network unseen, long
 * after their user has left the page.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: isWorthRetrying,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

onPasswordWanted(() => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }))
