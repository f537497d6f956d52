import type { UploadLimits } from '@consilium/contract/route.ts'
import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Refusal, refuseField } from '../refusal.ts'
import { InvalidInput } from './error-answer.ts'

const FIELD_MAX_BYTES = 4096
const FIELDS_MAX = 20
/** Clients name the field of several files either way. */
const FILE_FIELDS = new Set(['files', 'file'])

export interface Upload {
  originalName: string
  bytes: Buffer
  sha256: Buffer
}

async function readPart(part: MultipartFile): Promise<Upload> {
  const bytes = await part.toBuffer()
  // The parser does not always raise at the limit; a file cut off there must not pass for a whole one.
  if (part.file.truncated) throw new Refusal('BODY_TOO_LARGE')
  return { originalName: part.filename, bytes, sha256: createHash('sha256').update(bytes).digest() }
}

/** The one file of a multipart body, field `file`, of at most `maxBytes`. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1 } })
  if (!part || part.fieldname !== 'file') throw refuseField('FILE_MISSING', 'file')
  return readPart(part)
}

export interface Form {
  fields: unknown
  uploads: Upload[]
}

async function readParts(request: FastifyRequest, { max, fileBytes, bytes }: UploadLimits) {
  const fields = new Map<string, unknown>()
  const uploads: Upload[] = []
  let total = 0
  // One file more than may be sent, so that it is this code that refuses it.
  const limits = { files: max + 1, fileSize: fileBytes, fields: FIELDS_MAX, fieldSize: FIELD_MAX_BYTES }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') fields.set(part.fieldname, fields.has(part.fieldname) ? null : part.value)
    else if (!FILE_FIELDS.has(part.fieldname)) throw refuseField('FILE_MISSING', 'files')
    else if (uploads.length === max) throw refuseField('TOO_MANY_FILES', 'files', { max })
    else uploads.push(await readPart(part))
    total += part.type === 'field' ? 0 : (uploads.at(-1)?.bytes.length ?? 0)
    if (total > bytes) throw new Refusal('BODY_TOO_LARGE')
  }
  return { fields: Object.fromEntries(fields), uploads }
}

/** Several files with fields beside them, as the route's limits and body say. */
export async function readForm(
  request: FastifyRequest,
  { body }: { readonly body?: z.ZodType },
  limits: UploadLimits,
): Promise<Form> {
  const { fields, uploads } = await readParts(request, limits)
  const parsed = body?.safeParse(fields, { reportInput: true })
  if (parsed && !parsed.success) throw new InvalidInput(parsed.error.issues)
  if (uploads.length === 0) throw refuseField('FILE_MISSING', 'files')
  // What the operation log and a repeated Idempotency-Key are to know of the body.
  request.body = { ...fields, files: uploads.map(({ sha256 }) => sha256.toString('hex')) }
  return { fields: parsed?.data, uploads }
}
