import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { queryOptions } from '@tanstack/react-query'
import type { RecordOf } from './record-of.ts'
import { callLoosely } from './requests/api.ts'

export const recordQuery = <R extends CalledRoute>(route: R, params: Record<string, unknown>) =>
  queryOptions<RecordOf<R>>({
    queryKey: [route.path, params],
    queryFn: async ({ signal }) => (await callLoosely(route, { params, signal })) as RecordOf<R>,
  })
