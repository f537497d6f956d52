import {
  VIEWS_OF_ACCOUNT_MAX,
  VIEWS_OF_LIST_MAX,
  type ListView,
  type ListViewCreate,
  type ListViewUpdate,
} from '@consilium/contract/list-views/list-views.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { Refusal } from '../../infra/refusal.ts'
import * as repository from './repository.ts'
import { lockAccount } from '../accounts/service.ts'

/** Views of lists: each account has its own, and nobody else reaches them, administrators included. */
export function createListViews({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  return {
    async list({ userId }: Actor, list: string): Promise<{ views: ListView[] }> {
      return { views: await repository.listViews(db, userId, list) }
    },

    create: ({ userId }: Actor, view: ListViewCreate): Promise<ListView> =>
      inTransaction(db, async (trx) => {
        await lockAccount(trx, userId)
        const { ofList, ofAccount } = await repository.countViews(trx, userId, view.list)
        if (ofList >= VIEWS_OF_LIST_MAX || ofAccount >= VIEWS_OF_ACCOUNT_MAX)
          throw new Refusal('TOO_MANY_VIEWS', {
            params: { list: VIEWS_OF_LIST_MAX, account: VIEWS_OF_ACCOUNT_MAX },
          })
        return repository.insertView(trx, { ...view, userId, time: clock.wire() })
      }),

    /** A repeated request changes nothing; of two at once the later counts. */
    async update({ userId }: Actor, changes: ListViewUpdate): Promise<ListView> {
      const isEmpty = Object.keys(changes).every((field) => field === 'viewId')
      const view = await (isEmpty
        ? repository.findView(db, userId, changes.viewId)
        : repository.updateView(db, userId, changes))
      if (!view) throw new Refusal('NOT_FOUND')
      return view
    },

    async remove({ userId }: Actor, viewId: number): Promise<null> {
      if (!(await repository.deleteView(db, userId, viewId))) throw new Refusal('NOT_FOUND')
      return null
    },
  }
}

export type ListViews = ReturnType<typeof createListViews>
