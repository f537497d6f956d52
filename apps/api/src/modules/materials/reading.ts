import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { MaterialQuery, MaterialRecord, Unpaged } from '@consilium/contract/materials/material-record.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import { filesIn, type FileReferences } from './kind.ts'
import { abilitiesOn } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** Fetches the links of all records with one query. */
async function shown<Own extends FileReferences>(
  { complete, files, kind }: Scope<Own>,
  actor: Actor,
  rows: readonly repository.RecordRow<Own>[],
): Promise<(MaterialRecord & Own)[]> {
  const links = await files.linksTo(rows.flatMap((row) => filesIn(kind, row)))
  const completed = await complete(actor, rows)
  return completed.map((row) => ({
    ...row,
    files: filesIn(kind, row).flatMap((fileId) => links.get(fileId) ?? []),
    abilities: abilitiesOn(actor, kind, row),
  }))
}

export async function findRow<Own extends FileReferences>(
  { db, kind }: Scope<Own>,
  actor: Actor,
  recordId: number,
): Promise<repository.RecordRow<Own>> {
  const row = await repository.findRecord<Own>(db, actor, kind, recordId)
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

export async function findRecord<Own extends FileReferences>(
  scope: Scope<Own>,
  actor: Actor,
  recordId: number,
): Promise<MaterialRecord & Own> {
  const [view] = await shown(scope, actor, [await findRow(scope, actor, recordId)])
  return view!
}

export async function listRecords<Own extends FileReferences>(
  scope: Scope<Own>,
  actor: Actor,
  query: MaterialQuery,
): Promise<Page<MaterialRecord & Own>> {
  const page = await repository.listRecords<Own>(scope.db, actor, scope.kind, query)
  return { ...page, rows: await shown(scope, actor, page.rows) }
}

/** Exports the records of the list as a spreadsheet. */
export async function exportRecords<Own extends FileReferences>(
  scope: Scope<Own>,
  actor: Actor,
  query: Unpaged<MaterialQuery>,
  language: Language,
): Promise<FileAnswer> {
  const { clock, db, dictionaries, kind, sheet } = scope
  return exportFile<MaterialRecord & Own>({
    name: sheet.name,
    language,
    today: clock.today(),
    columns: sheet.columns(language, await dictionaries.labels(language)),
    async batch(after) {
      const { rows, next } = await repository.batchOfRecords<Own>(db, actor, kind, query, after)
      return { rows: await shown(scope, actor, rows), next }
    },
  })
}
