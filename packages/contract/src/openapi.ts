import { isByOrgType, ROLES_BY_ORG_TYPE, type AccessRole } from './accounts/roles.ts'
import { z } from 'zod'
import { envelope, ErrorAnswer, pageEnvelope } from './envelope.ts'
import { errorCatalogue, errorCode, errorMessage, type ErrorName } from './errors.ts'
import { FIELD_TEXTS } from './field-texts.ts'
import { Components, type Json } from './json-schema.ts'
import { TAG_TEXTS } from './tag-texts.ts'
import { UPLOAD_MAX_BYTES } from './files/files.ts'
import { keepsKey, type Route, type UploadLimits } from './route.ts'
import { describeRateLimit } from './rate-limits.ts'
import { operations, type Operation } from './routes.ts'
import { SESSION_COOKIE } from './login/session.ts'

/** Errors that any route of this form may answer with. */
function sharedErrors(route: Route): ErrorName[] {
  const takesFiles = Boolean(route.upload ?? route.uploads)
  const takesBody = takesFiles || Boolean(route.body)
  return [
    ...(route.access === 'public' ? [] : (['UNAUTHENTICATED', 'KEY_EXPIRED'] as const)),
    ...(route.caller === 'person' ? (['PERSON_REQUIRED'] as const) : []),
    ...(route.beyondPortfolio ? (['PORTFOLIO_LIMITED'] as const) : []),
    ...(Array.isArray(route.access) ? (['FORBIDDEN'] as const) : []),
    ...(route.access === 'public' || route.initialPassword ? [] : (['PASSWORD_CHANGE_REQUIRED'] as const)),
    ...(route.access === 'public' || route.beforeEnrolment ? [] : (['SECOND_FACTOR_REQUIRED'] as const)),
    // Parameters of the address that a route does not have are refused, and so are addresses that cannot be decoded.
    'VALIDATION_FAILED',
    'MALFORMED_REQUEST',
    ...(takesBody ? (['BODY_TOO_LARGE', 'BODY_TOO_COMPLEX', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    // A body names records as well.
    ...(route.params || (route.body && route.access !== 'public') ? (['NOT_FOUND'] as const) : []),
    // Limits apply per account, and to anonymous callers per address.
    'TOO_MANY_REQUESTS',
    ...(keepsKey(route) ? (['IDEMPOTENCY_KEY_REUSED', 'REQUEST_IN_PROGRESS'] as const) : []),
    'DATABASE_BUSY',
    'SERVICE_STOPPING',
    ...(takesFiles ? (['FILE_INFECTED', 'SCANNER_UNAVAILABLE'] as const) : []),
    ...(takesFiles || route.answer.kind === 'file' ? (['STORAGE_UNAVAILABLE'] as const) : []),
    'SEALED_VALUE_INVALID',
    'INTERNAL_ERROR',
  ]
}

/** The errors that the document declares for a route. */
export const declaredErrors = (route: Route): ErrorName[] => [
  ...new Set([...sharedErrors(route), ...(route.errors ?? [])]),
]

/** Values of the placeholders in example messages. */
const SAMPLE_PARAMS = {
  minutes: 10,
  seconds: 30,
  max: 20,
  row: 7,
  ids: '12, 15',
  date: '2026-11-20',
  column: '手机号',
  columns: '手机号',
  from: '草稿',
  to: '邀请中',
  kind: '执行单位',
  roles: '督导',
  net: '90000.00',
  largest: '78000.00',
  name: '李文博',
  highest: '3000.00',
  names: 'orgNme',
  list: 20,
  account: 200,
  characters: '𠮷',
}

const errorExample = (name: ErrorName) => ({
  summary: errorCatalogue[name].en,
  value: {
    code: errorCode(name),
    msg: errorMessage(name, 'zh-CN', SAMPLE_PARAMS),
    error: name,
    requestId: '6f1c2d0e-7c1b-4f0a-9a53-0e3b6f2f8d11',
    ...(errorCatalogue[name].warning ? { warning: true } : {}),
  },
})

const TOO_MANY = errorCatalogue.TOO_MANY_REQUESTS.status
const retryAfter = { description: 'Seconds until the next attempt', schema: { type: 'integer', minimum: 1 } }

function errorResponses(route: Route, components: Components): Json {
  const byStatus = Map.groupBy(declaredErrors(route), (name) => errorCatalogue[name].status)
  const schema = components.convert(ErrorAnswer, 'output')
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, group]) => [
        String(status),
        {
          description: group.join(', '),
          ...(status === TOO_MANY ? { headers: { 'Retry-After': retryAfter } } : {}),
          content: {
            'application/json': {
              schema,
              examples: Object.fromEntries(group.map((name) => [name, errorExample(name)])),
            },
          },
        },
      ]),
  )
}

