import type { CallInput, LooseInput, Reply } from '@consilium/contract/client.ts'
import type { LightRoute } from '@consilium/contract/light-route.ts'
import type { Route } from '@consilium/contract/route.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call, callLoosely, type LooseReply } from './api.ts'

const KEPT: readonly unknown[] = ['session', 'dictionary', 'unread']
const KEY_BYTES = 16

/** Whatever is on the page and may have changed is asked for anew. */
export const refresh = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => !KEPT.includes(queryKey[0]) })

/** Works on addresses that are not secure, too, where `crypto.randomUUID` does not exist. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Sends a change, and has the page read again what it shows. */
export function useSend<R extends Route>(route: R | LightRoute<R>) {
  const client = useQueryClient()
  return useMutation<Reply<R>, Error, CallInput<R>>({
    mutationFn: (input) => call(route, input),
    onSuccess: () => refresh(client),
  })
}

/** As `useSend`, for a route that a frame is handed: its input cannot be known there. */
export function useLooseSend(route: Route) {
  const client = useQueryClient()
  return useMutation<LooseReply, Error, LooseInput>({
    mutationFn: (input) => callLoosely(route, input),
    onSuccess: () => refresh(client),
  })
}
