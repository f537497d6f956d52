import { errorMessage, type Language } from '@consilium/contract/errors.ts'
import type { PersonImportRow } from '@consilium/contract/persons/persons.ts'
import type { TextRow } from '@consilium/sheets/sheet-text.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { hashPassword } from '../../infra/passwords/password.ts'
import type { Accounts } from '../accounts/service.ts'
import { admit, refusedByPhone, type Entrant } from './admission.ts'
import * as imports from './import-repository.ts'
import type { Candidate } from './import-rows.ts'

/** Rows per transaction, and the step in which progress is reported. */
const BATCH_ROWS = 100
/** The process hashes two passwords at a time; imports use one of them, so that logins never wait for an import. */
const HASHES_AT_ONCE = 1

interface Needs {
  db: Db
  accounts: Accounts
}

/** An import that has begun. */
interface Import {
  importId: number
  orgId: number
  /** Of the messages in its result. */
  language: Language
}

/** Hashes the initial passwords. Done before the transaction begins, because it is slow. */
async function withHashes(people: readonly PersonImportRow[]): Promise<Entrant[]> {
  const entrants: Entrant[] = []
  const queue = people.values()
  const work = async () => {
    for (const { password, ...person } of queue)
      entrants.push({ ...person, passwordHash: password === null ? null : await hashPassword(password) })
  }
  await Promise.all(Array.from({ length: HASHES_AT_ONCE }, work))
  return entrants
}

/** Imports the valid rows of a batch and stores the results of all its rows in one transaction. */
async function importBatch(
  { db, accounts }: Needs,
  { importId, orgId, language }: Import,
  batch: readonly Candidate[],
): Promise<void> {
  const people = batch.flatMap(({ person }) => (person ? [person] : []))
  // Checked beforehand only to avoid hashing for existing people; the unique indexes settle races.
  const present = await refusedByPhone(db, orgId, people)
  const entrants = await withHashes(people.filter(({ phone }) => !present.has(phone)))
  await inTransaction(db, async (trx) => {
    const refused = await admit(trx, accounts, orgId, entrants)
    const results = batch.map((candidate): imports.RowResult => {
      const { rowNumber, name, phone, person, given } = candidate
      const reason = person ? (present.get(person.phone) ?? refused.get(person.phone)) : undefined
      const message = person ? (reason ? errorMessage(reason, language) : '') : candidate.message
      const success = message === ''
      return { rowNumber, name, phone, success, message, given: success ? null : given }
    })
    await imports.addResults(trx, importId, results)
  })
}

/**
 * Imports the rows of a sheet batch by batch, until the process is closing: what was imported remains, with the result of each
 * row.
 */
export async function importRows(
  needs: Needs & { isClosing: () => boolean },
  given: Import & { rows: readonly TextRow[]; check: (row: TextRow) => Candidate },
): Promise<'finished' | 'interrupted'> {
  const { rows, check } = given
  for (let first = 0; first < rows.length; first += BATCH_ROWS) {
    if (needs.isClosing()) return 'interrupted'
    await importBatch(needs, given, rows.slice(first, first + BATCH_ROWS).map(check))
  }
  return 'finished'
}
