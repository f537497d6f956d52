import type { Language } from '@consilium/contract/errors.ts'
import { intentEvents } from '@consilium/contract/events/intents.ts'
import type {
  ExecutionIntentCreate,
  ExecutionIntentExport,
  SupportIntentCreate,
  SupportIntentExport,
} from '@consilium/contract/intents/intents.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { refuseField } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Files } from '../files/service.ts'
import * as execution from './execution-repository.ts'
import { offerColumns, OFFERS, SIGN_UP_COLUMNS, SIGN_UPS } from './intent-sheets.ts'
import { createIntentManagement } from './intent-management.ts'
import { createPublicity, createPublicProjects } from './publicity.ts'
import * as support from './support-repository.ts'

/** Support offered by sponsors. */
function createSupport({ db, clock, eventLog }: Context) {
  const events = intentEvents.support
  const management = createIntentManagement({ db, eventLog }, events, support)
  return {
    ...management,

    async create(actor: Actor, body: SupportIntentCreate) {
      const intentId = await inTransaction(db, async (trx) => {
        const recordId = await support.insert(trx, actor, body, clock.wire())
        if (recordId === undefined) throw refuseField('NOT_FOUND', 'projectId')
        await eventLog.record(trx, events.created, { recordId, actorId: actor.userId, fields: {} })
        return recordId
      })
      return management.find(actor, intentId)
    },

    export: (actor: Actor, query: SupportIntentExport, language: Language): FileAnswer =>
      exportFile({
        name: OFFERS,
        language,
        today: clock.today(),
        columns: offerColumns(language),
        batch: (after) => support.batch(db, actor, query, after),
      }),
  }
}

/** Sign-ups of experts. */
function createExecution({ db, clock, eventLog }: Context) {
  const events = intentEvents.execution
  const management = createIntentManagement({ db, eventLog }, events, execution)
  return {
    ...management,

    async create(actor: Actor, body: ExecutionIntentCreate) {
      const intentId = await inTransaction(db, async (trx) => {
        const recordId = await execution.insert(trx, actor, body, clock.wire())
        if (recordId === undefined) throw refuseField('NOT_FOUND', 'projectId')
        await eventLog.record(trx, events.created, { recordId, actorId: actor.userId, fields: {} })
        return recordId
      })
      return management.find(actor, intentId)
    },

    export: (actor: Actor, query: ExecutionIntentExport, language: Language): FileAnswer =>
      exportFile({
        name: SIGN_UPS,
        language,
        today: clock.today(),
        columns: SIGN_UP_COLUMNS,
        batch: (after) => execution.batch(db, actor, query, after),
      }),
  }
}

/** Intents from the public page and from logged-in sponsors and experts. */
export function createIntents(context: Context, modules: { files: Files }) {
  return {
    projects: createPublicProjects(context, modules),
    publicitySupport: createPublicity(context, 'support'),
    publicityExecution: createPublicity(context, 'execution'),
    support: createSupport(context),
    execution: createExecution(context),
  }
}

export { intentsOf } from './facts-repository.ts'

export type Intents = ReturnType<typeof createIntents>
