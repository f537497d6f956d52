import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  MaterialQuery,
  MaterialRecord,
  MaterialRoutes,
  Unpaged,
} from '@consilium/contract/materials/material-record.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { changeRecord, createRecord, removeRecords, type NewRecord, type RecordChange } from './changing.ts'
import type { MaterialSheet } from './export-columns.ts'
import type { FileReferences, MaterialKind } from './kind.ts'
import { exportRecords, findRecord, listRecords } from './reading.ts'
import type { Complete, Modules, Scope } from './scope.ts'

export interface Records<Own, Query, Create, Update> {
  list(actor: Actor, query: Query): Promise<Page<MaterialRecord & Own>>
  export(actor: Actor, query: Unpaged<Query>, language: Language): Promise<FileAnswer>
  find(actor: Actor, recordId: number): Promise<MaterialRecord & Own>
  create(actor: Actor, body: Create): Promise<MaterialRecord & Own>
  update(actor: Actor, body: Update): Promise<MaterialRecord & Own>
  remove(actor: Actor, recordIds: number[]): Promise<null>
}

type TypedKind<Own, Query, Create, Update> = MaterialKind & {
  readonly routes: MaterialRoutes<Own, Query, Create, Update>
}

/** The use cases of one kind of record. */
export function createRecords<
  Own extends FileReferences,
  Query extends MaterialQuery,
  Create extends NewRecord,
  Update extends RecordChange,
>(
  { db, clock, eventLog }: Context,
  modules: Modules,
  kind: TypedKind<Own, Query, Create, Update>,
  sheet: MaterialSheet<NoInfer<MaterialRecord & Own>>,
  complete: Complete<Own> = async (_actor, rows) => [...rows],
): Records<Own, Query, Create, Update> {
  const scope: Scope<Own> = { ...modules, db, clock, eventLog, kind, sheet, complete }
  const find = (actor: Actor, recordId: number) => findRecord(scope, actor, recordId)

  return {
    find,
    list: (actor, query) => listRecords(scope, actor, query),
    export: (actor, query, language) => exportRecords(scope, actor, query, language),
    create: async (actor, body) => find(actor, await createRecord(scope, actor, body)),

    async update(actor, body) {
      await changeRecord(scope, actor, body)
      return find(actor, body.recordId)
    },

    async remove(actor, recordIds) {
      await removeRecords(scope, actor, recordIds)
      return null
    },
  }
}
