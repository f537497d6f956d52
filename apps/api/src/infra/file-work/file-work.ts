import type { ArchiveLimits } from '@consilium/archive/open-archive.ts'
import { SigningKeyError } from '@consilium/pades/keys/key-problem.ts'
import { TimestampRefused } from '@consilium/pades/timestamp.ts'
import type { TimestampTrust } from '@consilium/pades/timestamp-trust.ts'
import type { ReadAnswer } from '@consilium/pades/timestamp-authority.ts'
import type { Question, RevocationTask, RevocationVerdict } from '@consilium/pades/revocation-reading.ts'
import { RevocationUnknown, type RevocationReader } from '@consilium/pades/revocation.ts'
import { refuseUnreadable } from '../pictures/picture-limits.ts'
import type { ShownPicture } from '../pictures/picture.ts'
import { Refusal, refuseField } from '../refusal.ts'
import type { SignatureImage } from '../pictures/signature-image.ts'
import { createWorkerPool, WorkExceeded, type WorkerPool } from '../threads/worker-pool.ts'
import type { ArchiveFiles } from './archive-files.ts'
import type { KeyTaskAnswer, ReadKey } from './signing-key-task.ts'
import type { StampAnswer, StampTask } from './stamp-reading.ts'
import type { ZipKind } from './zip-kind.ts'

/** A task of the file worker. */
export type FileTask =
  | { kind: 'zipKind'; bytes: Uint8Array }
  | { kind: 'archiveEntry'; bytes: Uint8Array; index: number }
  | { kind: 'archiveFiles'; bytes: Uint8Array; limits: ArchiveLimits }
  | { kind: 'signature'; dataUrl: string }
  | { kind: 'picture'; bytes: Uint8Array }
  | { kind: 'signingKey'; bytes: Uint8Array; passphrase: string; now: Date }
  | ({ kind: 'timestamp' } & StampTask)
  | { kind: 'revocation'; task: RevocationTask }

/** Processing of uploaded files in worker threads, off the event loop. */
export interface FileWork {
  /** Returns the kind of a ZIP by its entries; null if it is damaged or exceeds the limits. */
  zipKindOf(bytes: Buffer): Promise<ZipKind>
  /** Returns one entry of an archive, by its index in the directory. */
  readArchiveEntry(zip: Buffer, index: number): Promise<{ name: string; bytes: Buffer }>
  /** Returns all files of an archive. What takes longer than a task may is damaged. */
  readArchiveFiles(zip: Buffer, limits: ArchiveLimits): Promise<ArchiveFiles>
  /** Returns a drawn signature, cropped and on white. Throws a Refusal for the field `handsign` if it is not one. */
  readSignature(dataUrl: string): Promise<SignatureImage>
  /**
   * Returns an uploaded picture in both sizes, as new JPEGs without metadata. Throws a Refusal for the field `fileId` if it
   * cannot be shown.
   */
  readPicture(bytes: Buffer): Promise<ShownPicture>
  /**
   * Returns the key of a user's key file, checked in kind and size before any library reads it. Throws SigningKeyError, as
   * for a file that takes longer than `KEY_TIMEOUT_MS`.
   */
  readSigningKey(file: Buffer, passphrase: string, now: Date): Promise<ReadKey>
  /** Reads answers of timestamp authorities: their keys and chains may take any time to check. */
  stampReader(trust: TimestampTrust): ReadAnswer
  /** Reads what services answer about certificates. Throws RevocationUnknown if that takes too long. */
  revocations: RevocationReader
  close(): Promise<void>
}

const WORKER = new URL('./file-worker.ts', import.meta.url)
const TIMEOUT_MS = 20_000
/** Of one key file: most of it derives the key of an encrypted one. */
const KEY_TIMEOUT_MS = 5000
const WAITING_MAX = 50
const HEAP_MAX_MB = 256

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

const unlessExceeded = (error: unknown) => {
  if (error instanceof WorkExceeded) return null
  throw error
}

