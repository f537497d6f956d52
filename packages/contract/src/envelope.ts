import { z } from 'zod'
import { InUse } from './in-use.ts'

export const DEFAULT_PAGE_SIZE = 10
export const MAX_PAGE_SIZE = 200
export const MAX_PAGE_NUM = 1_000_000
/**
 * Matching records are counted, and pages are found by their number, up to here; beyond, `total` is a lower bound and a
 * page is found by a cursor. Counting and skipping read every record that they pass.
 */
export const COUNTED_MAX = 10_000
/** Longest cursor: the value that a row is sorted by, and its key. */
export const CURSOR_MAX = 2000

/** `{code, msg, data}`: the answer of every route that is not a list. */
export const envelope = <T extends z.ZodType>(data: T) =>
  z.object({ code: z.literal(200), msg: z.string(), data })

/** `{code, msg, total, rows}`: one page of a list, how many match, and the cursors of the pages beside it. */
export const pageEnvelope = <T extends z.ZodType>(row: T) =>
  z.object({
    code: z.literal(200),
    msg: z.string(),
    total: z.int().min(0),
    totalIsExact: z.boolean(),
    rows: z.array(row),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  })

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
      .meta({ description: 'One entry for each invalid field, the first 50' }),
    changedBy: z
      .object({ name: z.string(), time: z.string() })
      .optional()
      .meta({ description: 'With STALE_RECORD: who made the last change of this kind, and when, if known' }),
    moreDetails: z.literal(true).optional().meta({ description: 'There are more than `details` lists' }),
  })
  .meta({ id: 'ErrorAnswer', description: 'Body of every error' })

export type ErrorAnswer = z.infer<typeof ErrorAnswer>

/** One page of rows, as services return it. */
export interface Page<T> {
  /** A lower bound unless `totalIsExact`. */
  total: number
  totalIsExact: boolean
  rows: T[]
  /** The cursor to ask for what follows the last row with `after`; null on the last page. */
  next: string | null
  /** The cursor to ask for what stands before the first row with `before`; null on the first page. */
  previous: string | null
}

/** The page of a list that is short enough to be answered whole. */
export const wholePage = <T>(rows: T[]): Page<T> => ({
  total: rows.length,
  totalIsExact: true,
  rows,
  next: null,
  previous: null,
})
