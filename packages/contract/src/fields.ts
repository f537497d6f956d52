import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_NUM, MAX_PAGE_SIZE } from './envelope.ts'

export const USER_NAME_MIN = 3
export const USER_NAME_MAX = 30
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 30
export const DEPARTMENT_MAX = 100
export const NAME_MAX = 100
export const LINE_MAX = 200
export const NOTE_MAX = 2000
export const IDS_PER_REQUEST_MAX = 200
export const OPTIONS_MAX = 5
export const PHONE_PATTERN = /^1[0-9]\d{9}$/
export const MAX_AMOUNT = '9999999.99'

// PostgreSQL text cannot hold NUL, and a lone surrogate would be stored as another character.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const printable = (value: string) => value.isWellFormed() && !CONTROL.test(value)

/** Non-empty text of at most `max` characters, outer white space removed. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(printable, { params: { rule: 'printable' } })

/** Text that may be empty: an empty string clears the field. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(printable, { params: { rule: 'printable' } })
    .nullable()
    .optional()
    .transform((value) => (value === '' ? null : value))

export const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** Epoch of a record, raised by every change; a PUT with an older one is refused. */
export const version = z
  .int()
  .min(1)
  .max(2_147_483_647)
  .meta({ description: 'As read; a stale one is refused' })

export const phone = z.string().regex(PHONE_PATTERN).meta({ example: '13800138000' })

export const userName = z
  .string()
  .trim()
  .min(USER_NAME_MIN)
  .max(USER_NAME_MAX)
  .regex(/^[\p{L}\p{N}_.@-]+$/u)
  .meta({ example: 'renhe_admin' })

export const password = z
  .string()
  .min(PASSWORD_MIN)
  .max(PASSWORD_MAX)
  .refine(printable, { params: { rule: 'printable' } })

export const status = z.enum(['0', '1']).meta({ description: '0 normal, 1 disabled' })

/** When a record was archived: it is kept for what refers to it, and its account cannot log in. */
export const archivedTime = z
  .string()
  .nullable()
  .meta({ description: 'When the record was archived; null while it is in use' })

const WIRE_TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

const isCalendarDate = (value: string) => {
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  return (
    !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === value.slice(0, 10) && value >= '1900'
  )
}

/** `yyyy-MM-dd HH:mm:ss` in the service's time zone. */
export const time = z
  .string()
  .regex(WIRE_TIME)
  .refine(isCalendarDate, { params: { rule: 'calendar' } })
  .meta({ description: 'yyyy-MM-dd HH:mm:ss', example: '2026-11-20 09:30:00' })

/** `yyyy-MM-dd`. */
export const date = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
  .refine(isCalendarDate, { params: { rule: 'calendar' } })
  .meta({ description: 'yyyy-MM-dd', example: '2026-11-20' })

const exactDecimal = (scale: number, max: string, sign = '') => {
  const pattern = new RegExp(`^${sign}\\d{1,${max.split('.')[0]!.length}}(\\.\\d{1,${scale}})?$`)
  return z
    .union([z.number(), z.string()])
    .transform((value) => (typeof value === 'number' ? String(value) : value.trim()))
    .refine((value) => pattern.test(value), { params: { rule: 'decimal', scale, max } })
}

/** An amount of money: a number or a string with at most two decimals; services see the string. */
export const amount = exactDecimal(2, MAX_AMOUNT).meta({
  description: `0 to ${MAX_AMOUNT}`,
  example: '5000.00',
})

/** An amount that takes money back where it is negative, as on a red-letter invoice. */
export const signedAmount = exactDecimal(2, MAX_AMOUNT, '-?').meta({
  description: `-${MAX_AMOUNT} to ${MAX_AMOUNT}`,
  example: '64.90',
})

/** A score from 0 to 999.99, exact. */
export const score = exactDecimal(2, '999.99').meta({ description: '0 to 999.99', example: '4.50' })

/** An exact decimal as answered. */
export const decimal = z.string().meta({ description: 'Exact decimal', example: '5000.00' })

/** A rate such as 0.06, from 0 to 1 with at most four decimals. */
export const rate = z
  .union([z.number(), z.string()])
  .transform((value) => (typeof value === 'number' ? String(value) : value.trim()))
  .refine((value) => /^(0(\.\d{1,4})?|1(\.0{1,4})?)$/.test(value), { params: { rule: 'rate' } })
  .meta({ description: '0 to 1, at most four decimals', example: '0.06' })

export const queryId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** As text in a query, and as itself in the body of an export, which takes the same filters. */
export const queryFlag = z
  .union([z.enum(['true', 'false']), z.boolean()])
  .transform((value) => value === true || value === 'true')

/** Lists leave archived records out unless they are asked for. */
export const archivedFilter = queryFlag
  .optional()
  .meta({ description: 'true: archived records only; otherwise those in use' })

/** A query value given several times, or once with commas; a list of numbers in the body of an export. */
export const queryIds = z
  .union([z.string(), z.array(z.union([z.string(), z.number()]))])
  .transform((value) => [value].flat().flatMap((part) => String(part).split(',').map(Number)))
  .pipe(z.array(id).max(IDS_PER_REQUEST_MAX))
  .meta({ description: 'Repeated or separated by commas', example: '12,15' })

/** `{id}` or `{id,id}` in a path. */
export const pathIds = z
  .string()
  .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/)
  .transform((value) => [...new Set(value.split(',').map(Number))])
  .pipe(z.array(id).max(IDS_PER_REQUEST_MAX))
  .meta({ description: 'One id, or several separated by commas', example: '12' })

export const idBody = z
  .array(id)
  .max(IDS_PER_REQUEST_MAX)
  .transform((ids) => [...new Set(ids)])

export const searchText = z
  .string()
  .trim()
  .max(NAME_MAX)
  .refine(printable, { params: { rule: 'printable' } })

/** Query of a list: its own filters, paging, and the columns it may be sorted by. */
export const listQuery = <F extends z.ZodRawShape, const C extends readonly [string, ...string[]]>(
  filters: F,
  columns: C,
) =>
  z.strictObject({
    ...filters,
    pageNum: z.coerce.number().int().min(1).max(MAX_PAGE_NUM).default(1),
    pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
    orderByColumn: z.enum(columns).optional(),
    isAsc: z.enum(['asc', 'desc']).default('desc'),
  })

/** The two query parameters of a range: of the creation time, or of a named field. */
export const createTimeRange = { 'params[beginTime]': time.optional(), 'params[endTime]': time.optional() }

export const abilities = <const K extends string>(...names: K[]) =>
  z
    .object(Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<K, z.ZodBoolean>)
    .meta({ description: 'What the caller may do with this record' })

export const option = z.object({ label: z.string(), value: id })
