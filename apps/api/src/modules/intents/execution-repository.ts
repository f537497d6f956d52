import type { Page } from '@consilium/contract/envelope.ts'
import type {
  ExecutionIntent,
  ExecutionIntentCreate,
  ExecutionIntentExport,
  ExecutionIntentQuery,
  ExecutionIntentUpdate,
} from '@consilium/contract/intents/intents.ts'
import type { IntentStatusChange } from '@consilium/contract/publicity/publicity.ts'
import type { Db } from '../../infra/db/db.ts'
import { nameContains } from '../../infra/db/lists/name-search.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import type { Actor } from '../../domain/actor.ts'
import { refuseBroken, removeIntents, setIntentStatus, updateIntent } from './intent-repository.ts'
import { isOpen } from './public-project-repository.ts'
import { reachesIntent } from './reach-repository.ts'
import { accountFacts } from '../accounts/service.ts'
import { expertFacts } from '../experts/service.ts'
import { projectFacts } from '../projects/service.ts'

export type ExecutionRow = Omit<ExecutionIntent, 'abilities'>

const reached = (db: Db, actor: Actor) =>
  db
    .selectFrom('execution_intent as i')
    .innerJoin(projectFacts('p'), 'p.project_id', 'i.project_id')
    .innerJoin(expertFacts('e'), 'e.expert_id', 'i.expert_id')
    .innerJoin(accountFacts('u'), 'u.user_id', 'i.user_id')
    .select([
      'i.intent_id as intentId',
      'i.project_id as projectId',
      'p.project_no as projectNo',
      'p.project_name as projectName',
      'i.user_id as userId',
      'i.expert_id as expertId',
      'e.name',
      'u.phone',
      'e.unit as hospital',
      'e.department',
      'e.title',
      'i.remark',
      'i.status',
      'i.create_time as createTime',
      'i.version',
    ])
    .where(reachesIntent(actor))

const SORTING = {
  columns: {
    intentId: 'i.intent_id',
    projectName: 'p.project_name',
    name: 'e.name',
    hospital: 'e.unit',
    department: 'e.department',
    title: 'e.title',
    status: 'i.status',
    createTime: 'i.create_time',
  },
  key: 'i.intent_id',
} as const

function filtered(db: Db, actor: Actor, query: ExecutionIntentExport) {
  let rows = reached(db, actor)
  if (query.intentId) rows = rows.where('i.intent_id', '=', query.intentId)
  if (query.projectId) rows = rows.where('i.project_id', '=', query.projectId)
  if (query.projectName) rows = rows.where(nameContains('p', 'project_name', query.projectName))
  if (query.name) rows = rows.where(nameContains('e', 'name', query.name))
  if (query.phone) rows = rows.where('u.phone', 'like', containing(query.phone))
  if (query.hospital) rows = rows.where('e.unit', 'ilike', containing(query.hospital))
  if (query.department) rows = rows.where('e.department', 'ilike', containing(query.department))
  if (query.title) rows = rows.where('e.title', 'ilike', containing(query.title))
  if (query.status) rows = rows.where('i.status', '=', query.status)
  return rows.where(inTimeRange('i.create_time', query['params[beginTime]'], query['params[endTime]']))
}

export const list = (db: Db, actor: Actor, query: ExecutionIntentQuery): Promise<Page<ExecutionRow>> =>
  selectPage(db, filtered(db, actor, query), query, SORTING)

/** The rows of an export that follow a cursor. */
export const batch = (
  db: Db,
  actor: Actor,
  query: ExecutionIntentExport,
  after: Cursor | null,
): Promise<Batch<ExecutionRow>> => selectBatch(db, filtered(db, actor, query), query, SORTING, after)

export const find = (db: Db, actor: Actor, intentId: number): Promise<ExecutionRow | undefined> =>
  reached(db, actor).where('i.intent_id', '=', intentId).executeTakeFirst()

/** Locks the sign-ups within the caller's reach until the transaction ends. */
export const lock = (db: Db, actor: Actor, intentIds: readonly number[]): Promise<ExecutionRow[]> =>
  reached(db, actor).where('i.intent_id', 'in', intentIds).orderBy('i.intent_id').forUpdate('i').execute()

/** Inserts the calling expert's sign-up. Returns undefined if the project is not open. */
export async function insert(
  db: Db,
  actor: Actor,
  { projectId, remark }: ExecutionIntentCreate,
  now: string,
): Promise<number | undefined> {
  const openProject = db
    .selectFrom(projectFacts('p'))
    .innerJoin(expertFacts('e'), (join) => join.on('e.user_id', '=', actor.userId))
    .select(({ val }) => ['p.project_id', 'e.user_id', 'e.expert_id', val(remark ?? null).as('remark')])
    .where('p.project_id', '=', projectId)
    .where(isOpen(now))
  const row = await db
    .insertInto('execution_intent')
    .columns(['project_id', 'user_id', 'expert_id', 'remark'])
    .expression(openProject)
    .returning('intent_id')
    .executeTakeFirst()
    .catch(refuseBroken('projectId'))
  return row?.intent_id
}

export const update = (db: Db, { intentId, version, remark }: ExecutionIntentUpdate): Promise<boolean> =>
  updateIntent(db, 'execution_intent', { intentId, version }, { remark })

export const setStatus = (db: Db, change: IntentStatusChange): Promise<boolean> =>
  setIntentStatus(db, 'execution_intent', change)

export const remove = (db: Db, intentIds: readonly number[]): Promise<void> =>
  removeIntents(db, 'execution_intent', intentIds)
