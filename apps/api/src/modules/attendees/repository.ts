import { feeRecord } from '@consilium/contract/agreements/fee-record.ts'
import { attendeeRecord } from '@consilium/contract/attendees/attendee-record.ts'
import type {
  Attendee,
  AttendeeCreate,
  AttendeeDetail,
  AttendeeQuery,
  AttendeeUpdate,
} from '@consilium/contract/attendees/attendees.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { declaredColumns } from '../../infra/db/declared-columns.ts'
import { uniqueViolation } from '../../infra/db/faults.ts'
import { attendeeWays, reachKind, reachOf, withinReach } from '../../domain/reach.ts'
import { countsAt, hasAgreed, invitationDeadline } from '../../domain/attendance.ts'
import { auditedTitleOfAttendee } from '../../domain/titles.ts'
import { isOffered, isOpenToSigning, waitsForSignature } from '../../domain/signing.ts'
import { reachedRows } from '../../infra/db/lists/reached-rows.ts'
import { agreementFacts, ofAttendee } from '../agreements/service.ts'
import { matching } from '@consilium/lists/large-list.ts'
import { selectLargePage, type RowsOf } from '../../infra/db/lists/list-planner.ts'
import { selectBatch, type Batch, type Cursor } from '@consilium/lists/select-batch.ts'
import { ownTextContains, plain, plainOf, textContains } from '../../infra/db/lists/name-search.ts'
import { containing } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { ALONG_AGREEMENTS, SORTING, sourceOf, type Needing } from './source-repository.ts'
import type { Actor } from '../../domain/actor.ts'
import { refuseField } from '../../infra/refusal.ts'
import { accountFacts } from '../accounts/service.ts'
import { meetingFacts } from '../meetings/service.ts'

const columns = declaredColumns<'meeting_attendee'>()
const ofMeeting = declaredColumns<'meeting'>()
const ofAgreement = declaredColumns<'labor_agreement'>()

/** Until when the expert may answer the invitation. */
export const replyUntil = sql<string | null>`coalesce(${invitationDeadline}, m.schedule_start_time)`

const views = (db: Db) =>
  db
    .selectFrom('meeting_attendee as t')
    .innerJoin('meeting as m', 'm.meeting_id', 't.meeting_id')
    .innerJoin(accountFacts('u'), 'u.user_id', 't.user_id')
    .innerJoin('labor_agreement as a', 'a.attendee_id', 't.attendee_id')
    .select((eb) => [
      ...columns.select('t', attendeeRecord.stored),
      ...ofMeeting.select('m', [
        'meetingName',
        'projectName',
        'currentStage',
        'scheduleStartTime',
        'scheduleLocation',
      ]),
      ...ofAgreement.select('a', feeRecord.stored),
      ...ofAgreement.select('a', ['bankRegion', 'signatureStatus', 'handsignFileId']),
      'a.payable_amount as laborFee',
      'a.fee_minutes as feeMinutes',
      sql<string>`a.vat_amount + a.surcharge_amount`.as('vatAndSurcharges'),
      'a.step as agreementStep',
      // An expert's account always has a phone.
      eb.ref('u.phone').$notNull().as('phone'),
      auditedTitleOfAttendee.as('auditedTitle'),
      replyUntil.as('replyUntil'),
      invitationDeadline.as('invitationDeadline'),
      hasAgreed.as('hasAgreed'),
      ofAttendee.sealStatus.as('sealStatus'),
      ofAttendee.supersededCount.as('supersededCount'),
      ofAttendee.amendment.as('amendment'),
    ])

export type AttendeeRow = Omit<
  Attendee,
  | 'onSitePhotoUrls'
  | 'handsign'
  | 'laborProtocol'
  | 'laborProtocolUrl'
  | 'attendance'
  | 'titleDiffers'
  | 'abilities'
> & { handsignFileId: number | null; invitationDeadline: string | null; hasAgreed: boolean }

/** An attendee with the text of its agreement. Lists omit the text because a page would repeat it up to 200 times. */
export type WholeAttendee = AttendeeRow & { laborProtocol: string | null } & Omit<
    AttendeeDetail['invitation'],
    'title' | 'content'
  > & { invitationTitle: string | null; invitationContent: string | null }

const reached = (db: Db, actor: Actor) => views(db).where(withinReach(actor, 'attendee', 't.attendee_id'))

/**
 * The phone as masked in answers. Callers who see it masked filter on this, or they could guess the digits one by one.
 */
const maskedPhone = sql<string>`left(u.phone, 3) || '****' || right(u.phone, 4)`

export interface Visibility {
  /** Whether the caller sees phones masked. */
  masked: boolean
  /** The current time, `yyyy-MM-dd HH:mm:ss`. */
  now: string
}

