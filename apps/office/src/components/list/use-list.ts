import type { AnsweredPage } from '@consilium/contract/client.ts'
import type { Route } from '@consilium/contract/route.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { callLoosely } from '../../lib/requests/api.ts'
import type { ListState } from '../../lib/list-state.ts'
import type { RowOf } from '../../lib/record-of.ts'
import type { ListDefinition } from './list-definition.ts'

const POLL_MS = 3000

/**
 * The rows of the page in the address; the previous ones are shown until they arrive. Rows are drawn in parts that let the
 * browser answer in between: drawn at once, twenty cards would hold a slow phone for a quarter of a second.
 */
export function useList<R extends Route>(
  { route, isChanging = () => false }: Pick<ListDefinition<R>, 'route' | 'isChanging'>,
  state: ListState,
) {
  const queryKey = [route.path, state.query]
  const {
    data: latest,
    isPlaceholderData,
    ...result
  } = useQuery<AnsweredPage<RowOf<R>>>({
    queryKey,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.rows.some(isChanging) ? POLL_MS : false),
    queryFn: ({ signal }) => callLoosely<AnsweredPage<RowOf<R>>>(route, { query: state.query, signal }),
  })
  const data = useDeferredValue(latest)
  const { pageNum, pageSize, set } = state
  const lastPageOf = (total: number) => Math.max(1, Math.ceil(total / pageSize))
  const last = latest && latest.rows.length === 0 && latest.total > 0 ? lastPageOf(latest.total) : null
  // The rows of the page may have gone: the list shows the page that is the last now.
  useEffect(() => {
    if (!isPlaceholderData && last !== null)
      set({ pageNum: String(Math.min(pageNum, last)) }, { replace: true })
  }, [isPlaceholderData, last, pageNum, set])
  return {
    data,
    error: result.error,
    refetch: result.refetch,
    isPending: data === undefined && result.error === null,
    isFetching: result.isFetching || data !== latest,
    lastPage: data ? lastPageOf(data.total) : pageNum,
    queryKey,
  }
}
