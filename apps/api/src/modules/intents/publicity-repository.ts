import type { Page } from '@consilium/contract/envelope.ts'
import type {
  IntentReceipt,
  IntentSource,
  IntentStatus,
  IntentStatusChange,
  PublicityCheckQuery,
  PublicityExecutionIntent,
  PublicityExecutionQuery,
  PublicityExecutionSubmit,
  PublicityExecutionUpdate,
  PublicitySupportIntent,
  PublicitySupportQuery,
  PublicitySupportSubmit,
  PublicitySupportUpdate,
} from '@consilium/contract/publicity/publicity.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { nameContains } from '../../infra/db/lists/name-search.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { refuseBroken, removeIntents, setIntentStatus } from './intent-repository.ts'
import type { Subject } from './policy.ts'
import { isOpen } from './public-project-repository.ts'
import { reachesIntent } from './reach-repository.ts'
import { accountFacts } from '../accounts/service.ts'
import { projectFacts } from '../projects/service.ts'

/** The two tables differ only in the fields of their forms. */
const TABLES = {
  support: {
    table: 'publicity_support_intent',
    form: { orgName: 'org_name', position: 'position', remark: 'remark' },
  },
  execution: {
    table: 'publicity_execution_intent',
    form: { hospital: 'hospital', department: 'department', title: 'title' },
  },
} as const

export type PublicityKind = keyof typeof TABLES

interface Shapes {
  support: {
    row: Omit<PublicitySupportIntent, 'abilities'>
    query: PublicitySupportQuery
    filters: Omit<PublicitySupportQuery, 'pageNum' | 'pageSize'>
    submit: PublicitySupportSubmit
    update: PublicitySupportUpdate
  }
  execution: {
    row: Omit<PublicityExecutionIntent, 'abilities'>
    query: PublicityExecutionQuery
    filters: Omit<PublicityExecutionQuery, 'pageNum' | 'pageSize'>
    submit: PublicityExecutionSubmit
    update: PublicityExecutionUpdate
  }
}
export type PublicityShape<Kind extends PublicityKind> = Shapes[Kind]

interface Columns {
  intent_id: number
  project_id: number
  source: IntentSource
  name: string
  phone: string
  user_id: number | null
  by_login: boolean
  confirmed: boolean
  status: IntentStatus
  version: number
  create_time: string
}

/** The API field and the column of each field of the form. */
const formOf = (kind: PublicityKind): [field: string, column: string][] => Object.entries(TABLES[kind].form)

const intents = (db: Db, kind: PublicityKind) =>
  db.selectFrom(sql<Columns>`${sql.table(TABLES[kind].table)}`.as<'i'>('i'))

const views = (db: Db, kind: PublicityKind) =>
  intents(db, kind)
    .innerJoin(projectFacts('p'), 'p.project_id', 'i.project_id')
    .select([
      'i.intent_id as intentId',
      'i.project_id as projectId',
      'p.project_name as projectName',
      'i.source',
      'i.name',
      'i.phone',
      'i.user_id as userId',
      'i.confirmed',
      accountName('i.user_id').$castTo<string | null>().as('userName'),
      'i.status',
      'i.create_time as createTime',
      'i.version',
    ])
    .select(formOf(kind).map(([field, column]) => sql<string | null>`${sql.ref(`i.${column}`)}`.as(field)))

/** Conditions on the form's own fields. The contract decides which of them are filters. */
const formFilters = (kind: PublicityKind, query: object) =>
  formOf(kind).flatMap(([field, column]) => {
    const part: unknown = Reflect.get(query, field)
    return typeof part === 'string' && part !== ''
      ? [sql<boolean>`${sql.ref(`i.${column}`)} ilike ${containing(part)}`]
      : []
  })

function filtered(db: Db, actor: Actor, kind: PublicityKind, query: Shapes[PublicityKind]['filters']) {
  let rows = views(db, kind).where(reachesIntent(actor))
  if (query.intentId) rows = rows.where('i.intent_id', '=', query.intentId)
  if (query.projectId) rows = rows.where('i.project_id', '=', query.projectId)
  if (query.projectName) rows = rows.where(nameContains('p', 'project_name', query.projectName))
  if (query.name) rows = rows.where(nameContains('i', 'name', query.name))
  if (query.phone) rows = rows.where('i.phone', 'like', containing(query.phone))
  if (query.source) rows = rows.where('i.source', '=', query.source)
  if (query.status) rows = rows.where('i.status', '=', query.status)
  if (query.userId) rows = rows.where('i.user_id', '=', query.userId)
  if (query.linked !== undefined) rows = rows.where('i.user_id', query.linked ? 'is not' : 'is', null)
  for (const condition of formFilters(kind, query)) rows = rows.where(condition)
  return rows.where(inTimeRange('i.create_time', query['params[beginTime]'], query['params[endTime]']))
}

const SORTING = {
  columns: {
    intentId: 'i.intent_id',
    projectName: 'p.project_name',
    name: 'i.name',
    phone: 'i.phone',
    source: 'i.source',
    status: 'i.status',
    createTime: 'i.create_time',
  },
  key: 'i.intent_id',
} as const

/** The active account of a phone. The lock prevents its deletion until the row that refers to it is written. */
const accountOf = (phone: string) =>
  sql`(select u.user_id from ${accountFacts('u')} where u.phone = ${phone} and u.archived_time is null for key share)`

interface Submission {
  userId: number | null
  now: string
}

