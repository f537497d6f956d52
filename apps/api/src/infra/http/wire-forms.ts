import type { z } from 'zod'

type Fields = Record<string, unknown>

/** As much of a schema's inside as tells what it takes. */
interface Inside {
  type: string
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  element?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
  values?: readonly unknown[]
}

const insideOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Inside

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema that an input meets first, without what only wraps or prepares it. */
function meets(schema: z.core.$ZodType): z.core.$ZodType {
  const { type, innerType, in: first, out } = insideOf(schema)
  if (innerType) return meets(innerType)
  if (type !== 'pipe' || !first || !out) return schema
  return meets(insideOf(first).type === 'transform' ? out : first)
}

/** The fields of an object's schema. */
export const shapeOf = (schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> =>
  insideOf(meets(schema)).shape ?? {}

const NUMBER = /^-?\d{1,20}(\.\d{1,20})?$/
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false }
/** `ids[0]` and `ids[]`, as forms write the items of a list. */
const ITEM = /^([A-Za-z]\w*)\[\d{0,4}\]$/

/** The items of lists put together, and what lies in `params` under the names of the contract. */
function gathered(shape: Readonly<Record<string, unknown>>, fields: Fields): Fields {
  const known = (name: string) => Object.hasOwn(shape, name)
  const entries = new Map<string, unknown>()
  for (const [key, value] of Object.entries(fields)) {
    const list = known(key) ? undefined : ITEM.exec(key)?.[1]
    if (list && known(list)) entries.set(list, [entries.get(list) ?? [], value].flat())
    else if (key === 'params' && !known(key) && isFields(value))
      for (const [name, inner] of Object.entries(value)) entries.set(`params[${name}]`, inner)
    else entries.set(key, value)
  }
  return Object.fromEntries(entries)
}

/**
 * The input as the schema takes it, where its form leaves no doubt what is meant: numbers and flags written as text, and
 * lists written item by item. Everything else stays, for the schema to refuse.
 */
export function asTaken(schema: z.core.$ZodType, input: unknown): unknown {
  const { type, shape, element, values = [] } = insideOf(meets(schema))
  if (shape && isFields(input))
    return Object.fromEntries(
      Object.entries(gathered(shape, input)).map(([key, value]) => [
        key,
        Object.hasOwn(shape, key) ? asTaken(shape[key]!, value) : value,
      ]),
    )
  if (element && Array.isArray(input)) return input.map((item) => asTaken(element, item))
  if (typeof input !== 'string') return input
  if (type === 'number') return NUMBER.test(input) ? Number(input) : input
  const isFlag = type === 'boolean' || (type === 'literal' && typeof values[0] === 'boolean')
  return isFlag ? (FLAGS[input] ?? input) : input
}
