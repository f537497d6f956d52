import type { Page } from '@consilium/contract/envelope.ts'
import type { IntentEvents } from '@consilium/contract/events/intents.ts'
import type { IntentStatusChange } from '@consilium/contract/publicity/publicity.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal } from '../../infra/refusal.ts'
import { abilitiesOn, isFixedFor, type Subject } from './policy.ts'

/** The repository functions of one table of intents, limited to the caller's reach. */
export interface IntentStore<Row, Query, Update> {
  list(db: Db, actor: Actor, query: Query): Promise<Page<Row>>
  find(db: Db, actor: Actor, intentId: number): Promise<Row | undefined>
  /** Locks the returned rows until the transaction ends. */
  lock(db: Db, actor: Actor, intentIds: readonly number[]): Promise<Subject[]>
  /** Returns false if the version is stale. */
  update(db: Db, update: Update): Promise<boolean>
  setStatus(db: Db, change: IntentStatusChange): Promise<boolean>
  remove(db: Db, intentIds: readonly number[]): Promise<void>
}

const by = ({ userId }: Actor) => ({ actorId: userId, fields: {} })

/** Reading, changing, deciding and deleting intents, which work alike for all four tables. */
export function createIntentManagement<
  Row extends Subject & { version: number },
  Query,
  Update extends { intentId: number; version: number },
>(
  { db, eventLog }: Pick<Context, 'db' | 'eventLog'>,
  kinds: IntentEvents,
  store: IntentStore<Row, Query, Update>,
) {
  const view = (actor: Actor, row: Row) => ({ ...row, abilities: abilitiesOn(actor, row) })

  async function findRow(actor: Actor, intentId: number): Promise<Row> {
    const row = await store.find(db, actor, intentId)
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }

  const find = async (actor: Actor, intentId: number) => view(actor, await findRow(actor, intentId))

  return {
    find,

    async list(actor: Actor, query: Query) {
      const page = await store.list(db, actor, query)
      return { ...page, rows: page.rows.map((row) => view(actor, row)) }
    },

    /** A decision increments the version, so an intent decided after it was read is not changed. */
    async update(actor: Actor, update: Update) {
      const row = await findRow(actor, update.intentId)
      if (isFixedFor(actor, row)) throw new Refusal('INTENT_DECIDED')
      if (row.version !== update.version) throw new Refusal('STALE_RECORD')
      await inTransaction(db, async (trx) => {
        if (!(await store.update(trx, update))) throw new Refusal('STALE_RECORD')
        await eventLog.record(trx, kinds.changed, {
          ...by(actor),
          recordId: update.intentId,
        })
      })
      return find(actor, update.intentId)
    },

    async changeStatus(actor: Actor, change: IntentStatusChange) {
      await inTransaction(db, async (trx) => {
        if (!(await store.setStatus(trx, change))) throw new Refusal('NOT_FOUND')
        const { intentId: recordId, status } = change
        await eventLog.record(trx, kinds.decided, { ...by(actor), recordId, fields: { status } })
      })
      return find(actor, change.intentId)
    },

    /** Deletes all of the intents, or none. */
    async remove(actor: Actor, intentIds: readonly number[]): Promise<null> {
      await inTransaction(db, async (trx) => {
        const intents = await store.lock(trx, actor, intentIds)
        if (intents.length < intentIds.length) throw new Refusal('NOT_FOUND')
        if (intents.some((intent) => isFixedFor(actor, intent))) throw new Refusal('INTENT_DECIDED')
        await eventLog.recordAll(trx, kinds.removed, { ...by(actor), recordIds: intentIds })
        await store.remove(trx, intentIds)
      })
      return null
    },
  }
}
