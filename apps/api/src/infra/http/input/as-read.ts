import type { Words } from '@consilium/contract/errors.ts'
import { allows, type Route } from '@consilium/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import { badFields } from '../../refusal.ts'
import { jsonOf } from './schemas.ts'
import { asTaken, isFields, shapeOf } from './wire-forms.ts'

const READ_ONLY: Words = { 'zh-CN': '该字段不能在此修改', en: 'Cannot be changed here' }

/** Returns the part of a file's address that does not depend on the signature. */
function withoutSignature(text: string): string {
  const [address = ''] = text.split('?', 1)
  return /\/common\/file\/\d+$/.test(address) ? address : text
}

/**
 * Compares values as clients send them back: decimals may differ in zeros, file addresses in their signature, and forms
 * send text.
 */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (isFields(value))
    return Object.fromEntries(
      Object.keys(value)
        .toSorted()
        .map((key) => [key, comparable(value[key])]),
    )
  if (value === null || value === undefined || value === '') return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (/^-?\d{1,20}\.\d{1,20}$/.test(text)) return text.replace(/(?<!0)0+$/, '').replace(/\.$/, '')
  return withoutSignature(text)
}

export const same = (one: unknown, other: unknown) =>
  JSON.stringify(comparable(one)) === JSON.stringify(comparable(other))

type Answered = Extract<Route['answer'], { kind: 'data' }>

/** True if a record has every field of another, each in the same form. */
function extendsRecord(record: ZodType, base: ZodType): boolean {
  const [fields, wanted] = [shapeOf(record), Object.entries(shapeOf(base))]
  return record === base || (wanted.length > 0 && wanted.every(([key, field]) => fields[key] === field))
}

/**
 * Finds the route that reads the record which this route changes: its answer has the same fields, perhaps with more, and
 * the change carries its ids.
 */
export function readingOf(route: Route, sameModule: readonly Route[]): Route | undefined {
  const { answer, body, params } = route
  if (route.method !== 'PUT' || answer.kind !== 'data' || !body) return undefined
  const given = [...Object.keys(shapeOf(body)), ...(params ? Object.keys(shapeOf(params)) : [])]
  const idsOf = (reading: Route) => (reading.params ? Object.keys(shapeOf(reading.params)) : [])
  return sameModule
    .filter(
      (other) =>
        other.method === 'GET' &&
        !other.logged &&
        other.answer.kind === 'data' &&
        extendsRecord(other.answer.schema, answer.schema) &&
        idsOf(other).every((id) => given.includes(id)),
    )
    .toSorted((a, b) => idsOf(b).length - idsOf(a).length)[0]
}

export type Read = (request: FastifyRequest, params: unknown) => Promise<unknown>

/** Finds the record that a change names, as the caller may read it. */
export function recordOf(reading: Route, read: Read) {
  const toJson = jsonOf((reading.answer as Answered).schema)
  return async (request: FastifyRequest, fields: object): Promise<Record<string, unknown> | undefined> => {
    if (!request.actor || !allows(reading.access, request.actor)) return undefined
    const ids = { ...fields, ...(request.params as object) }
    if (!reading.params) return toJson(await read(request, undefined))
    const named = Object.keys(shapeOf(reading.params)).map((id) => [id, (ids as Record<string, unknown>)[id]])
    const params = reading.params.safeParse(asTaken(reading.params, Object.fromEntries(named)))
    return params.success ? toJson(await read(request, params.data)) : undefined
  }
}

/**
 * A client may send back the whole record as it was read. Read-only fields are dropped if they equal the stored values
 * and refused by name otherwise. Unchanged fields are dropped as well, so that a masked value does not overwrite the
 * stored one. A body with writable fields only is not compared.
 */
export function withoutUnchanged(route: Route, reading: Route, read: Read) {
  const body = shapeOf(route.body!)
  const view = shapeOf((reading.answer as Answered).schema)
  const stored = recordOf(reading, read)
  const isOptional = (field: string) => body[field]?._zod.optin === 'optional'

  return async (request: FastifyRequest): Promise<void> => {
    const fields = request.body
    if (!isFields(fields)) return
    const readOnly = Object.keys(fields).filter(
      (key) => !Object.hasOwn(body, key) && Object.hasOwn(view, key),
    )
    if (readOnly.length === 0) return
    const record = await stored(request, fields)
    if (!record) return
    // The service reports a concurrent change of the record by its version.
    const isCurrent = fields['version'] === undefined || same(fields['version'], record['version'])
    const changed = isCurrent ? readOnly.filter((key) => !same(fields[key], record[key])) : []
    if (changed.length > 0) throw badFields(changed, READ_ONLY)
    const isUnchanged = (key: string) => isCurrent && isOptional(key) && same(fields[key], record[key])
    request.body = Object.fromEntries(
      Object.entries(fields).filter(([key]) => !readOnly.includes(key) && !isUnchanged(key)),
    )
  }
}
