import { z } from 'zod'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Non-empty rows of an import, without its header row. */
export const IMPORT_ROWS_MAX = 20_000

/** How reading an uploaded sheet may be refused. */
export const SHEET_ERRORS = [
  'FILE_MISSING',
  'BODY_TOO_LARGE',
  'SHEET_NOT_READABLE',
  'SHEET_OLD_FORMAT',
  'SHEET_ENCRYPTED',
  'SHEET_HAS_MACROS',
  'SHEET_TOO_LARGE',
  'SHEET_TOO_MANY_ROWS',
  'SHEET_EMPTY',
  'TOO_MANY_REQUESTS',
] as const

const PAGING = ['pageNum', 'pageSize', 'after', 'before', 'exactTotal'] as const
type Paging = (typeof PAGING)[number]

/** Forms send empty values for unset filters; a request without a body sets none. */
const dropUnset = (body: unknown): unknown => {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '' && value !== null))
}

/** RuoYi's pages send the page that they show with each export. */
const ignored = z
  .union([z.number(), z.string().max(20)])
  .optional()
  .meta({ deprecated: true, description: 'Ignored: a file holds the rows of all pages' })

/** Body of an export: filters and order of a list. Its paging is taken and ignored. */
export function exportBody<Shape extends z.core.$ZodLooseShape>(query: z.ZodObject<Shape, z.core.$strict>) {
  const shape = Object.fromEntries(
    Object.entries(query.shape).filter(([name]) => !(PAGING as readonly string[]).includes(name)),
  ) as Omit<Shape, Paging>
  return z.preprocess(dropUnset, z.strictObject({ ...shape, pageNum: ignored, pageSize: ignored }))
}
