import { sql, type RawBuilder } from 'kysely'
import { Reach, type Way } from '@consilium/lists/large-list.ts'
import { reachesAll, type Actor } from './actor.ts'

/** What a condition of reach reads of its caller. */
export interface CallerIds {
  readonly userId: number
  readonly mainUserId: number
  /** Whether it reaches the records of its portfolio alone. */
  readonly isLimited: boolean
}

/** Where the meetings stand in a query, and what is reached with a meeting. */
export interface WithMeeting {
  /** Alias of the meeting in the condition. */
  meeting: string
  /** Selected as `id`, from `reached`, the meetings within reach, and `join`. */
  id: string
  join?: RawBuilder<unknown>
  /** Further columns that are selected with it. */
  also?: RawBuilder<unknown>
}

const projectOf = (alias: string) => sql.ref(`${alias}.project_id`)

// A scalar subquery is a look-up for each row. PostgreSQL may answer EXISTS from a hash of all assignments instead,
// however few rows are asked about.
const isSponsored = (
  alias: string,
  { mainUserId }: CallerIds,
) => sql<boolean>`(select true from project_sponsor w
  where w.project_id = ${projectOf(alias)} and w.sponsor_admin_user_id = ${mainUserId})`
const isAssigned = (
  alias: string,
  { mainUserId }: CallerIds,
) => sql<boolean>`(select true from biz_project_assign w
  where w.project_id = ${projectOf(alias)} and w.exec_user_id = ${mainUserId})`
const isLed = (alias: string, { userId }: CallerIds) => sql<boolean>`(select true from project w
  where w.project_id = ${projectOf(alias)} and w.lead_user_id = ${userId})`

/**
 * The projects of a limited manager: those that a sponsor of its portfolio pays, also together with others, and those of its
 * own making that have no sponsor yet.
 */
const PORTFOLIO = sql`manager_portfolio f join organization fo using (org_id)
  join project_sponsor w on w.sponsor_admin_user_id = fo.main_user_id`
const isInPortfolio = (alias: string, { userId }: CallerIds) => sql<boolean>`exists (
  select from ${PORTFOLIO} where f.user_id = ${userId} and w.project_id = ${projectOf(alias)})`
const portfolioProjects = ({ userId }: CallerIds) => sql`(
  select distinct w.project_id from ${PORTFOLIO} where f.user_id = ${userId})`
const isUnsponsored = (alias: string) =>
  sql<boolean>`not exists (select from project_sponsor ws where ws.project_id = ${projectOf(alias)})`
const isOwnDraft = (alias: string, { userId }: CallerIds) => sql<boolean>`(${isUnsponsored(alias)}
  and (select w.create_user_id = ${userId} from project w where w.project_id = ${projectOf(alias)}))`
const ownDrafts = ({ userId }: CallerIds) => sql`(
  select w.project_id from project w where w.create_user_id = ${userId} and ${isUnsponsored('w')})`

/**
 * Condition that an account may know of a project: all may but managers that are limited to others. What belongs to no
 * project (null) is no sponsor's.
 */
export const mayKnowProject = (userId: RawBuilder<unknown>, projectId: RawBuilder<unknown>) => sql<boolean>`(
  ${projectId} is null
  or not exists (select from manager_portfolio l where l.user_id = ${userId})
  or exists (select from ${PORTFOLIO} where f.user_id = ${userId} and w.project_id = ${projectId}))`

const portfolioWays = (
  actor: CallerIds,
  alias: string,
  idsOf: (projects: RawBuilder<unknown>) => RawBuilder<unknown>,
): Way[] => [
  { condition: isInPortfolio(alias, actor), ids: idsOf(portfolioProjects(actor)) as Way['ids'] },
  { condition: isOwnDraft(alias, actor), ids: idsOf(ownDrafts(actor)) as Way['ids'] },
]

/**
 * A lead reaches its projects, a sponsor those it sponsors, an executor those that it is assigned to, and a manager with a
 * portfolio those of its sponsors.
 */
export const projectWays = (actor: CallerIds, alias = 'p'): Way[] =>
  actor.isLimited
    ? portfolioWays(actor, alias, (projects) => sql`select w.project_id as id from ${projects} w`)
    : ownProjectWays(actor, alias)

const ownProjectWays = (actor: CallerIds, alias: string): Way[] => [
  {
    condition: sql<boolean>`${sql.ref(`${alias}.lead_user_id`)} = ${actor.userId}`,
    ids: sql`select w.project_id as id from project w where w.lead_user_id = ${actor.userId}`,
  },
  {
    condition: isSponsored(alias, actor),
    ids: sql`select w.project_id as id from project_sponsor w where w.sponsor_admin_user_id = ${actor.mainUserId}`,
  },
  {
    condition: isAssigned(alias, actor),
    ids: sql`select w.project_id as id from biz_project_assign w where w.exec_user_id = ${actor.mainUserId}`,
  },
]

