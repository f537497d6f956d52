import type { Page } from '@consilium/contract/envelope.ts'
import type { TreatyRelief, TreatyReliefQuery } from '@consilium/contract/payments/treaty-reliefs.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { containing, selectPage } from '../../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../../infra/db/lists/time-range.ts'
import { askedByName, decidedByName, decisionFacts } from '../../decisions/service.ts'
import { organizationFacts } from '../../organizations/service.ts'
import { expertFacts } from '../../experts/service.ts'

export type ReliefRow = Omit<TreatyRelief, 'abilities' | 'fileUrl'> & { fileId: number; decisionId: number }

type Owner = { mainUserId?: number }

function reliefs(db: Db, { mainUserId }: Owner) {
  const rows = db
    .selectFrom('labor_treaty_relief as r')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'r.org_id')
    .innerJoin(expertFacts('x'), 'x.expert_id', 'r.expert_id')
    .innerJoin(decisionFacts('d'), 'd.decision_id', 'r.decision_id')
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
      'r.file_id as fileId',
      'r.decision_id as decisionId',
      'r.create_time as createTime',
      sql<TreatyRelief['status']>`d.state`.as('status'),
      'd.asked_by as askedBy',
      'd.decided_time as decidedTime',
      askedByName,
      decidedByName,
    ])
  return mainUserId === undefined ? rows : rows.where('o.main_user_id', '=', mainUserId)
}

const SORTING = { columns: { reliefId: 'r.relief_id' }, key: 'r.relief_id', neverNull: [] } as const

export function listReliefs(db: Db, owner: Owner, query: TreatyReliefQuery): Promise<Page<ReliefRow>> {
  let rows = reliefs(db, owner)
  rows = rows.where(inTimeRange('r.create_time', query['params[beginTime]'], query['params[endTime]']))
  if (query.orgId) rows = rows.where('r.org_id', '=', query.orgId)
  if (query.name) rows = rows.where('x.name', 'ilike', containing(query.name))
  if (query.status) rows = rows.where('d.state', '=', query.status)
  return selectPage(db, rows, query, SORTING)
}

export const findRelief = (db: Db, owner: Owner, reliefId: number): Promise<ReliefRow | undefined> =>
  reliefs(db, owner).where('r.relief_id', '=', reliefId).executeTakeFirst()

/** The number of the next relief, which its request names. */
export async function nextReliefId(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('labor_treaty_relief', 'relief_id')) as id`.execute(db)
  return rows[0]!.id
}

export interface NewRelief {
  reliefId: number
  decisionId: number
  orgId: number
  expertId: number
  country: string
  article: string
  rate: string
  validFrom: string
  validTo: string
  fileId: number
}

export async function insertRelief(db: Db, relief: NewRelief): Promise<void> {
  await db
    .insertInto('labor_treaty_relief')
    .values({
      relief_id: relief.reliefId,
      org_id: relief.orgId,
      expert_id: relief.expertId,
      country: relief.country,
      article: relief.article,
      rate: relief.rate,
      valid_from: relief.validFrom,
      valid_to: relief.validTo,
      file_id: relief.fileId,
      decision_id: relief.decisionId,
    })
    .execute()
}

/** The rate of the relief that a payer gives an expert on a day; of several the one recorded last. */
export async function rateOn(
  db: Db,
  { orgId, userId, date }: { orgId: number; userId: number; date: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('labor_treaty_relief as r')
    .innerJoin(expertFacts('x'), 'x.expert_id', 'r.expert_id')
    .innerJoin(decisionFacts('d'), 'd.decision_id', 'r.decision_id')
    .select('r.rate')
    .where('r.org_id', '=', orgId)
    .where('x.user_id', '=', userId)
    .where('d.state', '=', 'approved')
    .where('r.valid_from', '<=', date)
    .where('r.valid_to', '>=', date)
    .orderBy('r.relief_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.rate ?? null
}