type AttendeeFilters = Omit<AttendeeQuery, 'pageNum' | 'pageSize'>

interface Wanted {
  query: AttendeeFilters
  visibility: Visibility
}

function withPhone(text: string, masked: boolean): Needing {
  const matches = sql`${masked ? maskedPhone : sql`u.phone`} like ${containing(text)}`
  return {
    found: sql`t.user_id = any(array(select u.user_id from ${accountFacts('u')} where ${matches}))`,
    seen: sql`(select ${matches} from ${accountFacts('u')} where u.user_id = t.user_id)`,
  }
}

function withAgreement(reference: string, value: string): Needing {
  const condition = sql<boolean>`${sql.ref(reference)} = ${value}`
  return {
    ...plain(condition),
    along: sql`${sql.ref(reference)}, a.attendee_id`,
    byKey: condition,
    reads: 'a',
  }
}

/** A meeting counts as upcoming until the end of its day. */
const END = sql`coalesce(m.schedule_end_time, m.schedule_start_time, 'infinity')`

function isUpcoming(wanted: boolean, today: string): Needing {
  const upcoming = sql`(m.current_stage <> 'closed' and ${END} >= ${today}::timestamptz)`
  return wanted
    ? { ...plain(sql`${upcoming}`), along: END, reads: 'm' }
    : { ...plain(sql`not ${upcoming}`), reads: 'm' }
}

function isToSign(wanted: boolean, now: string, isByMeeting: boolean): Needing {
  if (!wanted)
    return plain(sql`not (select ${waitsForSignature(now)} from meeting m, labor_agreement a
      where m.meeting_id = t.meeting_id and a.attendee_id = t.attendee_id)`)
  const waits = waitsForSignature(now)
  return {
    // Most meetings are closed. Those that are not have an index of their own in the order of their time.
    ...plain(isByMeeting ? sql`(${waits} and ${isOpenToSigning})` : waits),
    along: sql`a.attendee_id`,
    alongFrom: ALONG_AGREEMENTS,
    byKey: isOffered,
    leads: 'm.schedule_start_time',
    reads: 'ma',
  }
}

function filtersOf({ query, visibility: { masked, now } }: Wanted): Needing[] {
  const filters: Needing[] = []
  if (query.meetingId) filters.push(plainOf('t', sql`t.meeting_id = ${query.meetingId}`))
  if (query.meetingName) filters.push({ ...textContains('m.meeting_name', query.meetingName), reads: 'm' })
  if (query.isUpcoming !== undefined) filters.push(isUpcoming(query.isUpcoming, now.slice(0, 10)))
  if (query.name) filters.push(ownTextContains('t.name', query.name))
  if (query.phone) filters.push(withPhone(query.phone, masked))
  if (query.unit) filters.push(ownTextContains('t.unit', query.unit))
  if (query.department) filters.push(ownTextContains('t.department', query.department))
  if (query.title) filters.push(ownTextContains('t.title', query.title))
  if (query.laborFee) filters.push(withAgreement('a.payable_amount', query.laborFee))
  if (query.laborForm) filters.push(plainOf('t', sql`t.labor_form = ${query.laborForm}`))
  if (query.reply) filters.push(plainOf('t', sql`t.reply = ${query.reply}`))
  if (query.signatureStatus) filters.push(withAgreement('a.signature_status', query.signatureStatus))
  if (query.toSign !== undefined)
    filters.push(isToSign(query.toSign, now, query.orderByColumn === 'scheduleStartTime'))
  const [first, last] = [query['params[beginTime]'], query['params[endTime]']]
  if (first ?? last) filters.push(plainOf('t', inTimeRange('t.create_time', first, last)))
  return filters
}

const rowsOfPage = reachedRows(SORTING.key, reached, reachKind)

export function listAttendees(
  db: Db,
  actor: Actor,
  query: AttendeeQuery,
  visibility: Visibility,
): Promise<Page<AttendeeRow>> {
  const filters = filtersOf({ query, visibility })
  const reach = reachOf(actor, attendeeWays)
  const { from, sorting } = sourceOf(query, filters, null)
  const { from: fromReached, scan } = sourceOf(query, filters, reach && actor)
  const rows: RowsOf<AttendeeRow> = (keys, order) => rowsOfPage(db, actor, keys, order)
  const list = { name: 'attendee', from, fromReached, filters, reach, scan }
  return selectLargePage(db, list, { paging: query, sorting }, rows)
}

