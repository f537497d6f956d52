import { errorMessage, type ErrorName, type Language } from '@consilium/contract/errors.ts'
import type { HospitalCreate, HospitalImportRow } from '@consilium/contract/hospitals/hospitals.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { readCandidates, titleOf } from '../../infra/spreadsheet/import-rows.ts'
import { IMPORT_COLUMNS } from './import-columns.ts'
import { HOSPITAL_ROWS, type HospitalCandidate } from './import-rows.ts'
import * as names from './name-repository.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

type Valid = Extract<HospitalCandidate, { body: HospitalCreate }>
type Owned = Pick<names.Owner, 'hospitalId' | 'hospital'>

/** What is known while rows are taken in order: who has a name or a code, and which row said it first. */
interface Known {
  names: Map<string, Owned>
  codes: Map<string, Owned>
  rowsOfName: Map<string, number>
  rowsOfCode: Map<string, number>
}

type Keys = readonly string[]

const refused = (error: ErrorName, language: Language, params: Record<string, string | number> = {}) =>
  errorMessage(error, language, params)

/** Why a row is refused beside its form; null for none. Of rows with the same name or code the first one counts. */
function conflictOf(known: Known, { body: hospital }: Valid, keys: Keys, language: Language): string | null {
  if (keys.includes('')) return refused('HOSPITAL_NAME_EMPTY', language)
  const code = hospital.creditCode ?? null
  const repeated = (field: 'name' | 'creditCode', row: number) =>
    refused('SHEET_ROW_REPEATED', language, { column: titleOf(IMPORT_COLUMNS, field, language), row })
  const codeRow = code === null ? undefined : known.rowsOfCode.get(code)
  if (codeRow !== undefined) return repeated('creditCode', codeRow)
  const nameRow = keys.map((key) => known.rowsOfName.get(key)).find((row) => row !== undefined)
  if (nameRow !== undefined) return repeated('name', nameRow)
  const byCode = code === null ? undefined : known.codes.get(code)
  const byName = known.names.get(keys[0]!)
  if (byCode && byName && byCode.hospitalId !== byName.hospitalId)
    return refused('HOSPITAL_CODES_DIFFER', language, { hospital: byName.hospital, other: byCode.hospital })
  const own = (byCode ?? byName)?.hospitalId
  for (const [place, key] of keys.entries()) {
    const owner = known.names.get(key)
    if (!owner || owner.hospitalId === own) continue
    const name = place === 0 ? hospital.name : (hospital.aliases?.[place - 1] ?? '')
    return refused('HOSPITAL_NAME_TAKEN', language, { name, hospital: owner.hospital })
  }
  return null
}

/** What the rows of a file come to: everything is written at the end, with a few statements however many they are. */
class Changes {
  readonly #created: HospitalCreate[] = []
  readonly #completed = new Map<number, repository.HospitalChange>()
  /** Names of hospitals that are there, and of new ones by their main name. */
  readonly #names: (Omit<names.NewName, 'hospitalId'> & { of: number | string })[] = []

  add(known: Known, { body: hospital }: Valid, keys: Keys): 'created' | 'updated' {
    const { aliases = [], name, ...facts } = hospital
    const found = (hospital.creditCode && known.codes.get(hospital.creditCode)) || known.names.get(keys[0]!)
    if (found) this.#complete(found.hospitalId, facts)
    else this.#created.push(hospital)
    const of = found?.hospitalId ?? name
    const texts = [name, ...aliases]
    for (const [place, key] of keys.entries())
      if (!known.names.has(key) && keys.indexOf(key) === place)
        this.#names.push({ key, name: texts[place]!, isMain: !found && place === 0, of })
    return found ? 'updated' : 'created'
  }

  /** Of several rows about one hospital a later one says more. */
  #complete(hospitalId: number, facts: repository.HospitalChange): void {
    const before = this.#completed.get(hospitalId)
    this.#completed.set(hospitalId, {
      province: facts.province ?? before?.province,
      city: facts.city ?? before?.city,
      level: facts.level ?? before?.level,
      creditCode: facts.creditCode ?? before?.creditCode,
    })
  }

  async write(trx: Db): Promise<void> {
    const ids = await repository.insertHospitals(trx, this.#created)
    await repository.completeHospitals(trx, this.#completed)
    await names.insertNames(
      trx,
      this.#names.map(({ of, ...name }) => ({
        ...name,
        hospitalId: typeof of === 'number' ? of : ids.get(of)!,
      })),
    )
  }
}

async function knownOf(trx: Db, rows: readonly Valid[], keys: readonly Keys[]): Promise<Known> {
  const owners = await names.ownersOf(trx, keys.flat())
  const coded = await repository.findByCode(
    trx,
    rows.flatMap(({ body }) => body.creditCode ?? []),
  )
  return {
    names: new Map(owners.map((owner) => [owner.key, owner])),
    codes: new Map(
      coded.map(({ creditCode, hospitalId, name }) => [creditCode ?? '', { hospitalId, hospital: name }]),
    ),
    rowsOfName: new Map(),
    rowsOfCode: new Map(),
  }
}

/** The keys of all names of each row, the main one first. */
async function keysOfRows(trx: Db, rows: readonly Valid[]): Promise<string[][]> {
  const texts = rows.map(({ body }) => [body.name, ...(body.aliases ?? [])])
  const keys = (await names.keysOf(trx, texts.flat())).values()
  return texts.map((each) => each.map(() => keys.next().value!))
}

async function importRows(
  trx: Db,
  candidates: readonly HospitalCandidate[],
  language: Language,
): Promise<HospitalImportRow[]> {
  const rows = candidates.filter((each): each is Valid => each.body !== null)
  const keys = await keysOfRows(trx, rows)
  const keysOf = new Map(rows.map((row, place) => [row, keys[place]!]))
  const known = await knownOf(trx, rows, keys)
  const changes = new Changes()
  const results: HospitalImportRow[] = []
  for (const candidate of candidates) {
    const { rowNumber } = candidate
    const { name } = candidate.shown
    if (candidate.body === null) {
      results.push({ rowNumber, name, outcome: 'refused', message: candidate.message })
      continue
    }
    const own = keysOf.get(candidate)!
    const conflict = conflictOf(known, candidate, own, language)
    const outcome = conflict === null ? changes.add(known, candidate, own) : 'refused'
    results.push({ rowNumber, name, outcome, message: conflict ?? '' })
    if (conflict !== null) continue
    for (const key of own) known.rowsOfName.set(key, rowNumber)
    if (candidate.body.creditCode) known.rowsOfCode.set(candidate.body.creditCode, rowNumber)
  }
  await changes.write(trx)
  return results
}

/**
 * Imports a file in one transaction that holds the lock of the names: of two imports at once the second one finds what the
 * first one added.
 */
export async function importHospitals(
  { db, sheets }: Scope,
  upload: Upload,
  language: Language,
): Promise<HospitalImportRow[]> {
  const candidates = await readCandidates(sheets, upload, HOSPITAL_ROWS, language)
  return names.changingHospitals(db, (trx) => importRows(trx, candidates, language))
}
