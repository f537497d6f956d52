import { z } from 'zod'
import { grouped, PHONE_PATTERN, yuan } from './digits.ts'
import { halfWidth } from './half-width.ts'
import { CURSOR_MAX, DEFAULT_PAGE_SIZE, MAX_PAGE_NUM, MAX_PAGE_SIZE } from './envelope.ts'
import { STATUS_LABELS } from './labels.ts'
import { choice, said } from './words.ts'

export { PHONE_PATTERN }
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
export const PHONE_WORDS = said('须为11位手机号', 'Must be a mobile number of 11 digits')
export const MAX_AMOUNT = '9999999.99'

// PostgreSQL text cannot hold NUL, and a lone surrogate would be stored as another character.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const printable = (value: string) => value.isWellFormed() && !CONTROL.test(value)
const UNPRINTABLE = said('含有不可见或无效的字符', 'Contains characters that cannot be shown')

/** Non-empty text of at most `max` characters; leading and trailing space is removed. */
export const text = (max: number) => z.string().trim().min(1).max(max).refine(printable, UNPRINTABLE)

/** Text that may be empty: an empty string clears the field. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(printable, UNPRINTABLE)
    .nullable()
    .optional()
    .transform((value) => (value === '' ? null : value))

const NO_ID = said('编号无效', 'Not a valid id')
export const id = z.int(NO_ID).min(1, NO_ID).max(Number.MAX_SAFE_INTEGER, NO_ID)
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A check that texts have no invisible characters. */
export const visible = z.refine<string>(
  (value) => !INVISIBLE.test(value),
  said('含有不可见的字符', 'Contains invisible characters'),
)

/** Name of a person or an organization: like `text`, but without invisible characters. */
export const visibleName = text(NAME_MAX).check(visible)

/** Version of a record, increased by every change; a PUT with an older one is refused. */
const NO_VERSION = said('版本号无效', 'Not a valid version')
export const version = z
  .int(NO_VERSION)
  .min(1, NO_VERSION)
  .max(2_147_483_647, NO_VERSION)
  .meta({ description: 'Version that was read; a stale one is refused' })

export const phone = z
  .string()
  .overwrite(halfWidth)
  .regex(PHONE_PATTERN, PHONE_WORDS)
  .meta({ example: '13800138000' })

/** Latin letters and Han characters only, since letters of other scripts look like Latin ones (Unicode TR39). */
const ONE_SCRIPT = /^[\p{Script=Latin}\p{Script=Han}\p{N}\p{M}_.@-]*$/u

export const userName = z
  .string()
  .trim()
  .normalize('NFKC')
  .min(USER_NAME_MIN)
  .max(USER_NAME_MAX)
  .regex(
    /^[\p{L}\p{N}_.@-]+$/u,
    said('只能包含文字、数字和 _ . @ -', 'Only letters, digits and _ . @ - are allowed'),
  )
  .refine((value) => ONE_SCRIPT.test(value), said('仅限汉字和拉丁字母', 'Letters must be Latin or Chinese'))
  .meta({ example: 'renhe_admin' })

export const password = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX).refine(printable, UNPRINTABLE)

export const status = choice(['0', '1'], STATUS_LABELS).meta({ description: '0 active, 1 disabled' })

/** Time of archiving. An archived record is kept because others refer to it, and its account cannot log in. */
export const archivedTime = z
  .string()
  .nullable()
  .meta({ description: 'When the record was archived; null while it is in use' })

const WIRE_TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

const WIRE_DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const NO_SUCH_DATE = said('日期不存在', 'No such date')

const isCalendarDate = (value: string) => {
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  return (
    !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === value.slice(0, 10) && value >= '1900'
  )
}

/** `yyyy-MM-dd HH:mm:ss` in the service's time zone. */
export const time = z
  .string()
  .regex(WIRE_TIME, said('请输入时间，如 2026-11-20 09:30:00', 'Enter a time such as 2026-11-20 09:30:00'))
  .refine(isCalendarDate, NO_SUCH_DATE)
  .meta({ description: 'yyyy-MM-dd HH:mm:ss', example: '2026-11-20 09:30:00' })

/** `yyyy-MM-dd`. */
export const date = z
  .string()
  .regex(WIRE_DATE, said('请输入日期，如 2026-11-20', 'Enter a date such as 2026-11-20'))
  .refine(isCalendarDate, NO_SUCH_DATE)
  .meta({ description: 'yyyy-MM-dd', example: '2026-11-20' })

