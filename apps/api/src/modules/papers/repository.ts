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
    })
    .execute()
}

export const findPaper = (db: Db, code: string): Promise<StoredPaper | undefined> =>
  db
    .selectFrom('issued_paper')
    .select(['kind', 'issued_time as issuedTime', 'sha256'])
    .where('verify_code', '=', code)
    .executeTakeFirst()
