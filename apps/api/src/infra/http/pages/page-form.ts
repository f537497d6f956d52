import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../refusal.ts'

const FIELD_MAX_BYTES = 64 * 1024
const FIELDS_MAX = 40

/** The parser's own errors are about the form; refusals and limits say what they are. */
const isTold = (error: unknown) =>
  error instanceof Refusal || (error instanceof Error && 'statusCode' in error)

/** As `fieldsOf`; a form that is not well formed is refused. */
export const readPageForm = (request: FastifyRequest, fileBytes: number): Promise<URLSearchParams> =>
  fieldsOf(request, fileBytes).catch((error: unknown) => {
    throw isTold(error) ? error : new Refusal('MALFORMED_REQUEST')
  })

/**
 * Converts a multipart form to a URL-encoded one. A file is replaced by its SHA-256 in the field `<name>.sha256`, so
 * that files of visitors are not stored. A file without a name, which browsers send if none was chosen, is left out.
 */
async function fieldsOf(request: FastifyRequest, fileBytes: number): Promise<URLSearchParams> {
  const fields = new URLSearchParams()
  const limits = { files: 1, fileSize: fileBytes, fields: FIELDS_MAX, fieldSize: FIELD_MAX_BYTES }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fields.append(part.fieldname, String(part.value))
      continue
    }
    const hash = createHash('sha256')
    for await (const chunk of part.file) hash.update(chunk as Buffer)
    if (part.file.truncated) throw new Refusal('BODY_TOO_LARGE')
    if (part.filename) fields.append(`${part.fieldname}.sha256`, hash.digest('hex'))
  }
  return fields
}
