import type { AnsweredPage } from '@consilium/contract/client.ts'
import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { useQueries } from '@tanstack/react-query'
import { callLoosely } from '../../lib/requests/api.ts'

export interface Counted {
  route: CalledRoute
  query?: Record<string, string>
}

/** How many records each list has; undefined until it is known. Many are not counted to the end. */
export function useTotals(lists: readonly Counted[]) {
  const answers = useQueries({
    queries: lists.map(({ route, query }) => {
      const asked = { ...query, pageSize: '1' }
      return {
        queryKey: [route.path, asked],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const page = await callLoosely<AnsweredPage<unknown>>(route, { query: asked, signal })
          return { count: page.total, isExact: page.totalIsExact }
        },
      }
    }),
  })
  const failed = answers.find(({ error }) => error !== null)
  return {
    totals: answers.map(({ data }) => data?.count),
    areExact: answers.map(({ data }) => data?.isExact ?? true),
    error: failed?.error ?? null,
    retry: () => void Promise.all(answers.map(({ refetch }) => refetch())),
  }
}
