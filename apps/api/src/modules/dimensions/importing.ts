import { DIMENSION_ENTRIES_MAX } from '@consilium/contract/dimensions/dimension-record.ts'
import {
  DIMENSION_ROWS_MAX,
  DimensionRow,
  type DimensionImportQuery,
  type DimensionImportRow,
} from '@consilium/contract/dimensions/dimensions.ts'
import { errorMessage, type Language } from '@consilium/contract/errors.ts'
import { STATUS_LABELS } from '@consilium/contract/labels.ts'
import type { Actor } from '../../domain/actor.ts'
import { orgActedFor } from '../../domain/org-acted-for.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import {
  choiceOf,
  readCandidates,
  titleOf,
  type Candidate,
  type RowForm,
} from '../../infra/spreadsheet/import-rows.ts'
import { changingSponsor } from './changing.ts'
import { IMPORT_COLUMNS, type DimensionColumn } from './import-columns.ts'
import * as repository from './repository.ts'
import type { Dictionary } from './repository.ts'
import type { Scope } from './scope.ts'

const ROWS: RowForm<DimensionColumn, DimensionRow> = {
  columns: IMPORT_COLUMNS,
  body: DimensionRow,
  readings: { status: choiceOf(STATUS_LABELS) },
  shown: ['code', 'name'],
  rowsMax: DIMENSION_ROWS_MAX,
}

type Row = Candidate<DimensionColumn, DimensionRow>

/** What the rows of a file come to, in order: of rows with the same code the first one counts. */
class Changes {
  readonly #known: ReadonlyMap<string, number>
  readonly #rowOfKey = new Map<string, number>()
  readonly #created: DimensionRow[] = []
  readonly #updated: (DimensionRow & { dimensionId: number })[] = []
  #free: number

  constructor(known: ReadonlyMap<string, number>, free: number) {
    this.#known = known
    this.#free = free
  }

  /** The reason why a row is refused, or what becomes of it. */
  add(row: DimensionRow, key: string, rowNumber: number, language: Language) {
    const first = this.#rowOfKey.get(key)
    const column = titleOf(IMPORT_COLUMNS, 'code', language)
    if (first !== undefined)
      return { refused: errorMessage('SHEET_ROW_REPEATED', language, { column, row: first }) }
    const dimensionId = this.#known.get(key)
    if (dimensionId === undefined && this.#free === 0)
      return { refused: errorMessage('DIMENSION_FULL', language, { max: DIMENSION_ENTRIES_MAX }) }
    this.#rowOfKey.set(key, rowNumber)
    if (dimensionId !== undefined) {
      this.#updated.push({ ...row, dimensionId })
      return { outcome: 'updated' as const }
    }
    this.#free--
    this.#created.push(row)
    return { outcome: 'created' as const }
  }

  async write(trx: Db, dictionary: Dictionary): Promise<void> {
    await repository.updateEntries(trx, this.#updated)
    await repository.insertEntries(trx, dictionary, this.#created)
  }
}

async function importRows(
  trx: Db,
  dictionary: Dictionary,
  rows: readonly Row[],
  language: Language,
): Promise<DimensionImportRow[]> {
  const valid = rows.flatMap(({ body }) => body ?? [])
  const keys = await repository.keysOf(
    trx,
    valid.map(({ code }) => code),
  )
  const keyOf = new Map(valid.map((row, place) => [row, keys[place]!]))
  const known = await repository.findByKeys(trx, dictionary, keys)
  const free = DIMENSION_ENTRIES_MAX - (await repository.countEntries(trx, dictionary))
  const changes = new Changes(new Map(known.map(({ key, dimensionId }) => [key, dimensionId])), free)
  const results = rows.map(({ rowNumber, shown, body, message }): DimensionImportRow => {
    const line = { rowNumber, code: shown.code, name: shown.name }
    if (body === null) return { ...line, outcome: 'refused', message }
    const became = changes.add(body, keyOf.get(body)!, rowNumber, language)
    return became.refused === undefined
      ? { ...line, outcome: became.outcome, message: '' }
      : { ...line, outcome: 'refused', message: became.refused }
  })
  await changes.write(trx, dictionary)
  return results
}

/**
 * Imports a file into one dictionary, in one transaction that holds the dictionaries of the sponsor: of two imports at once the
 * second one finds what the first one added.
 */
export async function importDimensions(
  { db, sheets }: Scope,
  actor: Actor,
  upload: Upload,
  { kind, orgId: named }: DimensionImportQuery,
  language: Language,
): Promise<DimensionImportRow[]> {
  const dictionary = { kind, orgId: orgActedFor(actor, named) }
  const rows = await readCandidates(sheets, upload, ROWS, language)
  return changingSponsor(db, dictionary.orgId, (trx) => importRows(trx, dictionary, rows, language))
}
