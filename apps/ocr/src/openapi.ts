import {
  RECOGNITION_FILE_MAX_BYTES,
  RECOGNITION_PATHS,
  RECOGNITION_REFUSALS,
  RecognitionAnswer,
  RecognitionRefusalAnswer,
  RecognizeByPath,
  RecognizedInvoice,
  RecognizedText,
  RecognizeQuery,
  type RecognitionRefusal,
} from '@consilium/contract/recognition.ts'
import { Components, type Json } from '@consilium/contract/json-schema.ts'
import type { z } from 'zod'

const retryAfter = { description: 'Seconds until the next try', schema: { type: 'integer', minimum: 1 } }

const REFUSAL_TEXTS: Readonly<Record<RecognitionRefusal, string>> = {
  UNAUTHENTICATED: 'The key is missing or wrong',
  PATH_NOT_ALLOWED: 'The path lies outside the folders that may be read',
  NOT_FOUND: 'There is nothing at this path',
  FILE_MISSING: 'No file was sent',
  MALFORMED_REQUEST: 'The request cannot be parsed',
  FILE_TOO_LARGE: 'The file is too large',
  BUSY: 'Too much is waiting already; try again shortly',
  NOT_READY: 'The service is starting; try again shortly',
  UNEXPECTED: 'Something went wrong; quote the request id',
}

const refusalExample = (name: RecognitionRefusal) => ({
  summary: REFUSAL_TEXTS[name],
  value: {
    error_code: name,
    message: REFUSAL_TEXTS[name],
    request_id: '6f1c2d0e-7c1b-4f0a-9a53-0e3b6f2f8d11',
  },
})

function refusals(names: readonly RecognitionRefusal[], components: Components): Json {
  const schema = components.convert(RecognitionRefusalAnswer, 'output')
  const byStatus = Map.groupBy(names, (name) => RECOGNITION_REFUSALS[name])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.join(', '),
        ...(status === RECOGNITION_REFUSALS.BUSY ? { headers: { 'Retry-After': retryAfter } } : {}),
        content: {
          'application/json': {
            schema,
            examples: Object.fromEntries(group.map((name) => [name, refusalExample(name)])),
          },
        },
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
const TAG = 'Recognition'
const SHARED = [
  'MALFORMED_REQUEST',
  'UNAUTHENTICATED',
  'FILE_TOO_LARGE',
  'UNEXPECTED',
  'BUSY',
  'NOT_READY',
] as const

function fullParameter(components: Components): Json {
  const { properties } = components.convert(RecognizeQuery, 'input') as { properties: { full: Json } }
  const { description, ...schema } = properties.full
  return { name: 'full', in: 'query', required: false, description, schema }
}

/** The OpenAPI 3.1 document of the service; `secured` says whether callers send a key. */
export function openApiDocument(options: { version: string; secured: boolean }): Json {
  const components = new Components()
  const answer = (shape: z.ZodType, example: z.ZodType, description: string) => ({
    '200': {
      description,
      content: {
        'application/json': {
          schema: components.convert(shape, 'output'),
          example: components.example(components.convert(example, 'output')),
        },
      },
    },
  })
  const full = fullParameter(components)
  const invoice = answer(
    RecognitionAnswer,
    RecognizedInvoice,
    'One result, or several where it has several pages or is an archive',
  )
  const byPath = components.convert(RecognizeByPath, 'input')
  const post = (operationId: string, summary: string, rest: Json) => ({
    post: { operationId, summary, tags: [TAG], security: options.secured ? [{ bearer: [] }] : [], ...rest },
  })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Consilium recognition',
      version: options.version,
      description: 'Reads invoices: their QR code first, then their text.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [{ name: TAG, description: 'Invoices and text in pictures, documents and archives' }],
    paths: {
      [RECOGNITION_PATHS.invoice]: post('recognizeInvoice', 'Recognise an invoice', {
        parameters: [full],
        requestBody: upload,
        responses: { ...invoice, ...refusals(['FILE_MISSING', ...SHARED], components) },
      }),
      [RECOGNITION_PATHS.byPath]: post(
        'recognizeInvoiceByPath',
        'Recognise an invoice that lies on the server',
        {
          parameters: [full],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: byPath, example: components.example(byPath) } },
          },
          responses: { ...invoice, ...refusals(['PATH_NOT_ALLOWED', ...SHARED], components) },
        },
      ),
      [RECOGNITION_PATHS.text]: post('recognizeText', 'Recognise all text', {
        requestBody: upload,
        responses: {
          ...answer(RecognizedText, RecognizedText, 'The lines of every page'),
          ...refusals(['FILE_MISSING', ...SHARED], components),
        },
      }),
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: components.schemas,
    },
  }
}
