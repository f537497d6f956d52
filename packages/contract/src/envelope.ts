import { z } from 'zod'
import { InUse } from './in-use.ts'

export const DEFAULT_PAGE_SIZE = 10
export const MAX_PAGE_SIZE = 200
export const MAX_PAGE_NUM = 1_000_000

/** `{code, msg, data}`: the answer of every route that is not a list. */
export const envelope = <T extends z.ZodType>(data: T) =>
  z.object({ code: z.literal(200), msg: z.string(), data })

/** `{code, msg, total, rows}`: one page of a list and the number of matching records. */
export const pageEnvelope = <T extends z.ZodType>(row: T) =>
  z.object({ code: z.literal(200), msg: z.string(), total: z.int().min(0), rows: z.array(row) })

export const ErrorAnswer = z
  .object({
    code: z.int().meta({ description: 'The HTTP status; 601 for a refusal shown as a warning' }),
    msg: z.string().meta({ description: 'Text for users, in the language of Accept-Language' }),
    error: z.string().meta({ description: 'Stable name of the error', example: 'STALE_RECORD' }),
    requestId: z.string(),
    warning: z.literal(true).optional().meta({ description: 'With code 601: to be shown as a warning' }),
    details: z
      .array(z.object({ field: z.string(), message: z.string(), ...InUse.shape }))
      .optional()
      .meta({ description: 'One entry for each invalid field' }),
  })
  .meta({ id: 'ErrorAnswer', description: 'Body of every error' })

export type ErrorAnswer = z.infer<typeof ErrorAnswer>

/** One page of rows, as services return it. */
export interface Page<T> {
  total: number
  rows: T[]
}
