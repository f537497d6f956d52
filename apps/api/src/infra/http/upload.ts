import { createHash } from 'node:crypto'
import { UPLOAD_MAX_BYTES } from '@consilium/contract/files.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

export interface Upload {
  originalName: string
  bytes: Buffer
  sha256: Buffer
}

/** The one file of a multipart body, field `file`, at most UPLOAD_MAX_BYTES. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const part = await request.file({ limits: { fileSize: UPLOAD_MAX_BYTES, files: 1 } })
  if (!part || part.fieldname !== 'file')
    throw new Refusal('FILE_MISSING', { details: [{ field: 'file', message: '' }] })
  const bytes = await part.toBuffer()
  // The parser does not always raise at the limit; a file cut off there must not pass for a whole one.
  if (part.file.truncated) throw new Refusal('BODY_TOO_LARGE')
  return { originalName: part.filename, bytes, sha256: createHash('sha256').update(bytes).digest() }
}
