import type { z } from 'zod'
import { isNullable } from '@consilium/web-kit/schema.ts'

export type Values = Record<string, unknown>
export type ObjectSchema = z.ZodObject

export const fieldsOf = (schema: ObjectSchema): string[] => Object.keys(schema.shape)
export const fieldOf = (schema: ObjectSchema, name: string): z.ZodType | undefined =>
  schema.shape[name] as z.ZodType | undefined

/** Converts a record to the values of inputs, which have no null. */
export function shownValues(schema: ObjectSchema, record: Values): Values {
  return Object.fromEntries(fieldsOf(schema).map((name) => [name, record[name] ?? '']))
}

/** Returns the text of an input; empty for any other value. */
export const typedText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the names of the changed inputs. */
export const changedFields = (values: Values, initial: Values): string[] =>
  Object.keys(values).filter((name) => !same(values[name], initial[name]))

/** An empty input is sent as null if the contract allows it, and left out otherwise. */
function sentValue(schema: ObjectSchema, name: string, value: unknown): unknown {
  if (value !== '') return value
  const field = fieldOf(schema, name)
  return field && isNullable(field) ? null : undefined
}

/** Builds a request body: of a change only the changed fields and those that identify the record. */
export function bodyOf(options: {
  schema: ObjectSchema
  values: Values
  initial: Values
  always: readonly string[] | null
}): Values {
  const { schema, values, initial, always } = options
  const names = always === null ? fieldsOf(schema) : [...always, ...changedFields(values, initial)]
  const entries = [...new Set(names)].map((name) => [name, sentValue(schema, name, values[name])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
