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
} from '@consilium/contract/recognition/recognition.ts'
import { Components, type Json } from '@consilium/contract/json-schema.ts'
import type { z } from 'zod'
import { REFUSAL_MESSAGES } from './refusal.ts'

const retryAfter = { description: 'Seconds until the next attempt', schema: { type: 'integer', minimum: 1 } }

const refusalExample = (name: RecognitionRefusal) => ({
  summary: REFUSAL_MESSAGES[name],
  value: {
    error_code: name,
    message: REFUSAL_MESSAGES[name],
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
  description: `PNG, JPEG, WebP, GIF, TIFF, BMP, HEIC, AVIF, PDF, OFD, the XML of a digital invoice, or a ZIP of them; at most ${RECOGNITION_FILE_MAX_BYTES} bytes`,
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

function success(components: Components, description: string, shape: z.ZodType, example = shape): Json {
  const schema = components.convert(shape, 'output')
  const shown = components.example(components.convert(example, 'output'))
  return { '200': { description, content: { 'application/json': { schema, example: shown } } } }
}

const invoiceSuccess = (components: Components): Json =>
  success(
    components,
    'One result, or a list of results for several pages or an archive',
    RecognitionAnswer,
    RecognizedInvoice,
  )

const invoiceOperation = (components: Components): Json => ({
  operationId: 'recognizeInvoice',
  summary: 'Recognize an invoice',
  parameters: [fullParameter(components)],
  requestBody: upload,
  responses: {
    ...invoiceSuccess(components),
    ...refusals(['FILE_MISSING', 'TOO_MANY_FILES', ...SHARED], components),
  },
})

function byPathOperation(components: Components): Json {
  const schema = components.convert(RecognizeByPath, 'input')
  const content = { 'application/json': { schema, example: components.example(schema) } }
  return {
    operationId: 'recognizeInvoiceByPath',
    summary: 'Recognize an invoice in a file of the server',
    parameters: [fullParameter(components)],
    requestBody: { required: true, content },
    responses: { ...invoiceSuccess(components), ...refusals(['PATH_NOT_ALLOWED', ...SHARED], components) },
  }
}

const textOperation = (components: Components): Json => ({
  operationId: 'recognizeText',
  summary: 'Recognize all text',
  requestBody: upload,
  responses: {
    ...success(components, 'The lines of every page', RecognizedText),
    ...refusals(['FILE_MISSING', 'TOO_MANY_FILES', ...SHARED], components),
  },
})

/** The OpenAPI 3.1 document of the service; `secured` says whether callers send a key. */
export function openApiDocument(options: { version: string; secured: boolean }): Json {
  const components = new Components()
  const security = options.secured ? [{ bearer: [] }] : []
  const post = (operation: Json) => ({ post: { tags: [TAG], security, ...operation } })
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
      [RECOGNITION_PATHS.invoice]: post(invoiceOperation(components)),
      [RECOGNITION_PATHS.byPath]: post(byPathOperation(components)),
      [RECOGNITION_PATHS.text]: post(textOperation(components)),
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: components.schemas,
    },
  }
}
