import pg from 'pg'

type Parse<Value> = (text: string) => Value

// PostgreSQL's own object ids of the array types (pg_type.dat); pg names only the scalar ones.
const TEXT_ARRAY: number = 1009
const TIMESTAMP_ARRAY = 1115
const DATE_ARRAY = 1182
const TIMESTAMPTZ_ARRAY = 1185
const NUMERIC_ARRAY = 1231
const INT8_ARRAY = 1016

const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[+-]\d{2}(?::\d{2}){0,2})?$/
const MOMENT_LENGTH = 'yyyy-MM-dd HH:mm:ss'.length
const DATE = /^\d{4}-\d{2}-\d{2}$/

const DIGIT_0 = '0'.charCodeAt(0)
/** A number of so many digits is exact. */
const EXACT_DIGITS = 15

/** The number of a text of digits, which is read this way in half the time; NaN for any other. */
function ofDigits(text: string): number {
  if (text.length > EXACT_DIGITS) return Number.NaN
  let value = 0
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - DIGIT_0
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/** int8 → number. Throws beyond 2^53, where a number loses digits. */
export function parseInt8(text: string): number {
  const digits = ofDigits(text)
  if (!Number.isNaN(digits)) return digits
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a JSON integer`)
  return value
}

/** timestamp or timestamptz → `yyyy-MM-dd HH:mm:ss` in the session's zone. Throws on infinity, BC and years of five digits. */
export function parseMoment(text: string): string {
  if (!MOMENT.test(text)) throw new RangeError(`timestamp ${text} has no form on the wire`)
  return text.slice(0, MOMENT_LENGTH)
}

/** date → `yyyy-MM-dd`. Throws on infinity, BC and years of five digits. */
export function parseDate(text: string): string {
  if (!DATE.test(text)) throw new RangeError(`date ${text} has no form on the wire`)
  return text
}

const parseTexts: Parse<(string | null)[]> = pg.types.getTypeParser(TEXT_ARRAY)

type Nested<Value> = Value | null | Nested<Value>[]

function arrayOf<Value>(parse: Parse<Value>): Parse<Nested<Value>[]> {
  const convert = (item: Nested<string>): Nested<Value> => {
    if (item === null) return null
    return Array.isArray(item) ? item.map(convert) : parse(item)
  }
  return (text) => parseTexts(text).map(convert)
}

/** json or jsonb → its value. Many a list is empty, and a call of the parser takes as long as most columns of its row. */
const parseJson = (text: string): unknown => (text === '[]' ? [] : JSON.parse(text))

/** Parsers of column values for one pool; other users of pg in this process keep the default parsers. */
export function createColumnTypes(): pg.CustomTypesConfig {
  const { INT8, DATE: DATE_TYPE, TIMESTAMP, TIMESTAMPTZ, JSON: JSON_TYPE, JSONB } = pg.types.builtins
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, parseInt8)
  types.setTypeParser(JSON_TYPE, parseJson)
  types.setTypeParser(JSONB, parseJson)
  types.setTypeParser(DATE_TYPE, parseDate)
  types.setTypeParser(TIMESTAMP, parseMoment)
  types.setTypeParser(TIMESTAMPTZ, parseMoment)
  types.setTypeParser(INT8_ARRAY, arrayOf(parseInt8))
  types.setTypeParser(DATE_ARRAY, arrayOf(parseDate))
  types.setTypeParser(TIMESTAMP_ARRAY, arrayOf(parseMoment))
  types.setTypeParser(TIMESTAMPTZ_ARRAY, arrayOf(parseMoment))
  types.setTypeParser(NUMERIC_ARRAY, parseTexts)
  return types
}
