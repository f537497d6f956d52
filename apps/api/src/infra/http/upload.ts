import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

export interface Upload {
  originalName: string
  bytes: Buffer
  sha256: Buffer
}

/** The one file of a multipart body, field `file`, of at most `maxBytes`. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1 } })
  if (!part || part.fieldname !== 'file')
    throw new Refusal('FILE_MISSING', { details: [{ field: 'file', message: '' }] })
  const bytes = await part.toBuffer()
  // The parser does not always raise at the limit; a file cut off there must not pass for a whole one.
  if (part.file.truncated) throw new Refusal('BODY_TOO_LARGE')
  return { originalName: part.filename, bytes, sha256: createHash('sha256').update(bytes).digest() }
}
