import type { Answered, CallInput, LooseInput } from '@consilium/contract/client.ts'
import type { LightRoute } from '@consilium/contract/light-route.ts'
import type { Route } from '@consilium/contract/route.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call, callLoosely } from './api.ts'

const KEPT: readonly unknown[] = ['session', 'dictionary', 'unread']

/** Reads all data on the page again that may have changed. */
export const refresh = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => !KEPT.includes(queryKey[0]) })

/** Sends a change and reads the data of the page again. */
export function useSend<R extends Route>(route: R | LightRoute<R>) {
  const client = useQueryClient()
  return useMutation<Answered<R>, Error, CallInput<R>>({
    mutationFn: (input) => call(route, input),
    onSuccess: () => refresh(client),
  })
}

/** Like `useSend`, for a route whose input is not known statically. */
export function useLooseSend(route: Route) {
  const client = useQueryClient()
  return useMutation<unknown, Error, LooseInput>({
    mutationFn: (input) => callLoosely(route, input),
    onSuccess: () => refresh(client),
  })
}
