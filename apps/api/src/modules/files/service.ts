import type { FileLink, UploadedFile } from '@consilium/contract/files.ts'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Upload } from '../../infra/http/upload.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import type { ByteRange } from '../../infra/sealed-storage.ts'
import { presentableName } from './file-name.ts'
import { createLinks } from './links.ts'
import { createMediaTypes, extensionOf, isPicture, isShown } from './media-types.ts'
import { mayRead, uploaderToReferTo } from './policy.ts'
import * as repository from './repository.ts'
import { createStaging } from './staging.ts'

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

export function createFiles(context: Context) {
  const { db, storage, log } = context
  const staging = createStaging(context)
  const links = createLinks(context)
  const mediaTypes = createMediaTypes(context.fileWork)

  async function find(fileId: number): Promise<repository.FileRow> {
    const row = await repository.findFile(db, fileId)
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }

  /** Opens the bytes of a file. If they were re-encrypted meanwhile, the row is read again for their new place. */
  async function openBytes(row: repository.FileRow, range?: ByteRange): Promise<Readable> {
    const opened = await storage.read(row, range).catch(async (error: unknown) => {
      const now = await repository.findFile(db, row.fileId)
      if (!now || now.storageKey === row.storageKey) throw error
      return storage.read(now, range)
    })
    return opened.once('error', (error) => log.error(error))
  }

  const answerOf = (row: repository.FileRow, download: boolean): FileAnswer => ({
    name: row.originalName,
    mediaType: row.mediaType,
    size: row.size,
    inline: !download && isShown(row.mediaType),
    open: (range) => openBytes(row, range),
  })

  return {
    stage: staging.stage,
    commit: staging.commit,
    discard: staging.discard,
    collect: staging.collect,

    /** The media type of a file that may contain an invoice, detected by content; undefined for any other. */
    scanTypeOf: mediaTypes.ofScan,

    /** The whole content of a file, for use within the service. Throws NOT_FOUND. */
    async readAll(fileId: number): Promise<{ bytes: Buffer; name: string; mediaType: string }> {
      const row = await find(fileId)
      const bytes = await buffer(await openBytes(row))
      return { bytes, name: row.originalName, mediaType: row.mediaType }
    },

    /** Media types accepted where pictures are shown, and where documents are. */
    isPicture,
    isShown,

    /** A signed address under the service's root, without host; it expires. */
    urlOf: links.urlOf,
    /**
     * The address of a file with personal data: short-lived, valid only in the caller's session, and each access is
     * logged.
     */
    personalUrlOf: links.personalUrlOf,
    /** From now on the file can only be read by personal addresses. */
    markPersonal: repository.markPersonal,

    /** The links that records show for their files, by file id. */
    async linksTo(fileIds: readonly number[]): Promise<Map<number, FileLink>> {
      if (fileIds.length === 0) return new Map()
      const rows = await repository.findFiles(db, fileIds)
      return new Map(rows.map((row) => [row.fileId, { ...row, url: links.urlOf(row.fileId) }]))
    },

    /** A file for a caller whom its record has authorized. Throws NOT_FOUND. */
    async open(fileId: number): Promise<FileAnswer> {
      return answerOf(await find(fileId), false)
    },

    /**
     * Refuses ids that a record may not newly refer to, with FILE_UNKNOWN naming them. Whoever reads the record gets
     * a signed address of the file, so it must be the caller's own.
     */
    async requireUsable(
      within: Db,
      actor: Actor,
      fileIds: readonly number[],
      alreadyReferenced: readonly number[],
      field: string,
      fits: (mediaType: string) => boolean = () => true,
    ): Promise<void> {
      const added = fileIds.filter((fileId) => !alreadyReferenced.includes(fileId))
      if (added.length === 0) return
      const usable = await repository.existingFiles(within, added, uploaderToReferTo(actor))
      const unknown = added.filter((fileId) => !usable.some((file) => file.fileId === fileId))
      if (unknown.length > 0) throw refuseField('FILE_UNKNOWN', field, { ids: unknown.join(', ') })
      if (!usable.every((file) => fits(file.mediaType))) throw refuseField('FILE_TYPE_REFUSED', field)
    },

    async upload(actor: Actor, { bytes, originalName }: Upload): Promise<UploadedFile> {
      const mediaType = await mediaTypes.ofUpload(bytes)
      if (!mediaType) throw refuseField('FILE_TYPE_REFUSED', 'file')
      const { fileId } = await staging.store({ bytes, originalName, mediaType, userId: actor.userId })
      return {
        fileId,
        url: links.urlOf(fileId),
        fileName: `${fileId}.${extensionOf(mediaType)}`,
        originalFilename: presentableName(originalName, extensionOf(mediaType)),
        size: bytes.length,
        mediaType,
      }
    },

    /** A wrong or expired signature is refused even if the caller could read the file without one. */
    async read(actor: Actor | null, fileId: number, request: FileRequest): Promise<FileAnswer> {
      const { expires, signature, download = false } = request
      const bySignature = expires !== undefined || signature !== undefined
      if (bySignature && !links.isValid(fileId, expires ?? 0, signature ?? ''))
        throw new Refusal('LINK_EXPIRED')
      const row = await find(fileId)
      if (!bySignature && !mayRead(actor, row)) throw new Refusal('NOT_FOUND')
      // Personal files are only read by the address that their record gives, because that access is logged.
      if (row.personal) throw new Refusal('LINK_EXPIRED')
      return answerOf(row, download)
    },

    /** Reads a file by an address that was made for the caller's session. */
    async readPersonal(actor: Actor, fileId: number, request: PersonalFileRequest): Promise<FileAnswer> {
      const { expires, signature, download = false } = request
      if (!links.isPersonallyValid(actor, fileId, expires, signature)) throw new Refusal('LINK_EXPIRED')
      return answerOf(await find(fileId), download)
    },
  }
}

/** A file whose bytes are stored but which has no row yet, so that nobody can reach it. */
export type StagedFile = repository.NewFile

export type Files = ReturnType<typeof createFiles>
