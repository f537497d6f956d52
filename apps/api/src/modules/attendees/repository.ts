import type { Attendee, AttendeeQuery } from '@consilium/contract/attendees.ts'
import type { LaborForm } from '@consilium/contract/labor-forms.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { MeetingStage } from '@consilium/contract/meetings.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { uniqueViolation } from '../../infra/db/faults.ts'
import { withinReach } from '../../domain/reach.ts'
import { selectBatch, type Batch, type Cursor } from '../../infra/db/select-batch.ts'
import { nameContains } from '../../infra/db/name-search.ts'
import { containing, selectPage } from '../../infra/db/select-page.ts'
import { inTimeRange } from '../../infra/db/time-range.ts'
import type { Actor } from '../../domain/actor.ts'
import { refuseField } from '../../infra/refusal.ts'

const supersededCount = sql<number>`(
  select count(*) from labor_agreement_history h where h.attendee_id = t.attendee_id
)`

const views = (db: Db) =>
  db
    .selectFrom('meeting_attendee as t')
    .innerJoin('meeting as m', 'm.meeting_id', 't.meeting_id')
    .innerJoin('sys_user as u', 'u.user_id', 't.user_id')
    .innerJoin('labor_agreement as a', 'a.attendee_id', 't.attendee_id')
    .select((eb) => [
      't.attendee_id as attendeeId',
      't.meeting_id as meetingId',
      'm.meeting_name as meetingName',
      'm.project_name as projectName',
      'm.current_stage as currentStage',
      'm.schedule_start_time as scheduleStartTime',
      'm.schedule_location as scheduleLocation',
      't.user_id as userId',
      't.expert_id as expertId',
      't.name',
      // An expert's account always has a phone.
      eb.ref('u.phone').$notNull().as('phone'),
      't.unit',
      't.department',
      't.title',
      't.labor_form as laborForm',
      'a.payable_amount as laborFee',
      'a.payable_amount as payableAmount',
      'a.vat_amount as vatAmount',
      'a.surcharge_amount as surchargeAmount',
      'a.income_tax as incomeTax',
      'a.net_amount as netAmount',
      'a.fee_rule_version as feeRuleVersion',
      sql<string>`a.vat_amount + a.surcharge_amount`.as('vatAndSurcharges'),
      'a.bank_region as bankRegion',
      't.summary',
      't.on_site_photos as onSitePhotos',
      'a.signature_status as signatureStatus',
      'a.step as agreementStep',
      'a.handsign_file_id as handsignFileId',
      supersededCount.as('supersededCount'),
      't.create_time as createTime',
      't.version',
    ])

export type AttendeeRow = Omit<
  Attendee,
  'onSitePhotoUrls' | 'handsign' | 'laborProtocol' | 'laborProtocolUrl' | 'abilities'
> & { handsignFileId: number | null }

/** An attendee with the text of its agreement. Lists omit the text because a page would repeat it up to 200 times. */
export type WholeAttendee = AttendeeRow & { laborProtocol: string | null }

const reached = (db: Db, actor: Actor) =>
  views(db).where(withinReach(actor, 'attendee_reach', 't.attendee_id'))

/**
 * The phone as masked in answers. Callers who see it masked filter on this, or they could guess the digits one by one.
 */
const maskedPhone = sql<string>`left(u.phone, 3) || '****' || right(u.phone, 4)`

export interface Visibility {
  /** Whether the caller sees phones masked. */
  masked: boolean
  /** The current day, `yyyy-MM-dd`. */
  today: string
}

/** A meeting counts as upcoming until the end of its day. */
const upcoming = (today: string) => sql<boolean>`(
  m.current_stage <> 'closed'
  and coalesce(m.schedule_end_time, m.schedule_start_time, 'infinity') >= ${today}::timestamptz
)`

type AttendeeFilters = Omit<AttendeeQuery, 'pageNum' | 'pageSize'>

function filtered(db: Db, actor: Actor, query: AttendeeFilters, { masked, today }: Visibility) {
  let rows = reached(db, actor)
  if (query.meetingId) rows = rows.where('t.meeting_id', '=', query.meetingId)
  if (query.meetingName) rows = rows.where(nameContains('m', 'meeting_name', query.meetingName))
  if (query.isUpcoming !== undefined) rows = rows.where(upcoming(today), 'is', query.isUpcoming)
  if (query.name) rows = rows.where(nameContains('t', 'name', query.name))
  if (query.phone) rows = rows.where(masked ? maskedPhone : 'u.phone', 'like', containing(query.phone))
  if (query.unit) rows = rows.where(nameContains('t', 'unit', query.unit))
  if (query.department) rows = rows.where('t.department', 'ilike', containing(query.department))
  if (query.title) rows = rows.where('t.title', 'ilike', containing(query.title))
  if (query.laborFee) rows = rows.where('a.payable_amount', '=', query.laborFee)
  if (query.laborForm) rows = rows.where('t.labor_form', '=', query.laborForm)
  if (query.signatureStatus) rows = rows.where('a.signature_status', '=', query.signatureStatus)
  rows = rows.where(inTimeRange('t.create_time', query['params[beginTime]'], query['params[endTime]']))
  return rows
}

