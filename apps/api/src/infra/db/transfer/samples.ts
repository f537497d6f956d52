import { sql } from 'kysely'
import type { SealedFile } from '../../storage/sealed-storage.ts'
import type { Db } from '../db.ts'
import { SEALED_COLUMNS, type SealedColumn } from '../sealed/sealed-columns.ts'

export interface SealedValue {
  place: SealedColumn
  row: number
  sealed: Buffer
}

/** The newest sealed values of each column. */
export async function sealedSample(db: Db, size: number): Promise<SealedValue[]> {
  const values: SealedValue[] = []
  for (const place of SEALED_COLUMNS) {
    const [key, column] = [sql.ref(place.key), sql.ref(place.column)]
    const { rows } = await sql<{ row: number; sealed: Buffer }>`
      select ${key} as row, ${column} as sealed from ${sql.table(place.table)}
      where ${column} is not null order by ${key} desc limit ${size}`.execute(db)
    values.push(...rows.map((value) => ({ place, ...value })))
  }
  return values
}

const files = (db: Db) =>
  db
    .selectFrom('stored_file as f')
    .select([
      'f.file_id as fileId',
      'f.storage_key as storageKey',
      'f.file_key as fileKey',
      'f.size',
      'f.sha256',
    ])

/** The newest files. */
export const fileSample = (db: Db, size: number): Promise<SealedFile[]> =>
  files(db).orderBy('f.file_id', 'desc').limit(size).execute()

/** The documents that were signed last. */
export const signedSample = (db: Db, size: number): Promise<SealedFile[]> =>
  files(db)
    .innerJoin('labor_agreement as a', 'a.pdf_file_id', 'f.file_id')
    .orderBy('f.file_id', 'desc')
    .limit(size)
    .execute()
