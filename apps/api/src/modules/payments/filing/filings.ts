import type { TaxFiling } from '@consilium/contract/payments/tax-filings.ts'
import type { Db } from '../../../infra/db/db.ts'
import type { Month } from '../tax-exports/export-repository.ts'
import * as repository from './filing-repository.ts'

/** The return of a month and its corrections, in order; of a month that was filed before files were kept, it says so. */
export async function filingsOf(db: Db, month: Month): Promise<TaxFiling[]> {
  const filed = await repository.findFiled(db, month)
  if (!filed) return []
  const rows = await repository.listFilings(db, month)
  const files = await repository.filesOf(
    db,
    rows.map(({ filingId }) => filingId),
  )
  const kept = rows.map((row) => ({
    ...row,
    isKept: true,
    files: files
      .filter(({ filingId }) => filingId === row.filingId)
      .map(({ kind, name, size, sha256 }) => ({ kind, name, size, sha256: sha256.toString('hex') })),
  }))
  if (kept[0]?.number === 0) return kept
  const { filedTime, filedByName } = filed
  const former = { filingId: null, number: 0, filedTime, filedByName, isKept: false, files: [] }
  return [{ ...former, ...(await repository.formerState(db, month)) }, ...kept]
}
