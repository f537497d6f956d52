import type { DeclaredRecord, Fields } from '@consilium/contract/record.ts'
import type { z } from 'zod'

/** `scheduleStartTime` → `schedule_start_time` */
type ColumnName<Field extends string> = Field extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${ColumnName<Tail>}`
  : ''

type ReadOf<F extends Fields, K extends keyof F> = F[K] extends { readonly read: infer S extends z.ZodType }
  ? z.output<S>
  : never
type WrittenOf<R> = R extends { readonly updated: readonly (infer K extends string)[] } ? K : never

/** The columns of the optional fields that the record of a table declares as changeable. */
export type OptionalColumns<R> =
  R extends DeclaredRecord<infer F>
    ? {
        [K in WrittenOf<R> as null extends ReadOf<F, K> ? ColumnName<K> : never]: ReadOf<F, K>
      }
    : never