/** A timestamp is asked for again, so a busy worker is no reason to refuse the signature itself. */
const unlessBusy = (error: unknown) => {
  if (error instanceof WorkExceeded || error instanceof Refusal) return null
  throw error
}

/** Proof of certificates is asked for again later. */
const unlessUnread = (error: unknown): never => {
  const isUnread = error instanceof WorkExceeded || error instanceof Refusal
  throw isUnread ? new RevocationUnknown('An answer was not read', false, { cause: error }) : error
}

const revocationsOf = (pool: WorkerPool<FileTask>): RevocationReader => ({
  questions: (pdf, own) =>
    pool.run<Question[]>({ kind: 'revocation', task: { ask: 'questions', pdf, own } }).catch(unlessUnread),
  read: (ask, answer, pair) =>
    pool.run<RevocationVerdict>({ kind: 'revocation', task: { ask, answer, ...pair } }).catch(unlessUnread),
})

export function createFileWork({ threads }: { threads: number }): FileWork {
  const pool = createWorkerPool<FileTask>({
    file: WORKER,
    threads,
    waitingMax: WAITING_MAX,
    timeoutMs: TIMEOUT_MS,
    heapMaxMb: HEAP_MAX_MB,
  })
  return {
    zipKindOf: (bytes) => pool.run<ZipKind>({ kind: 'zipKind', bytes }).catch(unlessExceeded),
    async readArchiveEntry(bytes, index) {
      const entry = await pool.run<{ name: string; bytes: Uint8Array }>({
        kind: 'archiveEntry',
        bytes,
        index,
      })
      return { name: entry.name, bytes: asBuffer(entry.bytes) }
    },
    readArchiveFiles: async (bytes, limits) =>
      (await pool.run<ArchiveFiles>({ kind: 'archiveFiles', bytes, limits }).catch(unlessExceeded)) ?? {
        fault: 'DAMAGED',
      },
    async readSignature(dataUrl) {
      const task: FileTask = { kind: 'signature', dataUrl }
      const image = await pool.run<SignatureImage>(task).catch(unlessExceeded)
      if (!image) throw refuseField('SIGNATURE_TOO_LARGE', 'handsign')
      return { ...image, png: asBuffer(image.png) }
    },
    async readPicture(bytes) {
      const picture = await pool.run<ShownPicture>({ kind: 'picture', bytes }).catch(unlessExceeded)
      if (!picture) throw refuseUnreadable()
      return { ...picture, full: asBuffer(picture.full), preview: asBuffer(picture.preview) }
    },
    async readSigningKey(bytes, passphrase, now) {
      const task: FileTask = { kind: 'signingKey', bytes, passphrase, now }
      const answer = await pool.run<KeyTaskAnswer>(task, { timeoutMs: KEY_TIMEOUT_MS }).catch(unlessExceeded)
      if (!answer) throw new SigningKeyError('unreadable', 'it takes too long to open')
      if ('problem' in answer) throw new SigningKeyError(answer.problem, answer.message)
      const [own, ...issuers] = answer.certificates
      return { ...answer, certificates: [asBuffer(own), ...issuers.map(asBuffer)] }
    },
    stampReader:
      (trust) =>
      async (answer, { nonce, signature }, now) => {
        const task: FileTask = { kind: 'timestamp', answer, nonce, signature, now, trust }
        const read = await pool.run<StampAnswer>(task).catch(unlessBusy)
        if (!read || 'problem' in read) throw new TimestampRefused(read?.problem ?? 'unreadable')
        const [own, ...others] = read.timestamp.certificates.map(asBuffer)
        if (!own) throw new TimestampRefused('unreadable')
        return {
          token: asBuffer(read.token),
          timestamp: { ...read.timestamp, certificates: [own, ...others] },
        }
      },
    revocations: revocationsOf(pool),
    close: () => pool.close(),
  }
}