/** Links the submitter's account, or else the phone's. Returns undefined if the project is not open. */
async function insert<Kind extends PublicityKind>(
  db: Db,
  kind: Kind,
  intent: Shapes[Kind]['submit'],
  { userId, now }: Submission,
): Promise<IntentReceipt | undefined> {
  const form = formOf(kind)
  const { rows } = await sql<IntentReceipt>`
    insert into ${sql.table(TABLES[kind].table)} (project_id, source, name, phone, user_id, by_login, confirmed,
        privacy_version,
        ${sql.join(form.map(([, column]) => sql.ref(column)))})
      select p.project_id, ${intent.source}, ${intent.name}, ${intent.phone},
          ${userId ?? accountOf(intent.phone)}, ${userId !== null}, ${userId !== null},
          ${intent.privacyVersion ?? null},
          ${sql.join(form.map(([field]) => Reflect.get(intent, field) ?? null))}
        from ${projectFacts('p')} where p.project_id = ${intent.projectId} and ${isOpen(now)}
      returning intent_id as "intentId", create_time as "createTime"
  `
    .execute(db)
    .catch(refuseBroken('phone'))
  return rows[0]
}

/**
 * Returns true if the intent would be a duplicate: users are compared with their own intents, visitors with visitors'.
 */
async function exists(
  db: Db,
  kind: PublicityKind,
  { projectId, phone, source }: PublicityCheckQuery,
  { userId, now }: Submission,
): Promise<boolean> {
  const row = await intents(db, kind)
    .innerJoin(projectFacts('p'), 'p.project_id', 'i.project_id')
    .select('i.intent_id')
    .where('i.project_id', '=', projectId)
    .where('i.phone', '=', phone)
    .where('i.source', '=', source)
    .where('i.by_login', '=', userId !== null)
    .$if(userId !== null, (own) => own.where('i.user_id', '=', userId))
    .where(isOpen(now))
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if the version is stale. An account that was linked by phone changes with the phone. */
async function update<Kind extends PublicityKind>(
  db: Db,
  kind: Kind,
  { intentId, version, ...change }: Shapes[Kind]['update'],
): Promise<boolean> {
  const { name, phone } = change
  const link = sql`case when by_login or phone = ${phone} then user_id else ${accountOf(phone ?? '')} end`
  const changes: [column: string, value: unknown][] = [
    ['name', name],
    ['phone', phone],
    ['user_id', phone === undefined ? undefined : link],
    ['confirmed', phone === undefined ? undefined : sql`by_login or (confirmed and phone = ${phone})`],
    ...formOf(kind).map(([field, column]): [string, unknown] => [column, Reflect.get(change, field)]),
  ]
  const given = changes
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}, `)
  const result = await sql`
    update ${sql.table(TABLES[kind].table)} set ${sql.join(given, sql``)} version = version + 1
      where intent_id = ${intentId} and version = ${version}
  `
    .execute(db)
    .catch(refuseBroken('phone'))
  return result.numAffectedRows === 1n
}

/** Links a new account to the intents that visitors submitted with its phone. */
async function linkPhone(db: Db, kind: PublicityKind, userId: number, phone: string): Promise<void> {
  await sql`update ${sql.table(TABLES[kind].table)} set user_id = ${userId}, confirmed = true
    where phone = ${phone} and user_id is null and not by_login`.execute(db)
}

/** The repository of one table. A unique index allows one intent per project, phone, source and account. */
export function createPublicityRepository<Kind extends PublicityKind>(kind: Kind) {
  type Shape = Shapes[Kind]
  const tableName = TABLES[kind].table

  return {
    list: (db: Db, actor: Actor, query: Shape['query']): Promise<Page<Shape['row']>> =>
      selectPage(db, filtered(db, actor, kind, query).$castTo<Shape['row']>(), query, SORTING),

    batch: (
      db: Db,
      actor: Actor,
      query: Shape['filters'],
      after: Cursor | null,
    ): Promise<Batch<Shape['row']>> =>
      selectBatch(db, filtered(db, actor, kind, query).$castTo<Shape['row']>(), query, SORTING, after),

    find: (db: Db, actor: Actor, intentId: number): Promise<Shape['row'] | undefined> =>
      views(db, kind)
        .where(reachesIntent(actor))
        .where('i.intent_id', '=', intentId)
        .$castTo<Shape['row']>()
        .executeTakeFirst(),

    lock: (db: Db, actor: Actor, intentIds: readonly number[]): Promise<Subject[]> =>
      intents(db, kind)
        .where(reachesIntent(actor))
        .select(['i.user_id as userId', 'i.status'])
        .where('i.intent_id', 'in', intentIds)
        .orderBy('i.intent_id')
        .forUpdate()
        .execute(),

    insert: (db: Db, intent: Shape['submit'], submission: Submission) => insert(db, kind, intent, submission),

    exists: (db: Db, query: PublicityCheckQuery, submission: Submission) =>
      exists(db, kind, query, submission),

    update: (db: Db, change: Shape['update']) => update(db, kind, change),

    linkPhone: (db: Db, userId: number, phone: string) => linkPhone(db, kind, userId, phone),

    setStatus: (db: Db, change: IntentStatusChange): Promise<boolean> =>
      setIntentStatus(db, tableName, change),

    remove: (db: Db, intentIds: readonly number[]): Promise<void> => removeIntents(db, tableName, intentIds),
  }
}