/** Shortest form of a number with at most `scale` decimals: `4.350` is `4.35`, `007` is `7`. */
const shortest = (value: string, scale: number) => {
  const [whole = '', decimals = ''] = value.split('.')
  const kept = decimals.slice(0, scale)
  return `${whole.replace(/^(-?)0+(?=\d)/, '$1')}${kept === '' ? '' : `.${kept}`}`
}

const DECIMAL_TEXT_MAX = 40

/** The largest amount in words. */
const MOST = [`${grouped(MAX_AMOUNT)} 元`, yuan(MAX_AMOUNT)] as const

/** A number, or a number as text; leading and trailing zeros do not matter. */
const exactDecimal = (
  scale: number,
  max: string,
  form: string,
  { sign = '', most = [max, max] }: { sign?: string; most?: readonly [string, string] } = {},
) => {
  const pattern = new RegExp(`^${sign}\\d+(\\.\\d{1,${scale}}0*)?$`)
  const digits = max.split('.')[0]!.length
  return z
    .union([z.number(), z.string()], form)
    .transform((value) => (typeof value === 'number' ? String(value) : halfWidth(value)))
    .refine((value) => value.length <= DECIMAL_TEXT_MAX && pattern.test(value), { error: form, abort: true })
    .transform((value) => shortest(value, scale))
    .refine(
      (value) => value.replace('-', '').split('.')[0]!.length <= digits,
      said(`不能超过 ${most[0]}`, `At most ${most[1]}`),
    )
}

const AMOUNT = said('请输入金额，如 20000.00', 'Enter an amount such as 20000.00')

/** Amount of money: a number or text with at most two decimals, which services get as a string. */
export const amount = exactDecimal(2, MAX_AMOUNT, AMOUNT, { most: MOST }).meta({
  description: `0 to ${MAX_AMOUNT}`,
  example: '5000.00',
})

/** Amount that may be negative, as on a red-letter invoice. */
export const signedAmount = exactDecimal(2, MAX_AMOUNT, AMOUNT, { sign: '-?', most: MOST }).meta({
  description: `-${MAX_AMOUNT} to ${MAX_AMOUNT}`,
  example: '64.90',
})

/** A score from 0 to 999.99, exact. */
export const score = exactDecimal(
  2,
  '999.99',
  said('请输入分数，如 4.50', 'Enter a score such as 4.50'),
).meta({ description: '0 to 999.99', example: '4.50' })

/** Exact decimal in an answer. */
export const decimal = z.string().meta({ description: 'Exact decimal', example: '5000.00' })

const RATE = said('比率须在0到1之间，最多四位小数', 'Must be between 0 and 1, with at most four decimals')

/** A rate such as 0.06, from 0 to 1 with at most four decimals. */
export const rate = z
  .union([z.number(), z.string()], RATE)
  .transform((value) => (typeof value === 'number' ? String(value) : value.trim()))
  .refine((value) => /^(0(\.\d{1,4})?|1(\.0{1,4})?)$/.test(value), RATE)
  .meta({ description: '0 to 1, at most four decimals', example: '0.06' })

const DIGITS = /^\d{1,16}$/
/** Converts digits to a number and leaves anything else unchanged for the schema to refuse. */
const numeric = (value: unknown) =>
  typeof value === 'string' && DIGITS.test(value.trim()) ? Number(value) : value

export const queryId = z.preprocess(numeric, id)
export const queryNumber = z.preprocess(numeric, z.int().min(0).max(Number.MAX_SAFE_INTEGER))

/** A flag: text in a query, boolean in the body of an export, which has the same filters. */
export const queryFlag = z
  .union([z.enum(['true', 'false']), z.boolean()], said('须为是或否', 'Must be true or false'))
  .transform((value) => value === true || value === 'true')

/** Lists contain archived records only on request. */
export const archivedFilter = queryFlag
  .optional()
  .meta({ description: 'true: archived records only; otherwise those in use' })

const ID_AND_COMMA_LENGTH = 17