/**
 * The meetings of the projects within reach, and what belongs to them. An executor reaches the meetings that it runs, and
 * of its projects those that nobody runs yet.
 */
export function meetingWays(
  actor: CallerIds,
  { meeting, id, join = sql``, also = sql`` }: WithMeeting,
): Way[] {
  const runner = sql.ref(`${meeting}.exec_user_id`)
  const selected = sql`select ${sql.ref(id)} as id ${also} from`
  const ofProject = sql`join meeting reached on reached.project_id = w.project_id`
  if (actor.isLimited)
    return portfolioWays(actor, meeting, (projects) => sql`${selected} ${projects} w ${ofProject} ${join}`)
  return [
    {
      condition: sql<boolean>`${runner} = ${actor.mainUserId}`,
      ids: sql`${selected} meeting reached ${join} where reached.exec_user_id = ${actor.mainUserId}`,
    },
    {
      condition: sql<boolean>`(${runner} is null and ${isAssigned(meeting, actor)})`,
      ids: sql`${selected} biz_project_assign w ${ofProject} and reached.exec_user_id is null ${join}
        where w.exec_user_id = ${actor.mainUserId}`,
    },
    {
      condition: isSponsored(meeting, actor),
      ids: sql`${selected} project_sponsor w ${ofProject} ${join} where w.sponsor_admin_user_id = ${actor.mainUserId}`,
    },
    {
      condition: isLed(meeting, actor),
      ids: sql`${selected} project w ${ofProject} ${join} where w.lead_user_id = ${actor.userId}`,
    },
  ]
}

/** An expert reaches its own rows, everyone else those of the meetings within reach. */
export const attendeeWays = (actor: CallerIds, alias = 't', meeting = 'm'): Way[] => [
  {
    condition: sql<boolean>`${sql.ref(`${alias}.user_id`)} = ${actor.userId}`,
    ids: sql`select x.attendee_id as id from meeting_attendee x where x.user_id = ${actor.userId}`,
  },
  ...meetingWays(actor, {
    meeting,
    id: 'x.attendee_id',
    join: sql`join meeting_attendee x on x.meeting_id = reached.meeting_id`,
  }),
]

/** What a caller reaches in these ways; null for one that reaches all. */
export function reachOf(actor: Actor, ways: (caller: CallerIds) => Way[]): Reach | null {
  if (reachesAll(actor)) return null
  const { userId, mainUserId, isLimited } = actor
  return new Reach({ userId, mainUserId }, reachKind(actor), (ids) =>
    ways({ userId: ids['userId']!, mainUserId: ids['mainUserId']!, isLimited }),
  )
}

/** What a query of a list is compiled once for. */
export const reachKind = (actor: Actor): string => {
  if (reachesAll(actor)) return 'all'
  return actor.isLimited ? 'portfolio' : 'own'
}

/** Condition that a record is reached in one of the ways, with a look-up for each of them. */
const reachedBy = (ways: readonly Way[]): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.join(
    ways.map(({ condition }) => condition),
    sql` or `,
  )}, false)`

// Aliases of their own: those of the query around would be hidden by the same ones here.
const SUBJECTS = {
  project: {
    of: sql`project own_p where own_p.project_id`,
    ways: (actor: CallerIds) => projectWays(actor, 'own_p'),
  },
  meeting: {
    of: sql`meeting own_m where own_m.meeting_id`,
    ways: (actor: CallerIds) => meetingWays(actor, { meeting: 'own_m', id: 'reached.meeting_id' }),
  },
  attendee: {
    of: sql`meeting_attendee own_t join meeting own_m on own_m.meeting_id = own_t.meeting_id where own_t.attendee_id`,
    ways: (actor: CallerIds) => attendeeWays(actor, 'own_t', 'own_m'),
  },
} as const

/**
 * Condition that the caller may see a record: `query.where(withinReach(actor, 'meeting', 'm.meeting_id'))`. Other
 * records are not found, as if they did not exist.
 */
export function withinReach(
  actor: Actor,
  subject: keyof typeof SUBJECTS,
  idReference: string,
): RawBuilder<boolean> {
  if (reachesAll(actor)) return sql<boolean>`true`
  const { of, ways } = SUBJECTS[subject]
  return sql<boolean>`coalesce((select ${reachedBy(ways(actor))} from ${of} = ${sql.ref(idReference)}), false)`
}
