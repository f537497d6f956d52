import { TIMELINE_MAX, type EventKind, type TimelineEvent } from '@consilium/contract/overviews/overviews.ts'
import { sql, type RawBuilder } from 'kysely'
import { accountName, accountNames } from '../../domain/account-name.ts'
import type { Actor } from '../../domain/actor.ts'
import { withinReach } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'
import { meetingFacts } from '../meetings/service.ts'

/** One more than is shown tells whether there were earlier ones. */
const LIMIT = TIMELINE_MAX + 1
/** Entries of a project among which those within reach are looked for. */
const PROJECT_ENTRIES_READ = 1000

/** What an entry says beside its kind and the id of its record. A time line that has no id of its own does not show it. */
export interface Entry {
  time: RawBuilder<unknown>
  by?: RawBuilder<unknown>
  /** Absent people in whose place it was decided. */
  forUserIds?: RawBuilder<number[]>
  projectId?: RawBuilder<unknown>
  meetingId?: RawBuilder<unknown>
  subject?: RawBuilder<unknown>
  from?: RawBuilder<unknown>
  to?: RawBuilder<unknown>
  check?: RawBuilder<unknown>
  outcome?: RawBuilder<unknown>
  reason?: RawBuilder<unknown>
}

/** The records of which a kind of entry tells: the id of a record, the entry as its columns, and where they are read. */
export interface Told {
  kind: EventKind
  id: RawBuilder<unknown>
  entry: Entry
  rest: RawBuilder<unknown>
}

const NONE = sql`null`
const NOBODY = sql`'{}'`

/** Writes the entries of these records; one that is there takes over what the record now says. */
export async function putEntries(trx: Db, { kind, id, entry, rest }: Told): Promise<void> {
  await sql`
    insert into timeline_entry (kind, record_id, project_id, meeting_id, time, user_id, subject, from_stage, to_stage,
        check_id, outcome, reason, for_user_ids)
      select ${kind}, ${id}, ${entry.projectId ?? NONE}::bigint, ${entry.meetingId ?? NONE}::bigint, ${entry.time},
          ${entry.by ?? NONE}::bigint, ${entry.subject ?? NONE}::text, ${entry.from ?? NONE}::text,
          ${entry.to ?? NONE}::text, ${entry.check ?? NONE}::text, ${entry.outcome ?? NONE}::text,
          ${entry.reason ?? NONE}::text, ${entry.forUserIds ?? NOBODY}::bigint[]
        ${rest}
      on conflict (kind, record_id) do update set subject = excluded.subject, time = excluded.time`.execute(
    trx,
  )
}

export async function removeEntries(trx: Db, kinds: readonly EventKind[], recordId: number): Promise<void> {
  await trx
    .deleteFrom('timeline_entry')
    .where('kind', 'in', kinds)
    .where('record_id', '=', recordId)
    .execute()
}

export interface Events {
  events: TimelineEvent[]
  hasEarlier: boolean
}

/** Nothing happens to a record before it is there. Earlier versions recorded its creation after those who were invited with it. */
const CREATED_FIRST = sql`case latest.kind when 'projectCreated' then 0 when 'meetingCreated' then 1 else 2 end`

/**
 * Some times are those of the database, others whole seconds of the service. What happened within one second is in the order
 * in which its events were recorded, which is that of the entries.
 */
async function latestOf(db: Db, entries: RawBuilder<unknown>, subject: RawBuilder<unknown>): Promise<Events> {
  const { rows } = await sql<TimelineEvent>`
    select kind, time, ${accountName('latest.user_id')} as "userName",
        ${accountNames(sql`latest.for_user_ids`)} as "forNames", meeting_id as "meetingId",
        ${subject} as subject, from_stage as "fromStage", to_stage as "toStage", check_id as "check", outcome, reason
      from (${entries} order by time desc, entry_id desc limit ${LIMIT}) latest
      order by date_trunc('second', latest.time), ${CREATED_FIRST}, latest.entry_id`.execute(db)
  return { events: rows.slice(-TIMELINE_MAX), hasEarlier: rows.length > TIMELINE_MAX }
}

/** All kinds but these. */
const without = (kinds: readonly EventKind[]) => sql`e.kind <> all(${kinds}::text[])`

/** What happened to a meeting. */
export const eventsOfMeeting = (db: Db, meetingId: number, hidden: readonly EventKind[]): Promise<Events> =>
  latestOf(
    db,
    sql`select e.* from timeline_entry e where e.meeting_id = ${meetingId} and ${without(hidden)}`,
    sql`latest.subject`,
  )

/** Where and when a meeting is, which tells those of one project apart. */
const PLACE = sql`(
  select nullif(concat_ws(' · ', m.schedule_location, to_char(m.schedule_start_time, 'YYYY-MM-DD')), '')
    from ${meetingFacts('m')} where m.meeting_id = latest.meeting_id)`

/** What happened to a project, as far as the caller reaches its meetings. */
export const eventsOfProject = (
  db: Db,
  actor: Actor,
  projectId: number,
  hidden: readonly EventKind[],
): Promise<Events> =>
  latestOf(
    db,
    sql`select e.* from (
        select e.* from timeline_entry e where e.project_id = ${projectId} and ${without(hidden)}
          order by e.time desc, e.entry_id desc limit ${PROJECT_ENTRIES_READ}) e
      where e.meeting_id is null or ${withinReach(actor, 'meeting', 'e.meeting_id')}`,
    sql`coalesce(latest.subject, ${PLACE})`,
  )
