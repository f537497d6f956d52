import type { Db } from '../../infra/db/db.ts'
import type { SealedFile } from '../../infra/storage/sealed-storage.ts'

/** Rows per query; the files themselves are rewritten one at a time. */
const BATCH = 20

/** The next files that were stored before files were authenticated. */
export const oldFilesAfter = (db: Db, fileId: number): Promise<SealedFile[]> =>
  db
    .selectFrom('stored_file')
    .select(['file_id as fileId', 'storage_key as storageKey', 'file_key as fileKey', 'size', 'sha256'])
    .where('file_id', '>', fileId)
    .where('file_key', 'is', null)
    .orderBy('file_id')
    .limit(BATCH)
    .execute()

/** Points the row to the new bytes. */
export async function moveTo(
  db: Db,
  fileId: number,
  { storageKey, fileKey }: { storageKey: string; fileKey: Buffer },
): Promise<void> {
  await db
    .updateTable('stored_file')
    .set({ storage_key: storageKey, file_key: fileKey })
    .where('file_id', '=', fileId)
    .where('file_key', 'is', null)
    .execute()
}
