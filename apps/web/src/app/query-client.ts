import { CallFailed } from '@consilium/contract/client.ts'
import { QueryClient } from '@tanstack/react-query'
import { onPasswordWanted, onSessionExpired } from '../lib/api.ts'
import { sessionQuery } from '../lib/session.ts'

const FRESH_MS = 10_000
const RETRIES = 1

/** A refused request fails again when it is repeated; a lost connection may come back. */
const isWorthRetrying = (count: number, error: Error) => !(error instanceof CallFailed) && count < RETRIES

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: isWorthRetrying } },
})

onSessionExpired(() => queryClient.setQueryData(sessionQuery.queryKey, null))
onPasswordWanted(() => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }))
