import { transcode } from 'node:buffer'
import { envelope, ErrorAnswer, pageEnvelope } from '@consilium/contract/envelope.ts'
import type { Route } from '@consilium/contract/route.ts'
import fastJsonStringify, { type AnySchema } from 'fast-json-stringify'
import { z } from 'zod'
import { InvalidInput } from '../error-answer.ts'
import { excessOf } from '../limits/excess.ts'
import { asTaken } from './wire-forms.ts'

/** Returns the self-contained JSON Schema of an answer. */
function answerSchema(schema: z.ZodType): AnySchema {
  const json = z.toJSONSchema(schema, { io: 'output', metadata: z.registry(), override: collapseNullable })
  delete json.$schema
  return json as AnySchema
}

const PRIMITIVES = ['string', 'number', 'integer', 'boolean']

/** Rewrites `anyOf [X, null]` as one type, which is written without asking a validator which of both it is. */
function collapseNullable({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const [first, second, ...rest] = jsonSchema.anyOf ?? []
  if (!first || !second || rest.length > 0 || second.type !== 'null' || typeof first.type !== 'string') return
  delete jsonSchema.anyOf
  if (PRIMITIVES.includes(first.type)) Object.assign(jsonSchema, { type: [first.type, 'null'] })
  else Object.assign(jsonSchema, first, { nullable: true })
}

const answerShapes = new WeakMap<Route, z.ZodType>()

/**
 * Returns the zod schema of a JSON route's 200 answer. It is the same object every time, since the serializer is looked
 * up by it.
 */
export function answerShape(route: Route): z.ZodType | undefined {
  const known = answerShapes.get(route)
  if (known || (route.answer.kind !== 'data' && route.answer.kind !== 'page')) return known
  const shape =
    route.answer.kind === 'data' ? envelope(route.answer.schema) : pageEnvelope(route.answer.schema)
  answerShapes.set(route, shape)
  return shape
}

type Serializer = (data: unknown) => string

/**
 * Keyed by schema: most routes share the schema of their refusals, and one process may start the service several times.
 */
const serializers = new WeakMap<z.ZodType, Serializer>()

/** Throws if the schema cannot be compiled. */
export function serializerOf(schema: z.ZodType): Serializer {
  const serializer = serializers.get(schema) ?? fastJsonStringify(answerSchema(schema))
  serializers.set(schema, serializer)
  return serializer
}

/** Compiled when it is first needed, since compiling all of them took a fifth of the start. */
function lazySerializerOf(schema: z.ZodType): Serializer {
  let write: Serializer | undefined
  return (data) => (write ??= serializerOf(schema))(data)
}

/** Answers up to so many units of UTF-16 are written in one place, as nearly all are. */
const ROOM_UNITS = 512 * 1024
const UNIT_BYTES = 2
const room = Buffer.allocUnsafeSlow(ROOM_UNITS * UNIT_BYTES)

/**
 * The bytes of an answer in UTF-8. As a text it would be encoded twice by V8, for its length and to be sent, which took three
 * times as long. Throws on half a character, which a serializer escapes.
 */
function bytesOf(text: string): Buffer {
  if (text.length > ROOM_UNITS) return Buffer.from(text)
  return transcode(room.subarray(0, room.write(text, 'utf16le')), 'utf16le', 'utf8')
}

/** Returns the serializer of a route, so that only declared fields are sent. */
export function serializerCompiler({ schema }: { schema: unknown }): Serializer {
  const write = lazySerializerOf(schema as z.ZodType)
  // Fastify sends bytes as it sends a text, and only its types do not say so.
  return (data) => bytesOf(write(data)) as unknown as string
}

/** Returns a function that converts an answer to the JSON that a client receives. */
export function jsonOf(schema: z.ZodType): (data: unknown) => Record<string, unknown> {
  const write = lazySerializerOf(schema)
  return (data) => JSON.parse(write(data)) as Record<string, unknown>
}

/** Returns what writes the answer of a JSON route, without its envelope, with declared fields only. */
export const writerOf = ({ answer }: Route): Serializer =>
  answer.kind === 'data' ? lazySerializerOf(answer.schema) : JSON.stringify

/** Checks an input by its schema, whose cost is bounded by what `excessOf` refuses first. */
export function checkInput(
  schema: z.ZodType,
  input: unknown,
): { value: unknown; error?: never } | { error: InvalidInput } {
  const taken = asTaken(schema, input)
  const excess = excessOf(schema, taken)
  if (excess.length > 0) return { error: new InvalidInput(excess) }
  const result = schema.safeParse(taken, { reportInput: true })
  return result.success ? { value: result.data } : { error: new InvalidInput(result.error.issues) }
}

type Checked = ReturnType<typeof checkInput>

/** Queries of one route that are kept, and the length of what is sent for them. */
const KEPT_QUERIES_MAX = 50
const KEPT_QUERY_LENGTH_MAX = 200
const isPlain = (value: unknown) => typeof value !== 'object' || value === null

/**
 * Checks a query once for all requests that send the same: pages ask the same few. Each gets a copy of its own. A result is
 * kept only if a copy of its fields is a copy of all of it.
 */
export function queryCheck(schema: z.ZodType): (query: unknown) => Checked {
  const kept = new Map<string, Record<string, unknown>>()
  return (query) => {
    const text = JSON.stringify(query)
    const known = kept.get(text)
    if (known) return { value: { ...known } }
    const checked = checkInput(schema, query)
    if (checked.error || text.length > KEPT_QUERY_LENGTH_MAX) return checked
    const value = checked.value as Record<string, unknown>
    if (!Object.values(value).every(isPlain)) return checked
    if (kept.size >= KEPT_QUERIES_MAX) kept.clear()
    kept.set(text, { ...value })
    return checked
  }
}

export const validatorCompiler = ({ schema, httpPart }: { schema: unknown; httpPart?: string }) =>
  httpPart === 'querystring'
    ? queryCheck(schema as z.ZodType)
    : (input: unknown) => checkInput(schema as z.ZodType, input)

/** Returns the status of a successful response. */
export const successStatus = (route: Route): 200 | 202 => (route.accepted ? 202 : 200)

export function fastifySchema(route: Route) {
  const shape = answerShape(route)
  return {
    ...(route.params ? { params: route.params } : {}),
    querystring: route.query ?? z.strictObject({}),
    ...(route.body && !route.uploads ? { body: route.body } : {}),
    ...(shape ? { response: { [successStatus(route)]: shape, '4xx': ErrorAnswer, '5xx': ErrorAnswer } } : {}),
  }
}
