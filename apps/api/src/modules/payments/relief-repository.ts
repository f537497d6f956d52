import type { Page } from '@consilium/contract/envelope.ts'
import type { TreatyRelief, TreatyReliefQuery } from '@consilium/contract/treaty-reliefs.ts'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { containing, selectPage } from '../../infra/db/select-page.ts'
import { inTimeRange } from '../../infra/db/time-range.ts'

export type ReliefRow = Omit<TreatyRelief, 'abilities' | 'fileUrl'> & { fileId: number }

type Owner = { mainUserId?: number }

function reliefs(db: Db, { mainUserId }: Owner) {
  const rows = db
    .selectFrom('labor_treaty_relief as r')
    .innerJoin('organization as o', 'o.org_id', 'r.org_id')
    .innerJoin('expert as x', 'x.expert_id', 'r.expert_id')
    .select([
      'r.relief_id as reliefId',
      'r.org_id as orgId',
      'o.org_name as orgName',
      'r.expert_id as expertId',
      'x.name',
      'r.country',
      'r.article',
      'r.rate',
      'r.valid_from as validFrom',
      'r.valid_to as validTo',
      'r.status',
      'r.file_id as fileId',
      'r.asked_by as askedBy',
      accountName('r.asked_by').$castTo<string | null>().as('askedByName'),
      accountName('r.decided_by').$castTo<string | null>().as('decidedByName'),
      'r.decided_time as decidedTime',
      'r.create_time as createTime',
    ])
  return mainUserId === undefined ? rows : rows.where('o.main_user_id', '=', mainUserId)
}

const SORTING = { columns: { reliefId: 'r.relief_id' }, key: 'r.relief_id', neverNull: [] } as const

export function listReliefs(db: Db, owner: Owner, query: TreatyReliefQuery): Promise<Page<ReliefRow>> {
  let rows = reliefs(db, owner)
  rows = rows.where(inTimeRange('r.create_time', query['params[beginTime]'], query['params[endTime]']))
  if (query.orgId) rows = rows.where('r.org_id', '=', query.orgId)
  if (query.name) rows = rows.where('x.name', 'ilike', containing(query.name))
  if (query.status) rows = rows.where('r.status', '=', query.status)
  return selectPage(db, rows, query, SORTING)
}

export const findRelief = (db: Db, owner: Owner, reliefId: number): Promise<ReliefRow | undefined> =>
  reliefs(db, owner).where('r.relief_id', '=', reliefId).executeTakeFirst()

export interface NewRelief {
  orgId: number
  expertId: number
  country: string
  article: string
  rate: string
  validFrom: string
  validTo: string
  fileId: number
  userId: number
}

export async function insertRelief(db: Db, relief: NewRelief): Promise<number> {
  const row = await db
    .insertInto('labor_treaty_relief')
    .values({
      org_id: relief.orgId,
      expert_id: relief.expertId,
      country: relief.country,
      article: relief.article,
      rate: relief.rate,
      valid_from: relief.validFrom,
      valid_to: relief.validTo,
      file_id: relief.fileId,
      asked_by: relief.userId,
    })
    .returning('relief_id as reliefId')
    .executeTakeFirstOrThrow()
  return row.reliefId
}

/** Gives a relief another status. Returns false if it has none of the expected ones any more. */
export async function changeStatus(
  db: Db,
  reliefId: number,
  from: readonly TreatyRelief['status'][],
  to: { status: TreatyRelief['status']; userId: number; time: string },
): Promise<boolean> {
  const result = await db
    .updateTable('labor_treaty_relief')
    .set({ status: to.status, decided_by: to.userId, decided_time: to.time })
    .where('relief_id', '=', reliefId)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The rate of the relief that a payer gives an expert on a day; of several the one recorded last. */
export async function rateOn(
  db: Db,
  { orgId, userId, date }: { orgId: number; userId: number; date: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('labor_treaty_relief as r')
    .innerJoin('expert as x', 'x.expert_id', 'r.expert_id')
    .select('r.rate')
    .where('r.org_id', '=', orgId)
    .where('x.user_id', '=', userId)
    .where('r.status', '=', 'approved')
    .where('r.valid_from', '<=', date)
    .where('r.valid_to', '>=', date)
    .orderBy('r.relief_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.rate ?? null
}
