import type { DoorScreen } from '@consilium/contract/attendance/attendance.ts'
import type { SignatureMode } from '@consilium/contract/attendance/sign-in.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import { accountName } from '../../domain/account-name.ts'
import type { Actor } from '../../domain/actor.ts'
import { withinReach } from '../../domain/reach.ts'
import type { Db } from '../../infra/db/db.ts'
import { accountFacts } from '../accounts/service.ts'
import { expertFacts } from '../experts/service.ts'
import { meetingFacts } from '../meetings/service.ts'
import { attendeeFacts } from '../agreements/service.ts'

/** A meeting as its door needs it. */
export interface DoorMeeting {
  meetingId: number
  meetingName: string
  currentStage: MeetingStage
  scheduleStartTime: string | null
  scheduleEndTime: string | null
  scheduleLocation: string | null
  /** The times in seconds since 1970. */
  start: number | null
  end: number | null
  signature: SignatureMode
  latitude: number | null
  longitude: number | null
  settingVersion: number
}

const DEFAULT_SIGNATURE: SignatureMode = 'optional'

const meetings = (db: Db) =>
  db
    .selectFrom(meetingFacts('m'))
    .leftJoin('sign_in_setting as s', 's.meeting_id', 'm.meeting_id')
    .select([
      'm.meeting_id as meetingId',
      'm.meeting_name as meetingName',
      'm.current_stage as currentStage',
      'm.schedule_start_time as scheduleStartTime',
      'm.schedule_end_time as scheduleEndTime',
      'm.schedule_location as scheduleLocation',
      sql<number | null>`extract(epoch from m.schedule_start_time)::float8`.as('start'),
      sql<number | null>`extract(epoch from m.schedule_end_time)::float8`.as('end'),
      sql<SignatureMode>`coalesce(s.signature, ${DEFAULT_SIGNATURE})`.as('signature'),
      sql<number | null>`s.latitude::float8`.as('latitude'),
      sql<number | null>`s.longitude::float8`.as('longitude'),
      sql<number>`coalesce(s.version, 1)`.as('settingVersion'),
    ])

export const findDoor = (db: Db, meetingId: number): Promise<DoorMeeting> =>
  meetings(db).where('m.meeting_id', '=', meetingId).executeTakeFirstOrThrow()

export const findDoors = (db: Db, meetingIds: readonly number[]): Promise<DoorMeeting[]> =>
  meetings(db)
    .where('m.meeting_id', '=', sql<number>`any(${[...meetingIds]}::bigint[])`)
    .execute()

export const findReachedDoor = (db: Db, actor: Actor, meetingId: number): Promise<DoorMeeting | undefined> =>
  meetings(db)
    .where('m.meeting_id', '=', meetingId)
    .where(withinReach(actor, 'meeting', 'm.meeting_id'))
    .executeTakeFirst()

/** Locks the meeting against another stage, schedule or deletion until the transaction ends. */
export const lockDoor = (db: Db, meetingId: number): Promise<DoorMeeting | undefined> =>
  meetings(db).where('m.meeting_id', '=', meetingId).forShare('m').executeTakeFirst()

export interface SettingChange {
  meetingId: number
  version: number
  signature: SignatureMode
  latitude: number | null
  longitude: number | null
}

const textOf = (degrees: number | null): string | null => (degrees === null ? null : String(degrees))

