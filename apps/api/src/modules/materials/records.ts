import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  MaterialQuery,
  MaterialRecord,
  MaterialRoutes,
  Unpaged,
} from '@consilium/contract/material-record.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { Files } from '../files/service.ts'
import { lockOpenMeeting, requireOpen } from '../meetings/service.ts'
import type { MaterialSheet } from './export-columns.ts'
import type { MaterialKind } from './kind.ts'
import { abilitiesOn, mayChange } from './policy.ts'
import * as repository from './repository.ts'
import type { RecordRow } from './repository.ts'

export interface Modules {
  files: Pick<Files, 'requireUsable' | 'linksTo'>
  dictionaries: Pick<Dictionaries, 'labels'>
}

/** The file references of a record or a body. Each kind has one of the two fields. */
interface FileReferences {
  attachments?: readonly number[] | undefined
  fileId?: number | null | undefined
}

type TypedKind<Own, Query, Create, Update> = MaterialKind & {
  readonly routes: MaterialRoutes<Own, Query, Create, Update>
}

export type Complete<Own> = (actor: Actor, rows: readonly RecordRow<Own>[]) => Promise<RecordRow<Own>[]>

/** The use cases of one kind of record. */
export function createRecords<
  Own extends FileReferences,
  Query extends MaterialQuery,
  Create extends FileReferences & { meetingId: number },
  Update extends FileReferences & { recordId: number; version: number },
>(
  { db, clock }: Context,
  { files, dictionaries }: Modules,
  kind: TypedKind<Own, Query, Create, Update>,
  sheet: MaterialSheet<NoInfer<MaterialRecord & Own>>,
  /** Adds the kind's derived fields, which rows from the database lack. */
  complete: Complete<Own> = async (_actor, rows) => [...rows],
) {
  type View = MaterialRecord & Own

  const filesIn = (record: FileReferences): number[] => [record[kind.fileField] ?? []].flat()

  /** Fetches the links of all records with one query. */
  async function shown(actor: Actor, rows: readonly RecordRow<Own>[]): Promise<View[]> {
    const links = await files.linksTo(rows.flatMap(filesIn))
    const completed = await complete(actor, rows)
    return completed.map((row) => ({
      ...row,
      files: filesIn(row).flatMap((fileId) => links.get(fileId) ?? []),
      abilities: abilitiesOn(actor, kind, row),
    }))
  }

  async function findRow(actor: Actor, recordId: number): Promise<RecordRow<Own>> {
    const row = await repository.findRecord<Own>(db, actor, kind, recordId)
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }

  async function find(actor: Actor, recordId: number): Promise<View> {
    const [view] = await shown(actor, [await findRow(actor, recordId)])
    return view!
  }

  return {
    find,

    async list(actor: Actor, query: Query): Promise<Page<View>> {
      const page = await repository.listRecords<Own>(db, actor, kind, query)
      return { ...page, rows: await shown(actor, page.rows) }
    },

    /** Exports the records of `list` as a spreadsheet. */
    async export(actor: Actor, query: Unpaged<Query>, language: Language): Promise<FileAnswer> {
      return exportFile<View>({
        name: sheet.name,
        language,
        today: clock.today(),
        columns: sheet.columns(language, await dictionaries.labels(language)),
        async batch(after) {
          const { rows, next } = await repository.batchOfRecords<Own>(db, actor, kind, query, after)
          return { rows: await shown(actor, rows), next }
        },
      })
    },

    async create(actor: Actor, body: Create): Promise<View> {
      const recordId = await inTransaction(db, async (trx) => {
        await lockOpenMeeting(trx, actor, body.meetingId)
        await files.requireUsable(trx, actor, filesIn(body), [], kind.fileField)
        return repository.insertRecord(trx, kind, actor.userId, body)
      })
      return find(actor, recordId)
    },

    /** An equal version means an unchanged record, so the files read before the transaction are still its files. */
    async update(actor: Actor, body: Update): Promise<View> {
      const row = await findRow(actor, body.recordId)
      if (!mayChange(actor, kind, row)) throw new Refusal('FORBIDDEN')
      await inTransaction(db, async (trx) => {
        await lockOpenMeeting(trx, actor, row.meetingId)
        if (row.version !== body.version) throw new Refusal('STALE_RECORD')
        await files.requireUsable(trx, actor, filesIn(body), filesIn(row), kind.fileField)
        if (!(await repository.updateRecord(trx, kind, body))) throw new Refusal('STALE_RECORD')
      })
      return find(actor, body.recordId)
    },

    /** Deletes all of the records, or none. */
    async remove(actor: Actor, recordIds: number[]): Promise<null> {
      await inTransaction(db, async (trx) => {
        const locked = await repository.lockRecords(trx, actor, kind, recordIds)
        if (locked.length < recordIds.length) throw new Refusal('NOT_FOUND')
        if (!locked.every((record) => mayChange(actor, kind, record))) throw new Refusal('FORBIDDEN')
        requireOpen(actor, locked)
        await repository.deleteRecords(trx, kind, recordIds)
      })
      return null
    },
  }
}

export interface Records<Own, Query, Create, Update> {
  list(actor: Actor, query: Query): Promise<Page<MaterialRecord & Own>>
  export(actor: Actor, query: Unpaged<Query>, language: Language): Promise<FileAnswer>
  find(actor: Actor, recordId: number): Promise<MaterialRecord & Own>
  create(actor: Actor, body: Create): Promise<MaterialRecord & Own>
  update(actor: Actor, body: Update): Promise<MaterialRecord & Own>
  remove(actor: Actor, recordIds: number[]): Promise<null>
}
