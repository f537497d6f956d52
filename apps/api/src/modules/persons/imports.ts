import { errorMessage, type Language } from '@consilium/contract/errors.ts'
import type { PersonImport, PersonImportRow } from '@consilium/contract/persons/persons.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { hashPassword } from '../../infra/passwords/password.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { Refusal, refuseField, unknownRecord } from '../../infra/refusal.ts'
import type { TextRow } from '@consilium/sheets/sheet-text.ts'
import type { Accounts } from '../accounts/service.ts'
import { admit, refusedByPhone, type Entrant } from './admission.ts'
import { locateColumns } from './import-columns.ts'
import { failuresFile, templateFile } from './import-files.ts'
import * as imports from './import-repository.ts'
import { createRowCheck, type Candidate } from './import-rows.ts'
import { orgActedFor } from '../../domain/org-acted-for.ts'
import * as repository from './repository.ts'

/** Rows per transaction, and the step in which progress is reported. */
const BATCH_ROWS = 100
/** The process hashes two passwords at a time; imports use one of them, so that logins never wait for an import. */
const HASHES_AT_ONCE = 1

interface Order {
  orgId: number | undefined
  /** Respond before the rows are imported. */
  async: boolean
  language: Language
}

/** Imports of people from spreadsheets. They run in this process; the result of each row is stored in the database. */
export function createImports(context: Context, { accounts }: { accounts: Accounts }) {
  const { db, log, sheets, clock } = context
  const running = new Set<Promise<void>>()
  let isClosing = false

  async function find(actor: Actor, importId: number): Promise<PersonImport> {
    const scope = reachesAll(actor) ? undefined : (actor.orgId ?? 0)
    const found = await imports.findImport(db, importId, scope)
    if (!found) throw new Refusal('NOT_FOUND')
    return { ...found, rows: found.status === 'running' ? [] : await imports.resultsOf(db, importId) }
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
    importId: number,
    orgId: number,
    batch: readonly Candidate[],
    language: Language,
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

  async function importRows(
    importId: number,
    orgId: number,
    rows: readonly TextRow[],
    check: (row: TextRow) => Candidate,
    language: Language,
  ): Promise<'finished' | 'interrupted'> {
    for (let first = 0; first < rows.length; first += BATCH_ROWS) {
      if (isClosing) return 'interrupted'
      await importBatch(importId, orgId, rows.slice(first, first + BATCH_ROWS).map(check), language)
    }
    return 'finished'
  }

  /** Never throws: an import that cannot continue is marked as interrupted, and the rows imported so far remain. */
  async function run(importId: number, work: () => Promise<'finished' | 'interrupted'>): Promise<void> {
    const status = await work().catch((error: unknown) => {
      log.error(error, 'an import of people broke off')
      return 'interrupted' as const
    })
    await imports.endImport(db, importId, status).catch((error: unknown) => log.error(error))
  }

  function inBackground(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => running.delete(tracked))
    running.add(tracked)
    return tracked
  }

  async function requireExecutor(actor: Actor, named: number | undefined): Promise<number> {
    const orgId = orgActedFor(actor, named)
    const unit = await repository.findUnit(db, orgId)
    if (!unit) throw refuseField('NOT_FOUND', 'orgId')
    if (unit.orgType !== 'executor') throw unknownRecord('orgId')
    return orgId
  }

  return {
    find,

    async start(actor: Actor, { use }: Upload, order: Order): Promise<PersonImport> {
      const { language } = order
      const orgId = await requireExecutor(actor, order.orgId)
      const [header, ...rows] = await use((bytes) => sheets.read(bytes))
      if (!header) throw new Refusal('SHEET_EMPTY')
      const check = createRowCheck(locateColumns(header.cells, language), language)
      if (rows.length === 0) throw new Refusal('SHEET_EMPTY')
      const importId = await imports.insertImport(db, { userId: actor.userId, orgId, total: rows.length })
      const done = inBackground(run(importId, () => importRows(importId, orgId, rows, check, language)))
      if (!order.async) await done
      return find(actor, importId)
    },

    template: (language: Language): FileAnswer => templateFile(language),

    async failures(actor: Actor, importId: number, language: Language): Promise<FileAnswer> {
      await find(actor, importId)
      return failuresFile({
        language,
        today: clock.today(),
        batch: (after) => imports.batchOfFailures(db, importId, after),
      })
    },

    async purge(): Promise<void> {
      await imports.purgeImports(db)
    },

    /** Lets each import finish its current batch. */
    async close(): Promise<void> {
      isClosing = true
      await Promise.all(running)
    },
  }
}
