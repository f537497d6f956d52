import type { Route } from '@consilium/contract/route.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callLoosely } from '../../lib/api.ts'
import type { ListState } from '../../lib/list-state.ts'
import type { RowOf } from '../../lib/record-of.ts'

export interface ListData<Row> {
  rows: Row[]
  total: number
}

/** The rows of the page that the address names; older ones stay until they are there. */
export function useList<R extends Route>(route: R, state: ListState) {
  const result = useQuery<ListData<RowOf<R>>>({
    queryKey: [route.path, state.query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const reply = await callLoosely(route, { query: state.query, signal })
      return { rows: reply.rows as RowOf<R>[], total: reply.total }
    },
  })
  const { data, isPlaceholderData } = result
  const { pageNum, pageSize, set } = state
  const lastPage = data ? Math.max(1, Math.ceil(data.total / pageSize)) : pageNum
  // The rows of the last page may have gone: the list shows the page that is the last now.
  useEffect(() => {
    if (!isPlaceholderData && pageNum > lastPage) set({ pageNum: String(lastPage) }, { replace: true })
  }, [isPlaceholderData, pageNum, lastPage, set])
  return { ...result, lastPage }
}
