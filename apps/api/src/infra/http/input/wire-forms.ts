import type { z } from 'zod'

type Fields = Record<string, unknown>

/** All schemas are Zod's own, so the definition is a union discriminated by `type`. */
const definitionOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the definition of the first schema that validates the input, without wrappers and preparing transforms. */
export function innerDefinition(schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  const definition = definitionOf(schema)
  if ('innerType' in definition) return innerDefinition(definition.innerType)
  if (definition.type !== 'pipe') return definition
  return innerDefinition(definitionOf(definition.in).type === 'transform' ? definition.out : definition.in)
}

/** Returns the fields of an object schema. */
export function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const definition = innerDefinition(schema)
  return definition.type === 'object' ? definition.shape : {}
}

const NUMBER = /^-?\d{1,20}(\.\d{1,20})?$/
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false }
/** Form notation of list items: `ids[0]` and `ids[]`. */
const ITEM = /^([A-Za-z]\w*)\[\d{0,4}\]$/

/** More filters than any list has; `params` with more is left as it is, a field that nobody knows. */
const PARAMS_MAX = 50
const hasFewFields = (value: unknown): value is Fields =>
  isFields(value) && Object.keys(value).length <= PARAMS_MAX

/** Joins list items, and renames members of `params` to the names of the contract. */
function gathered(shape: Readonly<Record<string, unknown>>, fields: Fields): Fields {
  const known = (name: string) => Object.hasOwn(shape, name)
  const isPlain = (key: string) => known(key) || (key !== 'params' && !key.endsWith(']'))
  if (Object.keys(fields).every(isPlain)) return fields
  const entries = new Map<string, unknown>()
  const lists = new Map<string, unknown[]>()
  const listOf = (name: string) => {
    const items = lists.get(name) ?? [entries.get(name) ?? []].flat()
    lists.set(name, items)
    entries.set(name, items)
    return items
  }
  for (const [key, value] of Object.entries(fields)) {
    const list = known(key) ? undefined : ITEM.exec(key)?.[1]
    if (list && known(list)) listOf(list).push(...[value].flat())
    else if (key === 'params' && !known(key) && hasFewFields(value))
      for (const [name, inner] of Object.entries(value)) entries.set(`params[${name}]`, inner)
    else entries.set(key, value)
  }
  return Object.fromEntries(entries)
}

/** Looks at declared fields only, of however many there are; copied once, if a value changes. */
function fieldsAsTaken(shape: Readonly<Record<string, z.core.$ZodType>>, input: Fields): Fields {
  const fields = gathered(shape, input)
  const changed: Fields = {}
  for (const [key, schema] of Object.entries(shape)) {
    if (!Object.hasOwn(fields, key)) continue
    const taken = asTaken(schema, fields[key])
    if (taken !== fields[key]) changed[key] = taken
  }
  return Object.keys(changed).length > 0 ? { ...fields, ...changed } : fields
}

/**
 * Converts the input to the types of the schema if it is unambiguous: numbers and flags as text, and lists item by
 * item. Anything else is left unchanged for the schema to refuse.
 */
export function asTaken(schema: z.core.$ZodType, input: unknown): unknown {
  const definition = innerDefinition(schema)
  if (definition.type === 'object' && isFields(input)) return fieldsAsTaken(definition.shape, input)
  if (definition.type === 'array' && Array.isArray(input))
    return input.map((item) => asTaken(definition.element, item))
  if (typeof input !== 'string') return input
  if (definition.type === 'number') return NUMBER.test(input) ? Number(input) : input
  const isFlag =
    definition.type === 'boolean' ||
    (definition.type === 'literal' && typeof definition.values[0] === 'boolean')
  return isFlag ? (FLAGS[input] ?? input) : input
}
