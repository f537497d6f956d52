import type { CalledRoute, FullRoute } from '@consilium/contract/light-route.ts'
import type { z } from 'zod'

/** What a route that reads one record answers. */
export type RecordOf<R extends CalledRoute> = FullRoute<R>['answer'] extends {
  kind: 'data'
  schema: infer S extends z.ZodType
}
  ? z.output<S>
  : never

/** A row of what a list answers. */
export type RowOf<R extends CalledRoute> = FullRoute<R>['answer'] extends {
  kind: 'page'
  schema: infer S extends z.ZodType
}
  ? z.output<S>
  : never
