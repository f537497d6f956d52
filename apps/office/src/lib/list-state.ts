import type { Route } from '@consilium/contract/route.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import type { Search } from './search.ts'

export const PAGE_SIZES = ['10', '20', '50', '100', '200'] as const
const PAGE_SIZE = '20'
const OF_ONE_PAGE = ['pageNum', 'after', 'before', 'exactTotal']
const PAGING = ['pageNum', 'pageSize', 'orderByColumn', 'isAsc', 'after', 'before', 'exactTotal']
/** Of one page or one count only: other filters, another order or size begin anew. */
const FIRST_PAGE: Search = { pageNum: '', after: '', before: '', exactTotal: '' }

export interface ListState {
  /** The complete query of the list. */
  query: Search
  /** The filters in the query. */
  filters: Search
  pageNum: number
  pageSize: number
  /** Sets filters or order; an empty value removes one. Returns to the first page unless a page is given. */
  set: (changes: Search, options?: { replace?: boolean }) => void
  clearFilters: () => void
  /** Filters, order and size as the address has them, without the page. */
  kept: Search
  /** Replaces filters, order and size by others that were kept. */
  replaceAll: (kept: Search) => void
}

const shapeOf = (route: Route) => (route.query as z.ZodObject).shape as Record<string, z.ZodType>

/** Parts of the address that the contract does not accept are dropped instead of refused. */
function known(route: Route, search: Search): Search {
  const shape = shapeOf(route)
  return Object.fromEntries(
    Object.entries(search).filter(([key, value]) => shape[key]?.safeParse(value).success),
  )
}

/**
 * Filters, order and page of a list are kept in the address. `fixed` belongs to the page itself, and `order` applies
 * until the user chooses another.
 */
export function useListState(route: Route, fixed: Search = {}, order: Search = {}): ListState {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const [fixedKey, orderKey] = [JSON.stringify(fixed), JSON.stringify(order)]
  const query = useMemo(
    () => ({
      pageNum: '1',
      pageSize: PAGE_SIZE,
      ...(JSON.parse(orderKey) as Search),
      ...known(route, search),
      ...(JSON.parse(fixedKey) as Search),
    }),
    [route, search, fixedKey, orderKey],
  )
  const set = useCallback<ListState['set']>(
    (changes, options) => {
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, ...FIRST_PAGE, ...changes }),
        replace: options?.replace ?? false,
        resetScroll: false,
        // The page stays, with what was typed in its dialogs: a filter that is written late asks nothing.
        ignoreBlocker: true,
      })
    },
    [navigate],
  )
  const filters = Object.fromEntries(
    Object.entries(query).filter(([key]) => !PAGING.includes(key) && !(key in fixed)),
  )
  const kept = Object.fromEntries(
    Object.entries(query).filter(([key]) => !OF_ONE_PAGE.includes(key) && !(key in fixed)),
  )
  return {
    query,
    filters,
    pageNum: Number(query.pageNum),
    pageSize: Number(query.pageSize),
    set,
    clearFilters: () => set(Object.fromEntries(Object.keys(filters).map((key) => [key, '']))),
    kept,
    replaceAll: (next) => set({ ...Object.fromEntries(Object.keys(kept).map((key) => [key, ''])), ...next }),
  }
}
