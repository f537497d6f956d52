import type { AnsweredPage } from '@consilium/contract/client.ts'
import type { Route } from '@consilium/contract/route.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callLoosely } from '../../lib/requests/api.ts'
import type { ListState } from '../../lib/list-state.ts'
import type { RowOf } from '../../lib/record-of.ts'
import type { ListDefinition } from './list-definition.ts'

const POLL_MS = 3000

/** The rows of the page in the address; the previous ones are shown until they arrive. */
export function useList<R extends Route>(
  { route, isChanging = () => false }: Pick<ListDefinition<R>, 'route' | 'isChanging'>,
  state: ListState,
) {
  const queryKey = [route.path, state.query]
  const result = useQuery<AnsweredPage<RowOf<R>>>({
    queryKey,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.rows.some(isChanging) ? POLL_MS : false),
    queryFn: ({ signal }) => callLoosely<AnsweredPage<RowOf<R>>>(route, { query: state.query, signal }),
  })
  const { data, isPlaceholderData } = result
  const { pageNum, pageSize, set } = state
  const lastPage = data ? Math.max(1, Math.ceil(data.total / pageSize)) : pageNum
  const isBeyond = data !== undefined && data.rows.length === 0 && data.total > 0
  // The rows of the page may have gone: the list shows the page that is the last now.
  useEffect(() => {
    if (!isPlaceholderData && isBeyond)
      set({ pageNum: String(Math.min(pageNum, lastPage)) }, { replace: true })
  }, [isPlaceholderData, isBeyond, pageNum, lastPage, set])
  return { ...result, lastPage, queryKey }
}