function successResponse(route: Route, components: Components): Json {
  const { answer } = route
  const description = route.summary
  if (answer.kind === 'file')
    return { description, content: { [answer.mediaType]: { schema: { type: 'string', format: 'binary' } } } }
  if (answer.kind === 'stream')
    return { description, content: { 'text/event-stream': { schema: { type: 'string' } } } }
  // Converted separately first, so that a named schema becomes a component.
  const inner = components.convert(answer.schema, 'output')
  const shape = answer.kind === 'data' ? envelope(z.any()) : pageEnvelope(z.any())
  const whole = components.convert(shape, 'output') as { properties: Json }
  const slot =
    answer.kind === 'data'
      ? { data: { description: FIELD_TEXTS['data'], ...inner } }
      : { rows: { type: 'array', items: inner, description: FIELD_TEXTS['rows'] } }
  const schema = { ...whole, properties: { ...whole.properties, ...slot } }
  return {
    description,
    content: { 'application/json': { schema, example: components.example(schema) } },
  }
}

/** Returns the properties of an object schema as path or query parameters. */
function parameters(schema: z.ZodType | undefined, where: 'path' | 'query', components: Components): Json[] {
  if (!schema) return []
  const json = components.convert(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(json.properties ?? {}).map(([name, property]) => {
    const { description, deprecated, example, ...rest } = property
    return {
      name,
      in: where,
      required: where === 'path' || (json.required ?? []).includes(name),
      ...(description ? { description } : {}),
      ...(deprecated ? { deprecated: true } : {}),
      ...(example === undefined ? {} : { example }),
      schema: rest,
    }
  })
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A repeated request with the same key gets the first answer for 24 hours; a new one gets a new key',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

function multipartBody(route: Route, { max, fileBytes, bytes }: UploadLimits, components: Components): Json {
  const fields = route.body ? components.convert(route.body, 'input') : {}
  const files = {
    type: 'array',
    minItems: 1,
    maxItems: max,
    items: { type: 'string', format: 'binary' },
    description: `At most ${max} files of at most ${fileBytes} bytes each, ${bytes} in all`,
  }
  const schema = {
    type: 'object',
    required: [...((fields['required'] as string[] | undefined) ?? []), 'files'],
    properties: { ...(fields['properties'] as Json | undefined), files },
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function requestBody(route: Route, components: Components): Json {
  if (route.upload) {
    const file = { type: 'string', format: 'binary', description: `At most ${UPLOAD_MAX_BYTES} bytes` }
    const schema = { type: 'object', required: ['file'], properties: { file } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (route.uploads) return { requestBody: multipartBody(route, route.uploads, components) }
  if (!route.body) return {}
  const schema = components.convert(route.body, 'input')
  const example = components.example(schema)
  return { requestBody: { required: true, content: { 'application/json': { schema, example } } } }
}

function roleWords(name: AccessRole): string {
  if (!isByOrgType(name)) return name
  const { roleType, orgType } = ROLES_BY_ORG_TYPE[name]
  return `${roleType} of an organization of the type ${orgType}`
}

function describeAccess({ access }: Route): string {
  if (access === 'public') return 'Open to anyone.'
  return access === 'session' ? 'For anyone logged in.' : `For the roles ${access.map(roleWords).join(', ')}.`
}

function describe({ name, route }: Operation, components: Components): Json {
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    description: [
      describeAccess(route),
      ...(route.rateLimit ? [describeRateLimit(route.rateLimit)] : []),
    ].join(' '),
    ...(route.deprecated ? { deprecated: true } : {}),
    security: route.access === 'public' ? [] : [{ bearer: [] }, { cookie: [] }],
    parameters: [
      ...parameters(route.params, 'path', components),
      ...parameters(route.query, 'query', components),
      ...(keepsKey(route) ? [idempotencyKey] : []),
    ],
    ...requestBody(route, components),
    responses: {
      [route.accepted ? '202' : '200']: successResponse(route, components),
      ...errorResponses(route, components),
    },
  }
}

interface Described {
  paths: Record<string, Json>
  schemas: Json
}
let described: Described | undefined

/** It does not depend on the address of the service, so it is done once; after each operation it can be interrupted. */
function* describing(): Generator<void, Described> {
  if (described) return described
  const components = new Components()
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const { path, method } = operation.route
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation, components) }
    yield
  }
  described = { paths, schemas: components.schemas }
  return described
}

interface DocumentOptions {
  serverUrl: string
  version: string
}

/**
 * Returns the OpenAPI 3.1 document of all operations; `serverUrl` is the base address. Callers must not change the
 * result.
 */
export function openApiDocument(options: DocumentOptions): Json {
  const steps = describing()
  let step = steps.next()
  while (!step.done) step = steps.next()
  return documentOf(step.value, options)
}

/** The same for a process that serves others meanwhile: `pause` lets them continue, since it takes half a second in all. */
export async function openApiDocumentInSteps(
  options: DocumentOptions,
  pause: () => Promise<unknown>,
): Promise<Json> {
  const steps = describing()
  let step = steps.next()
  while (!step.done) {
    await pause()
    step = steps.next()
  }
  return documentOf(step.value, options)
}

function documentOf({ paths, schemas }: Described, options: DocumentOptions): Json {
  const cookie = SESSION_COOKIE[options.serverUrl.startsWith('https:') ? 'https' : 'http']
  return {
    openapi: '3.1.0',
    info: {
      title: 'Consilium',
      version: options.version,
      description: 'Sponsored projects and the expert meetings held for them.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: options.serverUrl }],
    tags: [...new Set(operations.map(({ route }) => route.tag))].map((name) => ({
      name,
      description: TAG_TEXTS[name],
    })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: cookie },
      },
      schemas,
    },
  }
}