const SORTING = {
  columns: {
    attendeeId: 't.attendee_id',
    name: 't.name',
    unit: 't.unit',
    payableAmount: 'a.payable_amount',
    scheduleStartTime: 'm.schedule_start_time',
    signatureStatus: 'a.signature_status',
    createTime: 't.create_time',
  },
  key: 't.attendee_id',
} as const

export const listAttendees = (
  db: Db,
  actor: Actor,
  query: AttendeeQuery,
  visibility: Visibility,
): Promise<Page<AttendeeRow>> => selectPage(filtered(db, actor, query, visibility), query, SORTING)

export const batchOfAttendees = (
  db: Db,
  actor: Actor,
  query: AttendeeFilters,
  visibility: Visibility,
  after: Cursor | null,
): Promise<Batch<AttendeeRow>> =>
  selectBatch(db, filtered(db, actor, query, visibility), query, SORTING, after)

export const findAttendee = (db: Db, actor: Actor, attendeeId: number): Promise<WholeAttendee | undefined> =>
  reached(db, actor)
    .select('a.labor_protocol as laborProtocol')
    .where('t.attendee_id', '=', attendeeId)
    .executeTakeFirst()

export interface LockedAttendee {
  attendeeId: number
  userId: number
  meetingName: string
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
    .innerJoin('meeting as m', 'm.meeting_id', 't.meeting_id')
    .select([
      't.attendee_id as attendeeId',
      't.user_id as userId',
      'm.meeting_name as meetingName',
      'm.current_stage as currentStage',
    ])
    .where('t.attendee_id', 'in', [...attendeeIds])
    .where(withinReach(actor, 'attendee_reach', 't.attendee_id'))
    .orderBy('t.attendee_id')
    .forUpdate('t')
    .execute()

export const attendeesOf = (
  db: Db,
  meetingIds: readonly number[],
): Promise<Pick<LockedAttendee, 'attendeeId' | 'userId' | 'meetingName'>[]> =>
  db
    .selectFrom('meeting_attendee as t')
    .innerJoin('meeting as m', 'm.meeting_id', 't.meeting_id')
    .select(['t.attendee_id as attendeeId', 't.user_id as userId', 'm.meeting_name as meetingName'])
    .where('t.meeting_id', 'in', [...meetingIds])
    .orderBy('t.attendee_id')
    .execute()

export interface NewAttendee {
  meetingId: number
  userId: number
  expertId: number
  name: string
  unit: string | null
  department: string | null
  title: string | null
  laborForm: LaborForm
  summary: string | null
  onSitePhotos: readonly number[]
}

/** The unique constraint refuses an expert who is an attendee already, even with concurrent requests. */
export async function insertAttendee(db: Db, attendee: NewAttendee): Promise<number> {
  const row = await db
    .insertInto('meeting_attendee')
    .values({
      meeting_id: attendee.meetingId,
      user_id: attendee.userId,
      expert_id: attendee.expertId,
      name: attendee.name,
      unit: attendee.unit,
      department: attendee.department,
      title: attendee.title,
      labor_form: attendee.laborForm,
      summary: attendee.summary,
      on_site_photos: [...attendee.onSitePhotos],
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

export interface AttendeeChange {
  name?: string | undefined
  unit?: string | null | undefined
  department?: string | null | undefined
  title?: string | null | undefined
  laborForm?: LaborForm | undefined
  summary?: string | null | undefined
  onSitePhotos?: number[] | undefined
}

/** Returns false if the version is stale. Undefined fields are left unchanged. */
export async function updateAttendee(
  db: Db,
  { attendeeId, version }: { attendeeId: number; version: number },
  change: AttendeeChange,
): Promise<boolean> {
  const result = await db
    .updateTable('meeting_attendee')
    .set((eb) => ({
      name: change.name,
      unit: change.unit,
      department: change.department,
      title: change.title,
      labor_form: change.laborForm,
      summary: change.summary,
      on_site_photos: change.onSitePhotos,
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
