import {
  RECOGNITION_FILE_MAX_BYTES,
  RECOGNITION_PATHS,
  RECOGNITION_REFUSALS,
  RecognitionAnswer,
  RecognitionRefusalAnswer,
  RecognizeByPath,
  RecognizedText,
  RecognizeQuery,
  type RecognitionRefusal,
} from '@consilium/contract/recognition.ts'
import { z } from 'zod'

type Json = Record<string, unknown>

const SCHEMAS = '#/components/schemas/'

const retarget = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(retarget)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).filter(([key, value]) => key !== 'id' || typeof value !== 'string')
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', SCHEMAS) : retarget(value),
    ]),
  )
}

/** The schema, with the shapes that have a name put beside it. */
function convert(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const { $schema: _dialect, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  for (const [name, definition] of Object.entries(($defs as Json | undefined) ?? {}))
    components[name] ??= retarget(definition)
  const name = z.globalRegistry.get(schema)?.id
  if (!name) return retarget(json) as Json
  components[name] ??= retarget(json)
  return { $ref: SCHEMAS + name }
}

const retryAfter = { description: 'Seconds until the next try', schema: { type: 'integer', minimum: 1 } }

function refusals(names: readonly RecognitionRefusal[], components: Json): Json {
  const schema = convert(RecognitionRefusalAnswer, 'output', components)
  const byStatus = Map.groupBy(names, (name) => RECOGNITION_REFUSALS[name])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.join(', '),
        ...(status === RECOGNITION_REFUSALS.BUSY ? { headers: { 'Retry-After': retryAfter } } : {}),
        content: { 'application/json': { schema } },
      },
    ]),
  )
}

const file = {
  type: 'string',
  format: 'binary',
  description: `PNG, JPEG, WebP, TIFF, BMP, PDF, OFD, or a ZIP of them; at most ${RECOGNITION_FILE_MAX_BYTES} bytes`,
}
const upload = {
  required: true,
  content: {
    'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file } } },
  },
}
const SHARED = [
  'MALFORMED_REQUEST',
  'UNAUTHENTICATED',
  'FILE_TOO_LARGE',
  'UNEXPECTED',
  'BUSY',
  'NOT_READY',
] as const

function fullParameter(components: Json): Json {
  const { properties } = convert(RecognizeQuery, 'input', components) as { properties: { full: Json } }
  const { description, ...schema } = properties.full
  return { name: 'full', in: 'query', required: false, description, schema }
}

/** The OpenAPI 3.1 document of the service; `secured` says whether callers send a key. */
export function openApiDocument(options: { version: string; secured: boolean }): Json {
  const schemas: Json = {}
  const answer = (shape: z.ZodType, description: string) => ({
    '200': { description, content: { 'application/json': { schema: convert(shape, 'output', schemas) } } },
  })
  const full = fullParameter(schemas)
  const invoice = answer(
    RecognitionAnswer,
    'One result, or several where it has several pages or is an archive',
  )
  const byPath = convert(RecognizeByPath, 'input', schemas)
  const post = (operationId: string, summary: string, rest: Json) => ({
    post: { operationId, summary, security: options.secured ? [{ bearer: [] }] : [], ...rest },
  })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Consilium recognition',
      version: options.version,
      description: 'Reads invoices: their QR code first, then their text.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths: {
      [RECOGNITION_PATHS.invoice]: post('recognizeInvoice', 'Recognise an invoice', {
        parameters: [full],
        requestBody: upload,
        responses: { ...invoice, ...refusals(['FILE_MISSING', ...SHARED], schemas) },
      }),
      [RECOGNITION_PATHS.byPath]: post(
        'recognizeInvoiceByPath',
        'Recognise an invoice that lies on the server',
        {
          parameters: [full],
          requestBody: { required: true, content: { 'application/json': { schema: byPath } } },
          responses: { ...invoice, ...refusals(['PATH_NOT_ALLOWED', ...SHARED], schemas) },
        },
      ),
      [RECOGNITION_PATHS.text]: post('recognizeText', 'Recognise all text', {
        requestBody: upload,
        responses: {
          ...answer(RecognizedText, 'The lines of every page'),
          ...refusals(['FILE_MISSING', ...SHARED], schemas),
        },
      }),
    },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas },
  }
}