export function batchOfAttendees(
  db: Db,
  actor: Actor,
  query: AttendeeFilters,
  visibility: Visibility,
  after: Cursor | null,
): Promise<Batch<AttendeeRow>> {
  const filtered = matching(reached(db, actor), filtersOf({ query, visibility }))
  return selectBatch(db, filtered, query, SORTING, after)
}

export const findAttendee = (db: Db, actor: Actor, attendeeId: number): Promise<WholeAttendee | undefined> =>
  reached(db, actor)
    .select([
      'a.labor_protocol as laborProtocol',
      'm.invitation_title as invitationTitle',
      'm.invitation_content as invitationContent',
      'm.schedule_end_time as scheduleEndTime',
      'm.schedule_agenda as agenda',
      'm.contact_name as contactName',
      'm.contact_phone as contactPhone',
    ])
    .where('t.attendee_id', '=', attendeeId)
    .executeTakeFirst()

export interface LockedAttendee {
  attendeeId: number
  meetingId: number
  expertId: number
  currentStage: MeetingStage
}

/** Locks the attendees within the caller's reach until the transaction ends. */
export const lockAttendees = (
  db: Db,
  actor: Actor,
  attendeeIds: readonly number[],
): Promise<LockedAttendee[]> =>
  db
    .selectFrom('meeting_attendee as t')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .select([
      't.attendee_id as attendeeId',
      't.meeting_id as meetingId',
      't.expert_id as expertId',
      'm.current_stage as currentStage',
    ])
    .where('t.attendee_id', 'in', [...attendeeIds])
    .where(withinReach(actor, 'attendee', 't.attendee_id'))
    .orderBy('t.attendee_id')
    .forUpdate('t')
    .forShare('m')
    .execute()

/** The attendees of a meeting, whether or not they count. */
export const attendeesOf = (
  db: Db,
  meetingId: number,
): Promise<Pick<LockedAttendee, 'attendeeId' | 'expertId'>[]> =>
  db
    .selectFrom('meeting_attendee')
    .select(['attendee_id as attendeeId', 'expert_id as expertId'])
    .where('meeting_id', '=', meetingId)
    .orderBy('attendee_id')
    .execute()

/** The experts who count now and did not count by the deadline that their meeting had before. */
export async function returningBy(
  db: Db,
  before: { meetingId: number; invitationDeadline: string | null },
  now: string,
): Promise<number[]> {
  if (before.invitationDeadline === null || before.invitationDeadline >= now) return []
  const rows = await db
    .selectFrom('meeting_attendee as t')
    .innerJoin(meetingFacts('m'), 'm.meeting_id', 't.meeting_id')
    .innerJoin(agreementFacts('a'), 'a.attendee_id', 't.attendee_id')
    .select('t.expert_id as expertId')
    .where('t.meeting_id', '=', before.meetingId)
    .where('t.reply', 'is', null)
    .where((eb) => eb.not(hasAgreed))
    .where('t.create_time', '<=', before.invitationDeadline)
    .where(countsAt(now))
    .orderBy('t.attendee_id')
    .execute()
  return rows.map(({ expertId }) => expertId)
}

type Stored = (typeof attendeeRecord.created)[number]

/** What is left out is empty. */
export interface NewAttendee extends Pick<AttendeeCreate, Stored> {
  userId: number
  expertId: number
  name: string
  createTime: string
}

/** The unique constraint refuses an expert who is an attendee already, even with concurrent requests. */
export async function insertAttendee(db: Db, attendee: NewAttendee): Promise<number> {
  const row = await db
    .insertInto('meeting_attendee')
    .values({
      ...columns.values(attendeeRecord.created, attendee),
      user_id: attendee.userId,
      expert_id: attendee.expertId,
      name: attendee.name,
      create_time: attendee.createTime,
    })
    .returning('attendee_id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw uniqueViolation(error) === 'meeting_attendee_unique'
        ? refuseField('ATTENDEE_EXISTS', 'phone')
        : error
    })
  return row.attendee_id
}

export type AttendeeChange = Pick<AttendeeUpdate, (typeof attendeeRecord.updated)[number]>

/** Returns false if the version is stale. Undefined fields are left unchanged. */
export async function updateAttendee(
  db: Db,
  { attendeeId, version }: { attendeeId: number; version: number },
  change: AttendeeChange,
): Promise<boolean> {
  const result = await db
    .updateTable('meeting_attendee')
    .set((eb) => ({
      ...columns.values(attendeeRecord.updated, change),
      version: eb('version', '+', 1),
    }))
    .where('attendee_id', '=', attendeeId)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Deletes the agreements too, by a cascading foreign key. */
export async function deleteAttendees(db: Db, attendeeIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('meeting_attendee')
    .where('attendee_id', 'in', [...attendeeIds])
    .execute()
}
