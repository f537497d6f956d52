import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

export interface FileRow {
  fileId: number
  storageKey: string
  originalName: string
  mediaType: string
  size: number
  sha256: Buffer
  fileKey: Buffer | null
  personal: boolean
  createUserId: number | null
}

export interface NewFile {
  fileId: number
  storageKey: string
  originalName: string
  mediaType: string
  size: number
  sha256: Buffer
  fileKey: Buffer
  /** It shows an identity card, a signature or a signed document. */
  personal: boolean
  userId: number | null
}

/** `isUsed`: a record refers to it in the same transaction. */
export async function insertFile(db: Db, file: NewFile, { isUsed }: { isUsed: boolean }): Promise<void> {
  await db
    .insertInto('stored_file')
    .values({
      file_id: file.fileId,
      storage_key: file.storageKey,
      original_name: file.originalName,
      media_type: file.mediaType,
      size: file.size,
      sha256: file.sha256,
      file_key: file.fileKey,
      personal: file.personal,
      create_user_id: file.userId,
      unused_since: isUsed ? null : sql<string>`now()`,
    })
    .execute()
}

export const findFile = (db: Db, fileId: number): Promise<FileRow | undefined> =>
  db
    .selectFrom('stored_file')
    .select([
      'file_id as fileId',
      'storage_key as storageKey',
      'original_name as originalName',
      'media_type as mediaType',
      'size',
      'sha256',
      'file_key as fileKey',
      'personal',
      'create_user_id as createUserId',
    ])
    .where('file_id', '=', fileId)
    .executeTakeFirst()

/** An upload of the account that no record refers to. */
const unusedOf = (fileId: number, userId: number) =>
  sql<boolean>`file_id = ${fileId} and create_user_id = ${userId} and unused_since is not null and not personal`

export const findUnused = (
  db: Db,
  fileId: number,
  userId: number,
): Promise<{ mediaType: string } | undefined> =>
  db
    .selectFrom('stored_file')
    .select('media_type as mediaType')
    .where(unusedOf(fileId, userId))
    .executeTakeFirst()

export const findFiles = (
  db: Db,
  fileIds: readonly number[],
): Promise<{ fileId: number; fileName: string; mediaType: string }[]> =>
  db
    .selectFrom('stored_file')
    .select(['file_id as fileId', 'original_name as fileName', 'media_type as mediaType'])
    .where('file_id', 'in', fileIds)
    .execute()

export async function markPersonal(db: Db, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length === 0) return
  await db.updateTable('stored_file').set({ personal: true }).where('file_id', 'in', fileIds).execute()
}

/** The files among the ids; if an uploader is given, only that account's. */
export async function existingFiles(
  db: Db,
  fileIds: readonly number[],
  uploaderId: number | undefined,
): Promise<{ fileId: number; mediaType: string }[]> {
  const files = db
    .selectFrom('stored_file')
    .select(['file_id as fileId', 'media_type as mediaType'])
    .where('file_id', 'in', fileIds)
  const uploaded =
    uploaderId === undefined
      ? files.where('create_user_id', 'is not', null)
      : files.where('create_user_id', '=', uploaderId)
  return uploaded.execute()
}

/** Notes that a record refers to the files, in the record's transaction. Waits for a purge of them, which then wins. */
export async function markUsed(db: Db, fileIds: readonly number[]): Promise<void> {
  await db
    .updateTable('stored_file')
    .set({ unused_since: null })
    .where('file_id', 'in', fileIds)
    .where('unused_since', 'is not', null)
    .execute()
}

/** Deletes the rows of files and notes their bytes as unclaimed. Returns how many there were. */
async function deleteWhere(db: Db, condition: RawBuilder<boolean>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with gone as (delete from stored_file where ${condition} returning file_id, storage_key)
    insert into staged_file (file_id, storage_key, is_abandoned) select file_id, storage_key, true from gone`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Deletes an upload of the account; false if a record has come to refer to it, or it is gone. */
export const deleteUnusedOf = async (db: Db, fileId: number, userId: number): Promise<boolean> =>
  (await deleteWhere(db, unusedOf(fileId, userId))) > 0

export async function deleteFiles(db: Db, fileIds: readonly number[]): Promise<void> {
  if (fileIds.length > 0) await deleteWhere(db, sql`file_id = any(${[...fileIds]}::bigint[])`)
}

/**
 * Deletes the rows of uploads that no record has referred to for so long, and notes their bytes as unclaimed. Those to which
 * a record is just coming to refer are passed over. Returns how many there were.
 */
export const deleteUnused = (db: Db, { keptDays, max }: { keptDays: number; max: number }): Promise<number> =>
  deleteWhere(
    db,
    sql`file_id in (
      select file_id from stored_file where unused_since < now() - make_interval(days => ${keptDays})
      order by unused_since limit ${max} for update skip locked)`,
  )