/** Returns false if the version is stale. A meeting that has no row yet has version 1. */
export async function saveSetting(
  db: Db,
  { meetingId, version, signature, ...place }: SettingChange,
): Promise<boolean> {
  const change = { signature, latitude: textOf(place.latitude), longitude: textOf(place.longitude) }
  const changed = await db
    .updateTable('sign_in_setting')
    .set({ ...change, version: version + 1 })
    .where('meeting_id', '=', meetingId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n || version !== 1) return changed.numUpdatedRows > 0n
  const added = await db
    .insertInto('sign_in_setting')
    .values({ meeting_id: meetingId, ...change, version: version + 1 })
    .onConflict((conflict) => conflict.column('meeting_id').doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export interface Screen {
  screenId: number
  meetingId: number
}

export async function insertScreen(
  db: Db,
  screen: { meetingId: number; tokenHash: Buffer; createUserId: number; createTime: string },
): Promise<number> {
  const row = await db
    .insertInto('sign_in_screen')
    .values({
      meeting_id: screen.meetingId,
      token_hash: screen.tokenHash,
      create_user_id: screen.createUserId,
      create_time: screen.createTime,
    })
    .returning('screen_id')
    .executeTakeFirstOrThrow()
  return row.screen_id
}

export const findScreen = (db: Db, tokenHash: Buffer): Promise<Screen | undefined> =>
  db
    .selectFrom('sign_in_screen')
    .select(['screen_id as screenId', 'meeting_id as meetingId'])
    .where('token_hash', '=', tokenHash)
    .where('ended_time', 'is', null)
    .executeTakeFirst()

/** Screens of a meeting that have not been ended. */
export const openScreens = (db: Db, meetingId: number): Promise<Omit<DoorScreen, 'endsTime'>[]> =>
  db
    .selectFrom('sign_in_screen as s')
    .select([
      's.screen_id as screenId',
      's.meeting_id as meetingId',
      accountName<string | null>('s.create_user_id').as('createUserName'),
      's.create_time as createTime',
    ])
    .where('s.meeting_id', '=', meetingId)
    .where('s.ended_time', 'is', null)
    .orderBy('s.screen_id')
    .execute()

/** Ends a screen of a meeting within the caller's reach, and returns the meeting; undefined if there is none. */
export async function endScreen(
  db: Db,
  actor: Actor,
  screenId: number,
  now: string,
): Promise<number | undefined> {
  const row = await db
    .updateTable('sign_in_screen as s')
    .set({ ended_time: now })
    .where('s.screen_id', '=', screenId)
    .where('s.ended_time', 'is', null)
    .where(withinReach(actor, 'meeting', 's.meeting_id'))
    .returning('s.meeting_id as meetingId')
    .executeTakeFirst()
  return row?.meetingId
}

/** Notes a code that a screen shows. All polls of one step note the same one. */
export async function noteCode(
  db: Db,
  code: { codeHash: Buffer; screenId: number; step: number },
): Promise<void> {
  await db
    .insertInto('sign_in_code')
    .values({ code_hash: code.codeHash, screen_id: code.screenId, step: code.step })
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .execute()
}

/** A code of a screen that has not been ended. */
export const findCode = (
  db: Db,
  codeHash: Buffer,
): Promise<{ meetingId: number; step: number } | undefined> =>
  db
    .selectFrom('sign_in_code as c')
    .innerJoin('sign_in_screen as s', 's.screen_id', 'c.screen_id')
    .select(['s.meeting_id as meetingId', 'c.step'])
    .where('c.code_hash', '=', codeHash)
    .where('s.ended_time', 'is', null)
    .executeTakeFirst()

/** How many attendees of the meeting have signed in. */
export async function countIn(db: Db, meetingId: number): Promise<number> {
  const row = await db
    .selectFrom('attendance_mark')
    .select(({ fn }) => fn.count<number>('attendee_id').distinct().as('count'))
    .where('meeting_id', '=', meetingId)
    .where('kind', '=', 'in')
    .where('replaced_by', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

export interface Ticket {
  ticketId: number
  meetingId: number
  step: number
  phone: string | null
  userId: number | null
}

export async function insertTicket(
  db: Db,
  ticket: Omit<Ticket, 'ticketId'> & { ticketHash: Buffer; expireTime: string },
): Promise<void> {
  await db
    .insertInto('sign_in_ticket')
    .values({
      ticket_hash: ticket.ticketHash,
      meeting_id: ticket.meetingId,
      step: ticket.step,
      phone: ticket.phone,
      user_id: ticket.userId,
      expire_time: ticket.expireTime,
    })
    .execute()
}

export const findTicket = (db: Db, ticketHash: Buffer, now: string): Promise<Ticket | undefined> =>
  db
    .selectFrom('sign_in_ticket')
    .select(['ticket_id as ticketId', 'meeting_id as meetingId', 'step', 'phone', 'user_id as userId'])
    .where('ticket_hash', '=', ticketHash)
    .where('expire_time', '>', now)
    .executeTakeFirst()

/** Gives a ticket to a phone. Of two phones at once the first one gets it; the other gets false. */
export async function giveTicket(db: Db, ticketId: number, phone: string): Promise<boolean> {
  const result = await db
    .updateTable('sign_in_ticket')
    .set({ phone })
    .where('ticket_id', '=', ticketId)
    .where((eb) => eb.or([eb('phone', 'is', null), eb('phone', '=', phone)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function purgeDoor(db: Db, before: { step: number; now: string }): Promise<void> {
  await db.deleteFrom('sign_in_code').where('step', '<', before.step).execute()
  await db.deleteFrom('sign_in_ticket').where('expire_time', '<=', before.now).execute()
}

/** Who comes in with a phone: the name that the meeting or the account knows, and whether the last mark is an “in”. */
export async function findGuest(
  db: Db,
  meetingId: number,
  phone: string,
): Promise<{ name: string; attendeeId: number | null; isIn: boolean } | undefined> {
  return db
    .selectFrom(accountFacts('u'))
    .leftJoin(expertFacts('e'), 'e.user_id', 'u.user_id')
    .leftJoin(attendeeFacts('t'), (join) =>
      join.onRef('t.user_id', '=', 'u.user_id').on('t.meeting_id', '=', meetingId),
    )
    .select([
      sql<string>`coalesce(t.name, e.name, u.display_name, u.user_name)`.as('name'),
      't.attendee_id as attendeeId',
      sql<boolean>`coalesce((select x.kind = 'in' from attendance_mark x
        where x.attendee_id = t.attendee_id and x.replaced_by is null
        order by x.mark_time desc, x.mark_id desc limit 1), false)`.as('isIn'),
    ])
    .where('u.phone', '=', phone)
    .executeTakeFirst()
}

/** Seconds since 1970 of times on the wire, which are in the zone of the service. */
export async function secondsIn(db: Db, times: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from given)::float8 as at
    from unnest(${[...times]}::timestamptz[]) with ordinality as t (given, place) order by place`.execute(db)
  return rows.map(({ at }) => at)
}
