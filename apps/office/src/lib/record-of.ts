import type { CalledRoute, FullRoute } from '@consilium/contract/light-route.ts'
import type { z } from 'zod'

/** Type of the record that a route returns. */
export type RecordOf<R extends CalledRoute> = FullRoute<R>['answer'] extends {
  kind: 'data'
  schema: infer S extends z.ZodType
}
  ? z.output<S>
  : never

/** Type of a list's rows. */
export type RowOf<R extends CalledRoute> = FullRoute<R>['answer'] extends {
  kind: 'page'
  schema: infer S extends z.ZodType
}
  ? z.output<S>
  : never
