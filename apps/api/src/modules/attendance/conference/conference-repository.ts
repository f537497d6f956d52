import type {
  ConferenceRow,
  ConferenceRowQuery,
  ConferenceState,
} from '@consilium/contract/attendance/conference.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import type { Actor } from '../../../domain/actor.ts'
import { withinReach } from '../../../domain/reach.ts'
import type { Db } from '../../../infra/db/db.ts'
import { selectPage } from '../../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../../infra/db/lists/time-range.ts'
import { meetingFacts } from '../../meetings/service.ts'
import { attendeeFacts } from '../../agreements/service.ts'

/** Rows of one statement. */
const AT_ONCE = 500

export interface NewRow {
  key: Buffer
  rowNumber: number
  nickname: string
  role: string | null
  firstIn: string
  lastOut: string
  staySeconds: number | null
  state: ConferenceState
}

function* chunksOf<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE)
}

/** Adds rows; those whose key the meeting has already add nothing. Returns the ids of new ones by their key. */
export async function insertRows(
  trx: Db,
  given: { meetingId: number; userId: number; time: string },
  rows: readonly NewRow[],
): Promise<Map<string, number>> {
  const added = new Map<string, number>()
  for (const chunk of chunksOf(rows)) {
    const inserted = await trx
      .insertInto('conference_row')
      .values(
        chunk.map((row) => ({
          meeting_id: given.meetingId,
          row_key: row.key,
          row_number: row.rowNumber,
          nickname: row.nickname,
          role: row.role,
          first_in: row.firstIn,
          last_out: row.lastOut,
          stay_seconds: row.staySeconds,
          state: row.state,
          create_user_id: given.userId,
          create_time: given.time,
        })),
      )
      .onConflict((conflict) => conflict.columns(['meeting_id', 'row_key']).doNothing())
      .returning(['row_id', 'row_key'])
      .execute()
    for (const { row_id: rowId, row_key: key } of inserted) added.set(key.toString('hex'), rowId)
  }
  return added
}

export interface Stay {
  rowId: number
  attendeeId: number
  firstIn: string
  lastOut: string
}

/** A sign-in and a sign-out for each stay. */
export async function insertStays(
  trx: Db,
  given: { meetingId: number; userId: number; time: string },
  stays: readonly Stay[],
): Promise<void> {
  for (const chunk of chunksOf(stays))
    await trx
      .insertInto('attendance_mark')
      .values(
        chunk.flatMap(({ rowId, attendeeId, firstIn, lastOut }) =>
          (['in', 'out'] as const).map((kind) => ({
            meeting_id: given.meetingId,
            attendee_id: attendeeId,
            kind,
            method: 'import' as const,
            mark_time: kind === 'in' ? firstIn : lastOut,
            create_time: given.time,
            recorded_by: given.userId,
            conference_row_id: rowId,
          })),
        ),
      )
      .execute()
}

export type StoredRow = Omit<ConferenceRow, 'abilities'> & { currentStage: MeetingStage }

const rows = (db: Db) =>
  db
    .selectFrom('conference_row as r')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 'r.meeting_id')
    .select([
      'r.row_id as rowId',
      'r.meeting_id as meetingId',
      'm.current_stage as currentStage',
      'r.row_number as rowNumber',
      'r.nickname',
      'r.role',
      'r.first_in as firstIn',
      'r.last_out as lastOut',
      sql<number | null>`r.stay_seconds / 60`.as('minutes'),
      'r.state',
      sql<ConferenceRow['attendees']>`coalesce((
        select json_agg(json_build_object('attendeeId', t.attendee_id, 'name', t.name) order by t.attendee_id)
          from attendance_mark x join ${attendeeFacts('t')} using (attendee_id)
          where x.conference_row_id = r.row_id and x.kind = 'in'), '[]')`.as('attendees'),
    ])

const SORTING = {
  columns: {
    rowId: 'r.row_id',
    firstIn: 'r.first_in',
    nickname: 'r.nickname',
    createTime: 'r.create_time',
  },
  key: 'r.row_id',
} as const

export function listRows(db: Db, query: ConferenceRowQuery): Promise<Page<StoredRow>> {
  const all = rows(db)
    .where('r.meeting_id', '=', query.meetingId)
    .where(inTimeRange('r.create_time', query['params[beginTime]'], query['params[endTime]']))
  return selectPage(db, query.state ? all.where('r.state', '=', query.state) : all, query, SORTING)
}

export const findRow = (db: Db, actor: Actor, rowId: number): Promise<StoredRow | undefined> =>
  rows(db)
    .where('r.row_id', '=', rowId)
    .where(withinReach(actor, 'meeting', 'r.meeting_id'))
    .executeTakeFirst()

/** Returns false if the row was settled meanwhile. */
export async function settleRow(trx: Db, rowId: number, state: ConferenceState): Promise<boolean> {
  const result = await trx
    .updateTable('conference_row')
    .set({ state })
    .where('row_id', '=', rowId)
    .where('state', 'in', ['review', 'unknown'])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The rows of meetings of which somebody has to say who they are. */
export const openRows = (
  db: Db,
  meetingIds: readonly number[],
): Promise<{ meetingId: number; rowId: number; nickname: string }[]> =>
  db
    .selectFrom('conference_row')
    .select(['meeting_id as meetingId', 'row_id as rowId', 'nickname'])
    .where('meeting_id', '=', sql<number>`any(${[...meetingIds]}::bigint[])`)
    .where('state', '=', 'review')
    .orderBy('row_id')
    .execute()
