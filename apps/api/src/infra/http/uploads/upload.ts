import type { MultipartFile } from '@fastify/multipart'
import { UPLOAD_MAX_BYTES } from '@consilium/contract/files/files.ts'
import type { Route, UploadLimits } from '@consilium/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import type { DailyCounts } from '../../db/counts/daily-counts.ts'
import type { MalwareScanner } from '../../malware-scanner.ts'
import { giveBack } from '../../threads/give-back.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { InvalidInput } from '../error-answer.ts'
import { checkInput } from '../input/schemas.ts'
import { createUploadAdmission, type UploadAdmission } from './upload-admission.ts'
import { spool, type SpooledFile } from './upload-spool.ts'

/** Bytes that one account may upload in a day, whether or not the files are kept. */
export const UPLOAD_BYTES_PER_DAY = 5 * 1024 * 1024 * 1024
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

export interface Upload {
  originalName: string
  sha256: Buffer
  /**
   * Reads it from the disk, does the work with its bytes and gives their memory back: nothing may hold them afterwards.
   * Uploads are read one at a time.
   */
  use<T>(work: (bytes: Buffer) => Promise<T>): Promise<T>
}

/** The content of a multipart body. */
export interface Received {
  upload?: Upload
  uploads?: Upload[]
  fields?: unknown
}

interface Arrived {
  originalName: string
  file: SpooledFile
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

const sumOf = (arrived: readonly Arrived[]) => arrived.reduce((sum, { file }) => sum + file.size, 0)

/** Does work with the bytes of a file, once there is memory for them. */
async function use<T>(
  file: SpooledFile,
  admission: UploadAdmission,
  work: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  const free = await admission.reserve(file.size)
  try {
    const bytes = await file.read()
    try {
      return await work(bytes)
    } finally {
      giveBack(bytes)
    }
  } finally {
    free()
  }
}

/** The files as handlers get them. Throws what the scanner finds. */
async function readable(
  arrived: readonly Arrived[],
  admission: UploadAdmission,
  scanner: MalwareScanner,
): Promise<Upload[]> {
  for (const { file } of arrived)
    if (scanner.isOn) await use(file, admission, (bytes) => scanner.check(bytes))
  return arrived.map(({ originalName, file }) => ({
    originalName,
    sha256: file.sha256,
    use: (work) => use(file, admission, work),
  }))
}

/** Reads multipart bodies: to disk while they arrive, and into memory once they are complete and memory is free. */
export function createUploadIntake(folder: string, scanner: MalwareScanner, counts: DailyCounts) {
  const admission = createUploadAdmission()

  async function arrive(part: MultipartFile, arrived: Arrived[]): Promise<void> {
    const file = await spool(folder, part.file)
    arrived.push({ originalName: part.filename, file })
    // The parser does not always throw at the limit; a truncated file must not be accepted.
    if (part.file.truncated) throw new Refusal('BODY_TOO_LARGE')
  }

  /** Reads the single file of a body, from the field `file`. */
  async function readOne(request: FastifyRequest, maxBytes: number, arrived: Arrived[]): Promise<void> {
    const limits = { ...FORM_LIMITS, fileSize: maxBytes, files: 1, parts: FIELDS_MAX + 1 }
    const part = await request.file({ limits })
    if (!part || part.fieldname !== 'file') throw refuseField('FILE_MISSING', 'file')
    await arrive(part, arrived)
    request.body = described({}, arrived)
  }

  /** Reads several files together with form fields. */
  async function readSeveral(
    request: FastifyRequest,
    { max, fileBytes, bytes }: UploadLimits,
    arrived: Arrived[],
  ): Promise<Map<string, unknown>> {
    const fields = new Map<string, unknown>()
    // One more than the maximum, so that this code reports the error instead of the parser.
    const files = max + 1
    const limits = { ...FORM_LIMITS, files, fileSize: fileBytes, parts: FIELDS_MAX + files }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields.set(part.fieldname, fields.has(part.fieldname) ? null : part.value)
      else if (!FILE_FIELDS.has(part.fieldname)) throw refuseField('FILE_MISSING', 'files')
      else if (arrived.length === max) throw refuseField('TOO_MANY_FILES', 'files', { max })
      else await arrive(part, arrived)
      if (sumOf(arrived) > bytes) throw new Refusal('BODY_TOO_LARGE')
    }
    return fields
  }

  /** Checked before the files are read into memory. */
  function checkForm(request: FastifyRequest, { body }: Route, fields: object, arrived: readonly Arrived[]) {
    const checked = body && checkInput(body, fields)
    if (checked?.error) throw checked.error
    if (arrived.length === 0) throw refuseField('FILE_MISSING', 'files')
    request.body = described(fields, arrived)
    return checked?.value
  }

  async function readBody(request: FastifyRequest, route: Route, arrived: Arrived[]): Promise<unknown> {
    try {
      if (!route.uploads) {
        await readOne(request, UPLOAD_MAX_BYTES, arrived)
        return undefined
      }
      const fields = await readSeveral(request, route.uploads, arrived)
      return checkForm(request, route, Object.fromEntries(fields), arrived)
    } catch (error) {
      throw bodyError(error)
    }
  }

  return {
    /**
     * Runs the work with the files and fields of a multipart body, validated by the route. The number of concurrent
     * uploads, the memory of their files and the bytes of an account in a day are limited; requests beyond are refused
     * with TOO_MANY_REQUESTS.
     */
    async with<T>(
      request: FastifyRequest,
      route: Route,
      work: (received: Received) => Promise<T>,
    ): Promise<T> {
      if (!request.actor) throw new Refusal('UNAUTHENTICATED')
      const { userId } = request.actor
      const leave = admission.enter(userId)
      const arrived: Arrived[] = []
      try {
        const fields = await readBody(request, route, arrived)
        await counts.add(['uploads', userId], sumOf(arrived), UPLOAD_BYTES_PER_DAY)
        const uploads = await readable(arrived, admission, scanner)
        return await work(route.uploads ? { uploads, fields } : uploads[0] ? { upload: uploads[0] } : {})
      } finally {
        leave()
        await Promise.all(arrived.map(({ file }) => file.drop()))
      }
    },
  }
}

export type UploadIntake = ReturnType<typeof createUploadIntake>
