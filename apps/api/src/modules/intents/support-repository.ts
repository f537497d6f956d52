import type { Page } from '@consilium/contract/envelope.ts'
import type {
  SupportIntent,
  SupportIntentCreate,
  SupportIntentExport,
  SupportIntentQuery,
  SupportIntentUpdate,
} from '@consilium/contract/intents/intents.ts'
import type { IntentStatusChange } from '@consilium/contract/publicity/publicity.ts'
import { accountName } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { nameContains } from '../../infra/db/lists/name-search.ts'
import { type Batch, type Cursor, selectBatch } from '@consilium/lists/select-batch.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import type { Actor } from '../../domain/actor.ts'
import { refuseBroken, removeIntents, setIntentStatus, updateIntent } from './intent-repository.ts'
import { isOpen } from './public-project-repository.ts'
import { reachesOffer } from './reach-repository.ts'
import { organizationFacts } from '../organizations/service.ts'
import { projectFacts } from '../projects/service.ts'

export type SupportRow = Omit<SupportIntent, 'abilities'>

const reached = (db: Db, actor: Actor) =>
  db
    .selectFrom('support_intent as i')
    .innerJoin(projectFacts('p'), 'p.project_id', 'i.project_id')
    .innerJoin(organizationFacts('o'), 'o.org_id', 'i.org_id')
    .select([
      'i.intent_id as intentId',
      'i.project_id as projectId',
      'p.project_no as projectNo',
      'p.project_name as projectName',
      'i.user_id as userId',
      accountName('i.user_id').as('userName'),
      'i.org_id as orgId',
      'o.org_name as orgName',
      'i.amount',
      'i.remark',
      'i.status',
      'i.create_time as createTime',
      'i.version',
    ])
    .where(reachesOffer(actor))

const SORTING = {
  columns: {
    intentId: 'i.intent_id',
    projectName: 'p.project_name',
    orgName: 'o.org_name',
    amount: 'i.amount',
    status: 'i.status',
    createTime: 'i.create_time',
  },
  key: 'i.intent_id',
} as const

function filtered(db: Db, actor: Actor, query: SupportIntentExport) {
  let rows = reached(db, actor)
  if (query.intentId) rows = rows.where('i.intent_id', '=', query.intentId)
  if (query.projectId) rows = rows.where('i.project_id', '=', query.projectId)
  if (query.projectName) rows = rows.where(nameContains('p', 'project_name', query.projectName))
  if (query.orgName) rows = rows.where(nameContains('o', 'org_name', query.orgName))
  if (query.userName) rows = rows.where(accountName('i.user_id'), 'ilike', containing(query.userName))
  if (query.status) rows = rows.where('i.status', '=', query.status)
  return rows.where(inTimeRange('i.create_time', query['params[beginTime]'], query['params[endTime]']))
}

export const list = (db: Db, actor: Actor, query: SupportIntentQuery): Promise<Page<SupportRow>> =>
  selectPage(db, filtered(db, actor, query), query, SORTING)

/** The rows of an export that follow a cursor. */
export const batch = (
  db: Db,
  actor: Actor,
  query: SupportIntentExport,
  after: Cursor | null,
): Promise<Batch<SupportRow>> => selectBatch(db, filtered(db, actor, query), query, SORTING, after)

export const find = (db: Db, actor: Actor, intentId: number): Promise<SupportRow | undefined> =>
  reached(db, actor).where('i.intent_id', '=', intentId).executeTakeFirst()

/** Locks the intents within the caller's reach until the transaction ends. */
export const lock = (db: Db, actor: Actor, intentIds: readonly number[]): Promise<SupportRow[]> =>
  reached(db, actor).where('i.intent_id', 'in', intentIds).orderBy('i.intent_id').forUpdate('i').execute()

/** Inserts the intent of the caller's organization. Returns undefined if the project is not open. */
export async function insert(
  db: Db,
  actor: Actor,
  intent: SupportIntentCreate,
  now: string,
): Promise<number | undefined> {
  const openProject = db
    .selectFrom(projectFacts('p'))
    .innerJoin(organizationFacts('o'), (join) => join.on('o.main_user_id', '=', actor.userId))
    .select(({ val }) => [
      'p.project_id',
      'o.main_user_id',
      'o.org_id',
      val(intent.amount ?? null).as('amount'),
      val(intent.remark ?? null).as('remark'),
    ])
    .where('p.project_id', '=', intent.projectId)
    .where(isOpen(now))
  const row = await db
    .insertInto('support_intent')
    .columns(['project_id', 'user_id', 'org_id', 'amount', 'remark'])
    .expression(openProject)
    .returning('intent_id')
    .executeTakeFirst()
    .catch(refuseBroken('projectId'))
  return row?.intent_id
}

export const update = (
  db: Db,
  { intentId, version, amount, remark }: SupportIntentUpdate,
): Promise<boolean> => updateIntent(db, 'support_intent', { intentId, version }, { amount, remark })

export const setStatus = (db: Db, change: IntentStatusChange): Promise<boolean> =>
  setIntentStatus(db, 'support_intent', change)

export const remove = (db: Db, intentIds: readonly number[]): Promise<void> =>
  removeIntents(db, 'support_intent', intentIds)
