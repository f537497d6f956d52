import type { FileLink } from '@consilium/contract/files/files.ts'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { ByteRange } from '../../infra/storage/sealed-storage.ts'
import { isShown } from './media-types.ts'
import { mayRead } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** A signed address, or no signature for a caller with a session. */
export interface FileRequest {
  expires?: number | undefined
  signature?: string | undefined
  download?: boolean | undefined
}

export interface PersonalFileRequest {
  expires: number
  signature: string
  download?: boolean | undefined
}

async function find({ db }: Scope, fileId: number): Promise<repository.FileRow> {
  const row = await repository.findFile(db, fileId)
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** Opens the bytes of a file. If they were re-encrypted meanwhile, the row is read again for their new place. */
async function openBytes(
  { db, storage, log }: Scope,
  row: repository.FileRow,
  range?: ByteRange,
): Promise<Readable> {
  const opened = await storage.read(row, range).catch(async (error: unknown) => {
    const now = await repository.findFile(db, row.fileId)
    if (!now || now.storageKey === row.storageKey) throw error
    return storage.read(now, range)
  })
  return opened.once('error', (error) => log.error(error))
}

const answerOf = (scope: Scope, row: repository.FileRow, download: boolean): FileAnswer => ({
  name: row.originalName,
  mediaType: row.mediaType,
  size: row.size,
  inline: !download && isShown(row.mediaType),
  open: (range) => openBytes(scope, row, range),
})

/** The whole content of a file, for use within the service. Throws NOT_FOUND. */
export async function readAll(
  scope: Scope,
  fileId: number,
): Promise<{ bytes: Buffer; name: string; mediaType: string }> {
  const row = await find(scope, fileId)
  const bytes = await buffer(await openBytes(scope, row))
  return { bytes, name: row.originalName, mediaType: row.mediaType }
}

/** The links that records show for their files, by file id. */
export async function linksTo(
  { db, links }: Scope,
  fileIds: readonly number[],
): Promise<Map<number, FileLink>> {
  if (fileIds.length === 0) return new Map()
  const rows = await repository.findFiles(db, fileIds)
  return new Map(rows.map((row) => [row.fileId, { ...row, url: links.urlOf(row.fileId) }]))
}

/** A file for a caller whom its record has authorized. Throws NOT_FOUND. */
export async function openFile(scope: Scope, fileId: number): Promise<FileAnswer> {
  return answerOf(scope, await find(scope, fileId), false)
}

/** A wrong or expired signature is refused even if the caller could read the file without one. */
export async function readFile(
  scope: Scope,
  actor: Actor | null,
  fileId: number,
  { expires, signature, download = false }: FileRequest,
): Promise<FileAnswer> {
  const bySignature = expires !== undefined || signature !== undefined
  if (bySignature && !scope.links.isValid(fileId, expires ?? 0, signature ?? ''))
    throw new Refusal('LINK_EXPIRED')
  const row = await find(scope, fileId)
  if (!bySignature && !mayRead(actor, row)) throw new Refusal('NOT_FOUND')
  // Personal files are only read by the address that their record gives, because that access is logged.
  if (row.personal) throw new Refusal('LINK_EXPIRED')
  return answerOf(scope, row, download)
}

/** Reads a file by an address that was made for the caller's session. */
export async function readPersonalFile(
  scope: Scope,
  actor: Actor,
  fileId: number,
  { expires, signature, download = false }: PersonalFileRequest,
): Promise<FileAnswer> {
  if (!scope.links.isPersonallyValid(actor, fileId, expires, signature)) throw new Refusal('LINK_EXPIRED')
  return answerOf(scope, await find(scope, fileId), download)
}
