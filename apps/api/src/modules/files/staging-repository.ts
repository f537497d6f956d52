import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

export interface Staged {
  fileId: number
  storageKey: string
}

/** Notes that bytes will be written under a new key, which ends with the id of the file. */
export async function announce(db: Db, keyStart: string): Promise<Staged> {
  const { rows } = await sql<Staged>`
    insert into staged_file (file_id, storage_key)
    select id, ${keyStart} || '-' || id from (select next_id() as id) as made
    returning file_id as "fileId", storage_key as "storageKey"
  `.execute(db)
  return rows[0]!
}

/** Takes the note back because a row will refer to the bytes. False if the bytes are being removed, or were. */
export async function claim(db: Db, fileId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('staged_file')
    .where('file_id', '=', fileId)
    .where('is_abandoned', '=', false)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Forbids to claim the files, and returns those that nobody has claimed. */
export const abandon = (db: Db, fileIds: readonly number[]): Promise<Staged[]> =>
  db
    .updateTable('staged_file')
    .set({ is_abandoned: true })
    .where('file_id', 'in', fileIds)
    .returning(['file_id as fileId', 'storage_key as storageKey'])
    .execute()

/** Forbids to claim files of that age, the oldest first, and returns them. Those being claimed are passed over. */
export const abandonOld = (db: Db, { keptSeconds, max }: { keptSeconds: number; max: number }) =>
  db
    .updateTable('staged_file')
    .set({ is_abandoned: true })
    .where('file_id', 'in', (qb) =>
      qb
        .selectFrom('staged_file')
        .select('file_id')
        .where('create_time', '<', sql<string>`now() - make_interval(secs => ${keptSeconds})`)
        .orderBy('create_time')
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['file_id as fileId', 'storage_key as storageKey'])
    .execute()

export async function forget(db: Db, fileId: number): Promise<void> {
  await db.deleteFrom('staged_file').where('file_id', '=', fileId).execute()
}
