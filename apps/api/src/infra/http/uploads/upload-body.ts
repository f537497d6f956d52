import type { MultipartFile } from '@fastify/multipart'
import { UPLOAD_MAX_BYTES } from '@consilium/contract/files/files.ts'
import type { Route, UploadLimits } from '@consilium/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal, refuseField } from '../../refusal.ts'
import { InvalidInput } from '../error-answer.ts'
import { checkInput } from '../input/schemas.ts'
import { spool, type SpooledFile } from './upload-spool.ts'

const FIELD_MAX_BYTES = 4096
const FIELDS_MAX = 20
const FIELD_NAME_MAX_BYTES = 100
const PART_HEADERS_MAX = 20
/** Every reading of a multipart body is within these, and names how many files it takes. */
const FORM_LIMITS = {
  fields: FIELDS_MAX,
  fieldSize: FIELD_MAX_BYTES,
  fieldNameSize: FIELD_NAME_MAX_BYTES,
  headerPairs: PART_HEADERS_MAX,
}
/** Field names that clients use for several files. */
const FILE_FIELDS = new Set(['files', 'file'])

export interface Arrived {
  originalName: string
  file: SpooledFile
}

/** A body that is being read, and what of it is on the disk. */
interface Reading {
  folder: string
  request: FastifyRequest
  arrived: Arrived[]
}

/** Any error while a body is read means an invalid body, except those of the disk, of the framework and refusals. */
function bodyError(error: unknown): unknown {
  const isOurs = error instanceof Refusal || error instanceof InvalidInput
  const isKnown = error instanceof Error && ('syscall' in error || 'statusCode' in error)
  return isOurs || isKnown ? error : new Refusal('MALFORMED_REQUEST')
}

/** What a body is for the operation log, and for comparing requests with the same Idempotency-Key. */
const described = (fields: object, arrived: readonly Arrived[]) => ({
  ...fields,
  files: arrived.map(({ originalName, file }) => [originalName, file.sha256.toString('hex')]),
})

export const sumOf = (arrived: readonly Arrived[]) => arrived.reduce((sum, { file }) => sum + file.size, 0)

async function arrive(folder: string, part: MultipartFile, arrived: Arrived[]): Promise<void> {
  const file = await spool(folder, part.file)
  arrived.push({ originalName: part.filename, file })
  // The parser does not always throw at the limit; a truncated file must not be accepted.
  if (part.file.truncated) throw new Refusal('BODY_TOO_LARGE')
}

/** Reads the single file of a body, from the field `file`. */
async function readOne({ folder, request, arrived }: Reading, maxBytes: number): Promise<void> {
  const limits = { ...FORM_LIMITS, fileSize: maxBytes, files: 1, parts: FIELDS_MAX + 1 }
  const part = await request.file({ limits })
  if (!part || part.fieldname !== 'file') throw refuseField('FILE_MISSING', 'file')
  await arrive(folder, part, arrived)
  request.body = described({}, arrived)
}

/** Reads several files together with form fields. */
async function readSeveral(
  { folder, request, arrived }: Reading,
  { max, fileBytes, bytes }: UploadLimits,
): Promise<Map<string, unknown>> {
  const fields = new Map<string, unknown>()
  // One more than the maximum, so that this code reports the error instead of the parser.
  const files = max + 1
  const limits = { ...FORM_LIMITS, files, fileSize: fileBytes, parts: FIELDS_MAX + files }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') fields.set(part.fieldname, fields.has(part.fieldname) ? null : part.value)
    else if (!FILE_FIELDS.has(part.fieldname)) throw refuseField('FILE_MISSING', 'files')
    else if (arrived.length === max) throw refuseField('TOO_MANY_FILES', 'files', { max })
    else await arrive(folder, part, arrived)
    if (sumOf(arrived) > bytes) throw new Refusal('BODY_TOO_LARGE')
  }
  return fields
}

/** Checked before the files are read into memory. */
function checkForm({ request, arrived }: Reading, { body }: Route, fields: object) {
  const checked = body && checkInput(body, fields)
  if (checked?.error) throw checked.error
  if (arrived.length === 0) throw refuseField('FILE_MISSING', 'files')
  request.body = described(fields, arrived)
  return checked?.value
}

/**
 * Reads a multipart body to the disk, as the route wants it, and returns its fields. What has arrived is in `arrived`, also
 * if the rest is refused.
 */
export async function readBody(reading: Reading, route: Route): Promise<unknown> {
  try {
    if (!route.uploads) {
      await readOne(reading, UPLOAD_MAX_BYTES)
      return undefined
    }
    const fields = await readSeveral(reading, route.uploads)
    return checkForm(reading, route, Object.fromEntries(fields))
  } catch (error) {
    throw bodyError(error)
  }
}