/** List of ids: a repeated query value, one value with commas, or a list of numbers in the body of an export. */
export const queryIds = z
  .union(
    [
      z.string().max(IDS_PER_REQUEST_MAX * ID_AND_COMMA_LENGTH),
      z.array(z.union([z.string().max(ID_AND_COMMA_LENGTH), z.number()], NO_ID)).max(IDS_PER_REQUEST_MAX),
    ],
    NO_ID,
  )
  .transform((value) => [value].flat().flatMap((part) => String(part).split(',').map(Number)))
  .pipe(z.array(id).max(IDS_PER_REQUEST_MAX))
  .meta({ description: 'Repeated or separated by commas', example: '12,15' })

/** `{id}` or `{id,id}` in a path. */
export const pathIds = z
  .string()
  .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/, NO_ID)
  .transform((value) => [...new Set(value.split(',').map(Number))])
  .pipe(z.array(id).max(IDS_PER_REQUEST_MAX))
  .meta({ description: 'One id, or several separated by commas', example: '12' })

export const idBody = z
  .array(id)
  .max(IDS_PER_REQUEST_MAX)
  .transform((ids) => [...new Set(ids)])

export const searchText = z.string().trim().max(NAME_MAX).refine(printable, UNPRINTABLE)

/** RuoYi's pages send the long forms, which their tables use. */
const DIRECTIONS = ['asc', 'desc', 'ascending', 'descending'] as const

/** The place of a row in its list, as an answer names it; a form of base64 that addresses need not escape. */
const cursor = z
  .string()
  .max(CURSOR_MAX)
  .regex(/^[\w-]+$/, said('翻页位置无效', 'Not a cursor of this list'))
  .optional()

const RANGE_EXAMPLE = {
  description: 'time included, yyyy-MM-dd HH:mm:ss, or yyyy-MM-dd for the whole day',
  example: '2026-11-20 09:30:00',
}
const DAY_BEGINS = ' 00:00:00'
const DAY_ENDS = ' 23:59:59'

/** A time, or a date that stands for its first or last second. */
const rangeEnd = (clock: string) =>
  z
    .preprocess((value) => (typeof value === 'string' && WIRE_DATE.test(value) ? value + clock : value), time)
    .optional()

/** The two query parameters of a time range: of the named field, or of the creation time. */
export const timeRange = <const Field extends string>(field: Field) => {
  const { description, ...rest } = RANGE_EXAMPLE
  return {
    [`params[begin${field}]`]: rangeEnd(DAY_BEGINS).meta({ ...rest, description: `First ${description}` }),
    [`params[end${field}]`]: rangeEnd(DAY_ENDS).meta({ ...rest, description: `Last ${description}` }),
  } as Record<`params[begin${Field}]` | `params[end${Field}]`, ReturnType<typeof rangeEnd>>
}
const createTimeRange = timeRange('Time')

/**
 * Query of a list: its filters, paging, and the columns that it can be sorted by. Pages of RuoYi send a range of the
 * time of creation, and that time as the order, to any list, so that every list takes them.
 */
export const listQuery = <F extends z.ZodRawShape, const C extends readonly [string, ...string[]]>(
  filters: F,
  columns: C,
) =>
  z.strictObject({
    ...filters,
    ...createTimeRange,
    pageNum: z.preprocess(numeric, z.int().min(1).max(MAX_PAGE_NUM)).default(1),
    pageSize: z.preprocess(numeric, z.int().min(1).max(MAX_PAGE_SIZE)).default(DEFAULT_PAGE_SIZE),
    orderByColumn: z
      .enum([...columns, 'createTime'], said('不能按此列排序', 'This column cannot be sorted'))
      .optional(),
    isAsc: z
      .enum(DIRECTIONS, said('请选择排序方向', 'Choose a sort direction'))
      .transform((direction) => (direction.startsWith('asc') ? 'asc' : 'desc'))
      .default('desc'),
    after: cursor,
    before: cursor,
    exactTotal: queryFlag.optional(),
  })

/** Filter by a time: a second, or a day if only a date is given. */
export const atTime = z
  .union([time, date], said('请输入时间或日期，如 2026-11-20', 'Enter a time or a date such as 2026-11-20'))
  .meta({
    description: 'yyyy-MM-dd HH:mm:ss, or yyyy-MM-dd for any time of the day',
    example: '2026-11-20',
  })

export const abilities = <const K extends string>(...names: K[]) =>
  z
    .object(Object.fromEntries(names.map((name) => [name, z.boolean()])) as Record<K, z.ZodBoolean>)
    .meta({ description: 'What the caller may do with this record' })

export const option = z.object({ label: z.string(), value: id })
