import {
  RECOGNITION_FILE_MAX_BYTES,
  RECOGNITION_PATHS,
  RecognizeByPath,
  RecognizeQuery,
} from '@consilium/contract/recognition.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { Admission, Admitted } from './admission.ts'
import { readAllowed } from './allowed-path.ts'
import type { Metrics } from './metrics.ts'
import type { Recognition, SentFile } from './recognition.ts'
import { Refusal } from './refusal.ts'

export interface RoutesContext {
  recognition: Recognition
  admission: Admission
  metrics: Metrics
  isReady: () => boolean
  apiKey: string | null
  fullByDefault: boolean
  allowedPaths: readonly string[]
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null
  }
}

/** What a multipart body holds beside its file. */
const MULTIPART_EXTRA_BYTES = 64 * 1024
const NAME_MAX_LENGTH = 255
const RETRY_SECONDS = 2
const BEARER = /^Bearer (\S+)$/i

const digest = (text: string) => createHash('sha256').update(text).digest()

function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal('MALFORMED_REQUEST')
  return parsed.data
}

/** Digests have one length, and comparing them takes one time. */
export function keyCheck(apiKey: string | null): (request: FastifyRequest) => void {
  if (apiKey === null) return () => {}
  const expected = digest(apiKey)
  return ({ headers }) => {
    const [, key = ''] = BEARER.exec(headers.authorization ?? '') ?? []
    if (!timingSafeEqual(digest(key), expected)) throw new Refusal('UNAUTHENTICATED')
  }
}

/** The most that an upload may hold; 0 where no length is said, which the parser then bounds. */
function announcedBytes(request: FastifyRequest): number {
  const bytes = Number(request.headers['content-length'] ?? RECOGNITION_FILE_MAX_BYTES)
  if (bytes > RECOGNITION_FILE_MAX_BYTES + MULTIPART_EXTRA_BYTES) throw new Refusal('FILE_TOO_LARGE')
  return bytes
}

async function readUpload(request: FastifyRequest): Promise<SentFile> {
  if (!request.isMultipart()) throw new Refusal('FILE_MISSING')
  const part = await request.file({ limits: { fileSize: RECOGNITION_FILE_MAX_BYTES, files: 1 } })
  if (!part || part.fieldname !== 'file') throw new Refusal('FILE_MISSING')
  const bytes = await part.toBuffer()
  // The parser does not always raise at the limit; a file cut off there must not pass for a whole one.
  if (part.file.truncated) throw new Refusal('FILE_TOO_LARGE')
  return { name: (part.filename || 'file').slice(0, NAME_MAX_LENGTH), bytes }
}

/** Aborts when the caller hangs up before the answer is on its way. */
function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

export function bindRoutes(app: FastifyInstance, context: RoutesContext): void {
  const { recognition, admission, metrics } = context
  const holdToKey = keyCheck(context.apiKey)

  /** Settles who calls and whether there is room before anything of the body is read. */
  const admit =
    (bytesOf: (request: FastifyRequest) => number) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      holdToKey(request)
      if (!context.isReady()) throw new Refusal('NOT_READY', RETRY_SECONDS)
      const admitted = admission.enter(bytesOf(request))
      reply.raw.once('close', () => admitted.leave())
      request.admitted = admitted
    }
  const fullOf = (request: FastifyRequest) =>
    parse(RecognizeQuery, request.query).full ?? context.fullByDefault

  async function recognizeInvoice(file: SentFile, full: boolean, reply: FastifyReply) {
    const answer = await recognition.invoice(file, full, hangUpSignal(reply))
    metrics.recognized(answer)
    return answer
  }

  app.decorateRequest('admitted', null)

  app.post(RECOGNITION_PATHS.invoice, { onRequest: admit(announcedBytes) }, async (request, reply) => {
    const full = fullOf(request)
    return recognizeInvoice(await readUpload(request), full, reply)
  })

  app.post(RECOGNITION_PATHS.byPath, { onRequest: admit(() => 0) }, async (request, reply) => {
    const full = fullOf(request)
    const { path } = parse(RecognizeByPath, request.body)
    const claim = (bytes: number) => request.admitted?.hold(bytes)
    return recognizeInvoice(await readAllowed(path, context.allowedPaths, claim), full, reply)
  })

  app.post(RECOGNITION_PATHS.text, { onRequest: admit(announcedBytes) }, async (request, reply) =>
    recognition.text(await readUpload(request), hangUpSignal(reply)),
  )
}
