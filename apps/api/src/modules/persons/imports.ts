import type { Language } from '@consilium/contract/errors.ts'
import type { PersonImport } from '@consilium/contract/persons/persons.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { Refusal, refuseField, unknownRecord } from '../../infra/refusal.ts'
import type { Accounts } from '../accounts/service.ts'
import { locateColumns } from './import-columns.ts'
import { failuresFile, templateFile } from './import-files.ts'
import * as imports from './import-repository.ts'
import { createRowCheck } from './import-rows.ts'
import { importRows } from './importing.ts'
import { orgActedFor } from '../../domain/org-acted-for.ts'
import * as repository from './repository.ts'

interface Order {
  orgId: number | undefined
  /** Respond before the rows are imported. */
  async: boolean
  language: Language
}

async function requireExecutor(db: Db, actor: Actor, named: number | undefined): Promise<number> {
  const orgId = orgActedFor(actor, named)
  const unit = await repository.findUnit(db, orgId)
  if (!unit) throw refuseField('NOT_FOUND', 'orgId')
  if (unit.orgType !== 'executor') throw unknownRecord('orgId')
  return orgId
}

async function findImport(db: Db, actor: Actor, importId: number): Promise<PersonImport> {
  const scope = reachesAll(actor) ? undefined : (actor.orgId ?? 0)
  const found = await imports.findImport(db, importId, scope)
  if (!found) throw new Refusal('NOT_FOUND')
  return { ...found, rows: found.status === 'running' ? [] : await imports.resultsOf(db, importId) }
}

/** Imports of people from spreadsheets. They run in this process; the result of each row is stored in the database. */
export function createImports(context: Context, { accounts }: { accounts: Accounts }) {
  const { db, log, sheets, clock } = context
  const running = new Set<Promise<void>>()
  let isClosing = false

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

  const find = (actor: Actor, importId: number) => findImport(db, actor, importId)

  return {
    find,

    async start(actor: Actor, { use }: Upload, order: Order): Promise<PersonImport> {
      const { language } = order
      const orgId = await requireExecutor(db, actor, order.orgId)
      const [header, ...rows] = await use((bytes) => sheets.read(bytes))
      if (!header) throw new Refusal('SHEET_EMPTY')
      const check = createRowCheck(locateColumns(header.cells, language), language)
      if (rows.length === 0) throw new Refusal('SHEET_EMPTY')
      const importId = await imports.insertImport(db, { userId: actor.userId, orgId, total: rows.length })
      const done = inBackground(
        run(importId, () =>
          importRows(
            { db, accounts, isClosing: () => isClosing },
            { importId, orgId, language, rows, check },
          ),
        ),
      )
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
