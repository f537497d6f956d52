import type { FileLink, UploadedFile } from '@consilium/contract/files.ts'
import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../infra/http/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Upload } from '../../infra/http/upload.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { presentableName } from './file-name.ts'
import { createLinks } from './links.ts'
import { extensionOf, isPicture, isShown, mediaTypeOf } from './media-types.ts'
import { mayRead, uploaderToReferTo } from './policy.ts'
import * as repository from './repository.ts'

export interface FileToStore {
  bytes: Buffer
  originalName: string
  mediaType: string
  /** Who may read it without a signed address; null: only managers. */
  userId: number | null
}

/** How a reader asks for a file: by a signed address, or as itself. */
export interface FileRequest {
  expires?: number | undefined
  signature?: string | undefined
  download?: boolean | undefined
}

export function createFiles(context: Context) {
  const { db, storage, clock } = context
  const links = createLinks(context)

  /**
   * Keeps a file. Its bytes come first: a transaction that does not commit leaves bytes without a row,
   * which nobody can reach, and never a row without bytes.
   */
  async function store(within: Db, file: FileToStore): Promise<{ fileId: number }> {
    const [year, month] = clock.today().split('-')
    const storageKey = `${year}/${month}/${randomUUID()}`
    await storage.put(storageKey, file.bytes)
    const fileId = await repository.insertFile(within, {
      storageKey,
      originalName: presentableName(file.originalName),
      mediaType: file.mediaType,
      size: file.bytes.length,
      sha256: createHash('sha256').update(file.bytes).digest(),
      userId: file.userId,
    })
    return { fileId }
  }

  async function find(fileId: number): Promise<repository.FileRow> {
    const row = await repository.findFile(db, fileId)
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }

  const answerOf = (row: repository.FileRow, download: boolean): FileAnswer => ({
    name: row.originalName,
    mediaType: row.mediaType,
    size: row.size,
    inline: !download && isShown(row.mediaType),
    open: (range) => storage.read(row.storageKey, range),
  })

  return {
    store,

    /** What may be put where pictures are shown, and where documents to look at are. */
    isPicture,
    isShown,

    /** A signed address under the service's root, without host; it expires. */
    urlOf: links.urlOf,

    /** What records show of the files that they refer to, by file id. */
    async linksTo(fileIds: readonly number[]): Promise<Map<number, FileLink>> {
      if (fileIds.length === 0) return new Map()
      const rows = await repository.findFiles(db, fileIds)
      return new Map(rows.map((row) => [row.fileId, { ...row, url: links.urlOf(row.fileId) }]))
    },

    /** A file for a caller that its record lets read it. Throws NOT_FOUND. */
    async open(fileId: number): Promise<FileAnswer> {
      return answerOf(await find(fileId), false)
    },

    /**
     * Refuses ids that a record may not newly refer to, with FILE_UNKNOWN naming them. A reference gives a signed
     * address to whoever reads the record, so it must be to a file of the caller's own.
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
      const mediaType = mediaTypeOf(bytes)
      if (!mediaType) throw refuseField('FILE_TYPE_REFUSED', 'file')
      const { fileId } = await store(db, { bytes, originalName, mediaType, userId: actor.userId })
      return {
        fileId,
        url: links.urlOf(fileId),
        fileName: `${fileId}.${extensionOf(mediaType)}`,
        originalFilename: presentableName(originalName),
        size: bytes.length,
        mediaType,
      }
    },

    /** A wrong or late signature is refused as such, whoever is asking with it. */
    async read(actor: Actor | null, fileId: number, request: FileRequest): Promise<FileAnswer> {
      const { expires, signature, download = false } = request
      const bySignature = expires !== undefined || signature !== undefined
      if (bySignature && !links.isValid(fileId, expires ?? 0, signature ?? ''))
        throw new Refusal('LINK_EXPIRED')
      const row = await find(fileId)
      if (!bySignature && !mayRead(actor, row)) throw new Refusal('NOT_FOUND')
      return answerOf(row, download)
    },
  }
}

export type Files = ReturnType<typeof createFiles>
