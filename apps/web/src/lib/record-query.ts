import type { Route } from '@consilium/contract/route.ts'
import { queryOptions } from '@tanstack/react-query'
import type { RecordOf } from './record-of.ts'
import { callLoosely } from './api.ts'

export const recordQuery = <R extends Route>(route: R, params: Record<string, unknown>) =>
  queryOptions<RecordOf<R>>({
    queryKey: [route.path, params],
    queryFn: async ({ signal }) => (await callLoosely(route, { params, signal })).data as RecordOf<R>,
  })
