import {
  REFUSED_ROWS_SHOWN,
  type BankBranchImport,
  type BranchRow,
} from '@consilium/contract/bank-branches/bank-branches.ts'
import { errorMessage, type Language } from '@consilium/contract/errors.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { Refusal } from '../../infra/refusal.ts'
import { readRow, titleOf } from '../../infra/spreadsheet/import-rows.ts'
import { rowsOfTable } from '../../infra/spreadsheet/packed-table.ts'
import type { TextRow } from '@consilium/sheets/sheet-text.ts'
import { BRANCH_ROWS, IMPORT_COLUMNS } from './import-columns.ts'
import * as imports from './import-repository.ts'
import * as repository from './repository.ts'
import type { ImportJob, Scope } from './scope.ts'

/** Rows of one transaction, and the step in which progress is reported. */
const ROWS_AT_ONCE = 1000
const PLACES = new Map(IMPORT_COLUMNS.map(({ field }, place) => [field, place]))

/** Reads a directory in a worker and keeps its rows for the job that imports them. */
export async function startImport(
  { db, sheets, queue }: Scope,
  actor: Actor,
  { use, originalName }: Upload,
  language: Language,
): Promise<number> {
  const { columns, rowsMax } = BRANCH_ROWS
  const table = await use((bytes) => sheets.readTable(bytes, { columns, rowsMax, language }))
  return inTransaction(db, async (trx) => {
    const given = { userId: actor.userId, fileName: originalName, language, ...table }
    const importId = await imports.insertImport(trx, given)
    if (importId === undefined) throw new Refusal('BRANCH_IMPORT_RUNNING')
    await queue.send(trx, [{ importId }])
    return importId
  })
}

interface Chunk {
  valid: BranchRow[]
  refused: BankBranchImport['rows']
}

/** Of several rows with one code the first one counts. */
function sortOut(rows: readonly TextRow[], rowOfCode: Map<string, number>, language: Language): Chunk {
  const chunk: Chunk = { valid: [], refused: [] }
  for (const row of rows) {
    const { rowNumber, shown, body, message } = readRow(BRANCH_ROWS, PLACES, row, language)
    const { code, name } = shown
    const refuse = (why: string) => chunk.refused.push({ rowNumber, code, name, message: why })
    const first = body === null ? undefined : rowOfCode.get(body.code)
    if (body === null) refuse(message)
    else if (first !== undefined)
      refuse(
        errorMessage('SHEET_ROW_REPEATED', language, {
          column: titleOf(IMPORT_COLUMNS, 'code', language),
          row: first,
        }),
      )
    else {
      rowOfCode.set(body.code, rowNumber)
      chunk.valid.push(body)
    }
  }
  return chunk
}

/** Imports the rows, each chunk in a transaction with its progress: an interrupted run goes on behind the last one. */
export async function runImport(
  { db }: Pick<Scope, 'db'>,
  { importId }: ImportJob,
  signal: AbortSignal,
): Promise<void> {
  const work = await imports.findWork(db, importId)
  if (!work?.content) return
  const { content, language } = work
  const rowOfCode = new Map<string, number>()
  let seen = 0
  for await (const rows of rowsOfTable(content, ROWS_AT_ONCE)) {
    signal.throwIfAborted()
    const before = seen
    seen += rows.length
    const { valid, refused } = sortOut(rows, rowOfCode, language)
    if (seen <= work.done) continue
    const isOurs = await inTransaction(db, async (trx) => {
      const written = await repository.writeBranches(trx, valid)
      const progress = { ...written, done: seen, refused, rowsShown: REFUSED_ROWS_SHOWN }
      return imports.addProgress(trx, importId, before, progress)
    })
    // Another run of the job has noted this chunk and goes on.
    if (!isOurs) return
  }
  await imports.endImport(db, importId)
}
