import type { ListView, ListViewCreate, ListViewUpdate } from '@consilium/contract/list-views/list-views.ts'
import type { Db } from '../../infra/db/db.ts'
import { uniqueViolation } from '../../infra/db/faults.ts'
import { Refusal } from '../../infra/refusal.ts'

const VIEW_COLUMNS = [
  'view_id as viewId',
  'list',
  'name',
  'query',
  'columns',
  'create_time as createTime',
] as const

/** Of two at once that take one name, the unique constraint refuses the later. */
function refuseTakenName(error: unknown): never {
  throw uniqueViolation(error) === 'list_view_name' ? new Refusal('VIEW_NAME_TAKEN') : error
}

export const listViews = (db: Db, userId: number, list: string): Promise<ListView[]> =>
  db
    .selectFrom('list_view')
    .select(VIEW_COLUMNS)
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .orderBy('view_id')
    .execute()

export const countViews = (
  db: Db,
  userId: number,
  list: string,
): Promise<{ ofList: number; ofAccount: number }> =>
  db
    .selectFrom('list_view')
    .select(({ fn }) => [
      fn.countAll<number>().as('ofAccount'),
      fn.countAll<number>().filterWhere('list', '=', list).as('ofList'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

export async function insertView(
  db: Db,
  { userId, time, ...view }: ListViewCreate & { userId: number; time: string },
): Promise<ListView> {
  try {
    return await db
      .insertInto('list_view')
      .values({ ...view, user_id: userId, create_time: time })
      .returning(VIEW_COLUMNS)
      .executeTakeFirstOrThrow()
  } catch (error) {
    return refuseTakenName(error)
  }
}

export const findView = (db: Db, userId: number, viewId: number): Promise<ListView | undefined> =>
  db
    .selectFrom('list_view')
    .select(VIEW_COLUMNS)
    .where('user_id', '=', userId)
    .where('view_id', '=', viewId)
    .executeTakeFirst()

export async function updateView(
  db: Db,
  userId: number,
  { viewId, ...changes }: ListViewUpdate,
): Promise<ListView | undefined> {
  try {
    return await db
      .updateTable('list_view')
      .set(changes)
      .where('user_id', '=', userId)
      .where('view_id', '=', viewId)
      .returning(VIEW_COLUMNS)
      .executeTakeFirst()
  } catch (error) {
    return refuseTakenName(error)
  }
}

export async function deleteView(db: Db, userId: number, viewId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('list_view')
    .where('user_id', '=', userId)
    .where('view_id', '=', viewId)
    .returning('view_id')
    .executeTakeFirst()
  return row !== undefined
}
