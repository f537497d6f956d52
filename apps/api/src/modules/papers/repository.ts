import type { PaperKind } from '@consilium/contract/signing/papers.ts'
import type { Db } from '../../infra/db/db.ts'

export interface StoredPaper {
  kind: PaperKind
  issuedTime: string
  sha256: Buffer
}

export async function insertPaper(
  db: Db,
  { code, issuedBy, ...paper }: StoredPaper & { code: string; issuedBy: number },
): Promise<void> {
  await db
    .insertInto('issued_paper')
    .values({
      verify_code: code,
      kind: paper.kind,
      sha256: paper.sha256,
      issued_by: issuedBy,
      issued_time: paper.issuedTime,
      withdrawn_time: null,
    })
    .execute()
}

/** Documents of these hashes say from now on no more what is so; a former time stays. */
export async function withdrawPapers(db: Db, hashes: readonly Buffer[], time: string): Promise<void> {
  await db
    .updateTable('issued_paper')
    .set({ withdrawn_time: time })
    .where('sha256', 'in', [...hashes])
    .where('withdrawn_time', 'is', null)
    .execute()
}

export const findPaper = (
  db: Db,
  code: string,
): Promise<(StoredPaper & { withdrawnTime: string | null }) | undefined> =>
  db
    .selectFrom('issued_paper')
    .select(['kind', 'issued_time as issuedTime', 'withdrawn_time as withdrawnTime', 'sha256'])
    .where('verify_code', '=', code)
    .executeTakeFirst()
