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

/** Joins list items, and renames members of `params` to the names of the contract. */
function gathered(shape: Readonly<Record<string, unknown>>, fields: Fields): Fields {
  const known = (name: string) => Object.hasOwn(shape, name)
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
    else if (key === 'params' && !known(key) && isFields(value))
      for (const [name, inner] of Object.entries(value)) entries.set(`params[${name}]`, inner)
    else entries.set(key, value)
  }
  return Object.fromEntries(entries)
}

function fieldsAsTaken(shape: Readonly<Record<string, z.core.$ZodType>>, fields: Fields): Fields {
  const entries = Object.entries(gathered(shape, fields)).map(([key, value]) => {
    const inner = Object.hasOwn(shape, key) ? shape[key] : undefined
    return [key, inner ? asTaken(inner, value) : value]
  })
  return Object.fromEntries(entries) as Fields
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
