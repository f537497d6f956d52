import {
  RECOGNITION_FILE_MAX_BYTES,
  RECOGNITION_PATHS,
  RecognizeByPath,
  RecognizeQuery,
} from '@consilium/contract/recognition/recognition.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Admission, Admitted } from '../admission.ts'
import { readAllowed } from '../allowed-path.ts'
import type { Metrics } from '../metrics.ts'
import type { Recognition, SentFile } from '../recognition.ts'
import { Refusal } from '../refusal.ts'
import type { KeyCheck } from './key.ts'

export interface RoutesContext {
  recognition: Recognition
  admission: Admission
  metrics: Metrics
  isReady: () => boolean
  checkKey: KeyCheck
  fullByDefault: boolean
  allowedPaths: readonly string[]
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null
  }
}

/** What a multipart body may contain beside its file. */
const MULTIPART_EXTRA_BYTES = 64 * 1024
const NAME_MAX_LENGTH = 255
const RETRY_SECONDS = 2

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal('MALFORMED_REQUEST')
  return parsed.data
}

const fullOf = ({ fullByDefault }: RoutesContext, { query }: FastifyRequest): boolean =>
  parse(RecognizeQuery, query).full ?? fullByDefault

/** The most that an upload may need in memory; without a Content-Length that is the largest file allowed. */
function announcedBytes(request: FastifyRequest): number {
  const bytes = Number(request.headers['content-length'] ?? RECOGNITION_FILE_MAX_BYTES)
  if (bytes > RECOGNITION_FILE_MAX_BYTES + MULTIPART_EXTRA_BYTES) throw new Refusal('FILE_TOO_LARGE')
  return bytes
}

async function readUpload(request: FastifyRequest): Promise<SentFile> {
  if (!request.isMultipart()) throw new Refusal('FILE_MISSING')
  let sent: SentFile | undefined
  // A second file is looked for as well: leaving it out silently would lose an invoice.
  for await (const part of request.files({ limits: { fileSize: RECOGNITION_FILE_MAX_BYTES, files: 2 } })) {
    if (sent) throw new Refusal('TOO_MANY_FILES')
    if (part.fieldname !== 'file') throw new Refusal('FILE_MISSING')
    const bytes = await part.toBuffer()
    // The parser does not always throw at the limit, and a truncated file must not be taken for a whole one.
    if (part.file.truncated) throw new Refusal('FILE_TOO_LARGE')
    sent = { name: (part.filename || 'file').slice(0, NAME_MAX_LENGTH), bytes }
  }
  if (!sent) throw new Refusal('FILE_MISSING')
  return sent
}

/** Aborted when the caller closes the connection before the answer is complete. */
function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

/** Checks the key and whether there is room for the request, before any of its body is read. */
const admit =
  (context: RoutesContext, bytesOf: (request: FastifyRequest) => number) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    context.checkKey(request)
    if (!context.isReady()) throw new Refusal('NOT_READY', RETRY_SECONDS)
    const admitted = context.admission.enter(bytesOf(request))
    reply.raw.once('close', () => admitted.leave())
    request.admitted = admitted
  }

async function recognizeInvoice(context: RoutesContext, file: SentFile, full: boolean, reply: FastifyReply) {
  const answer = await context.recognition.invoice(file, full, hangUpSignal(reply))
  context.metrics.recognized(answer)
  return answer
}

export function bindRoutes(app: FastifyInstance, context: RoutesContext): void {
  const onUpload = admit(context, announcedBytes)
  const onPath = admit(context, () => 0)
  app.decorateRequest('admitted', null)

  app.post(RECOGNITION_PATHS.invoice, { onRequest: onUpload }, async (request, reply) => {
    const full = fullOf(context, request)
    return recognizeInvoice(context, await readUpload(request), full, reply)
  })

  app.post(RECOGNITION_PATHS.byPath, { onRequest: onPath }, async (request, reply) => {
    const full = fullOf(context, request)
    const { path } = parse(RecognizeByPath, request.body)
    const claim = (bytes: number) => request.admitted?.resize(bytes)
    return recognizeInvoice(context, await readAllowed(path, context.allowedPaths, claim), full, reply)
  })

  app.post(RECOGNITION_PATHS.text, { onRequest: onUpload }, async (request, reply) =>
    context.recognition.text(await readUpload(request), hangUpSignal(reply)),
  )
}
