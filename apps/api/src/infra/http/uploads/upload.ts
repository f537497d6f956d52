import type { Route } from '@consilium/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import type { DailyCounts } from '../../db/counts/daily-counts.ts'
import type { MalwareScanner } from '../../malware-scanner.ts'
import { giveBack } from '../../threads/give-back.ts'
import { Refusal } from '../../refusal.ts'
import { createUploadAdmission, type UploadAdmission } from './upload-admission.ts'
import { readBody, sumOf, type Arrived } from './upload-body.ts'
import type { SpooledFile } from './upload-spool.ts'

/** Bytes that one account may upload in a day, whether or not the files are kept. */
export const UPLOAD_BYTES_PER_DAY = 5 * 1024 * 1024 * 1024

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
        const fields = await readBody({ folder, request, arrived }, route)
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
