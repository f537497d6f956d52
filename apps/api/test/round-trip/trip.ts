import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Client } from '@consilium/contract/client.ts'
import type { Route } from '@consilium/contract/route.ts'
import { operations, type OperationName } from '@consilium/contract/routes.ts'
import { valuesOf, type Values } from './values.ts'

export type Fields = Record<string, unknown>

/** A kind of record, with the routes that write its fields. */
export interface Kind {
  /** Who writes; another one may make the record. */
  by: Client
  madeBy?: Client
  /** Routes that make a record. */
  creates?: readonly OperationName[]
  /** Makes the record that the routes change, where no creating route does. */
  made?: () => Promise<Fields>
  /** Routes that change fields of a record. */
  updates?: readonly OperationName[]
  /** Reads a record anew, by what its creation answered. */
  read: (made: Fields) => Promise<Fields>
  /** The field that names a record in the body of a change: its first one by default. */
  key?: string
  /** Path parameters of a change. */
  params?: (record: Fields) => Fields
  /** What must precede a creation. */
  before?: (body: Fields) => Promise<unknown>
  /** Values of fields that the domain decides. */
  values?: Readonly<Record<string, Values>>
  /** The field of the answer in which a written field is read under another name. */
  readAs?: Readonly<Record<string, string>>
  /** Fields that are not read as they were written, with the reason. */
  unread?: Readonly<Record<string, string>>
}

const TURNS = [0, 1] as const
type Turn = (typeof TURNS)[number]

const routeOf = (name: OperationName): Route => operations.find((one) => one.name === name)!.route

function shapeOf({ path, body }: Route): Readonly<Record<string, z.ZodType>> {
  assert.ok(body instanceof z.ZodObject, `${path} takes an object`)
  return body.shape
}

const isNumeric = (value: unknown): boolean => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)

/** Decimals are answered with all their places. */
const isEqual = (read: unknown, written: unknown) =>
  JSON.stringify(read) === JSON.stringify(written) ||
  (isNumeric(read) && isNumeric(written) && Number(read) === Number(written))

const show = (value: unknown) => JSON.stringify(value) ?? 'nothing'

/** The fields that name a record and its version in the body of a change. */
function namingFields({ key }: Kind, route: Route, record: Fields): Fields {
  const names = Object.keys(shapeOf(route))
  const naming = [key ?? names[0]!, 'version'].filter((name) => names.includes(name))
  return Object.fromEntries(naming.map((name) => [name, record[name]]))
}

function bodyOf({ values = {} }: Kind, name: OperationName, turn: Turn, naming: Fields): Fields {
  const fields = Object.entries(shapeOf(routeOf(name))).map(([field, schema]) => {
    if (field in naming) return [field, naming[field]]
    const pair = values[field] ?? valuesOf(field, schema)
    return [field, typeof pair === 'function' ? pair(name) : pair[turn]]
  })
  return Object.fromEntries(fields) as Fields
}

/** The lists of a kind that name fields which they need not name any more. */
function staleNames(kind: Kind, written: ReadonlySet<string>, unlike: ReadonlySet<string>): string[] {
  const { values = {}, readAs = {}, unread = {} } = kind
  return [
    ...[values, readAs, unread]
      .flatMap(Object.keys)
      .filter((field) => !written.has(field))
      .map((field) => `${field} is listed, but no route writes it`),
    ...Object.keys(unread)
      .filter((field) => written.has(field) && !unlike.has(field))
      .map((field) => `${field} is listed as unread, but it is read as it was written`),
  ]
}

/** Writes every field twice by each route, reads it each time, and returns what was not read as it was written. */
export async function differencesOf(kind: Kind): Promise<string[]> {
  const { by, madeBy = by, read, before, params, creates = [], updates = [], readAs = {}, unread = {} } = kind
  const found: string[] = []
  const written = new Set<string>()
  const unlike = new Set<string>()

  async function write(name: OperationName, turn: Turn, record: Fields): Promise<Fields> {
    const route = routeOf(name)
    const isNew = creates.includes(name)
    const naming = isNew ? {} : namingFields(kind, route, record)
    const body = bodyOf(kind, name, turn, naming)
    if (isNew) await before?.(body)
    const input = { body, ...(params && !isNew ? { params: params(record) } : {}) }
    const answer = (await (isNew ? madeBy : by).call<Route>(route, input as never)) as Fields
    const isRead = await read({ ...record, ...answer })
    const expected = (route.body as z.ZodType).parse(body) as Fields
    for (const field of Object.keys(body).filter((one) => !(one in naming))) {
      written.add(field)
      const value = isRead[readAs[field] ?? field]
      if (isEqual(value, expected[field])) continue
      unlike.add(field)
      if (!(field in unread))
        found.push(`${name}: ${field} is ${show(expected[field])}, but ${show(value)} is read`)
    }
    return { ...record, ...answer, ...isRead }
  }

  let record = kind.made ? await read(await kind.made()) : {}
  for (const name of [...creates, ...updates])
    for (const turn of TURNS) record = await write(name, turn, record)
  return [...found, ...staleNames(kind, written, unlike)]
}

/** The routes that a kind writes by. */
export const routesOf = ({ creates = [], updates = [] }: Kind): readonly OperationName[] => [
  ...creates,
  ...updates,
]
