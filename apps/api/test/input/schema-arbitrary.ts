import fc from 'fast-check'

/** The parts of JSON Schema that the API document uses. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** Ids are small, so that fuzzing also finds existing records. */
const LIKELY_ID_MAX = 40
const FEW = 3

/** Any character of Unicode. The `unit: 'binary'` of fast-check prepares a table of all million of them first. */
const anyCharacter = fc
  .oneof(fc.nat({ max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))

const strings = ({ pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> => {
  if (pattern) return fc.stringMatching(new RegExp(pattern, pattern.includes('\\p{') ? 'u' : ''))
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }
  return fc.oneof(
    fc.string({ ...length, unit: 'grapheme' }),
    fc.array(anyCharacter, length).map((characters) => characters.join('')),
    fc.constant('堃喆'),
  )
}

function integers({ minimum = -5, maximum = 1e6 }: JsonSchema): fc.Arbitrary<number> {
  const any = fc.integer({ min: minimum, max: maximum })
  const least = Math.max(1, minimum)
  const most = Math.min(LIKELY_ID_MAX, maximum)
  // A year, for example, is never a small number.
  return least > most ? any : fc.oneof(fc.integer({ min: least, max: most }), any)
}

const byType: Record<string, (schema: JsonSchema) => fc.Arbitrary<unknown>> = {
  string: strings,
  integer: integers,
  number: () => fc.oneof(fc.integer({ min: 0, max: 99_999 }), fc.double()),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: (schema) => fc.array(fitting(schema.items ?? {}), { maxLength: FEW }),
  object: (schema) => objects(schema),
}

function objects({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fitting(schema)]),
  )
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
}

/** Generates values that fit a schema. */
export function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting))
  const types = [schema.type ?? ['string', 'integer', 'boolean', 'null']].flat()
  return fc.oneof(...types.map((type) => (byType[type] ?? fc.anything)(schema)))
}

const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    null,
    '',
    'x'.repeat(5000),
    '\u0000',
    '\ud800',
    -1,
    1e308,
    2 ** 53,
    '2026-02-30 00:00:00',
    "'; drop table person; --",
    [],
    {},
    [[[[]]]],
    { toString: 1 },
  ),
)

/** Generates bodies: fitting ones, ones with an invalid or unknown field, and arbitrary values. */
export function bodies(schema: JsonSchema): fc.Arbitrary<unknown> {
  const good = fitting(schema)
  const names = Object.keys(schema.properties ?? {})
  const spoiled = fc
    .tuple(good, fc.constantFrom(...names, 'unknownField', '__proto__', 'constructor'), hostile)
    .map(([body, name, value]) => {
      const entries = Object.entries(body as object).filter(([key]) => key !== name)
      return Object.fromEntries([...entries, [name, value]])
    })
  return fc.oneof(
    { weight: 5, arbitrary: good },
    { weight: 4, arbitrary: spoiled },
    { weight: 1, arbitrary: hostile },
  )
}
