import { attendeeRecord } from '@consilium/contract/attendees/attendee-record.ts'
import type { AttendeeQuery } from '@consilium/contract/attendees/attendees.ts'
import { sql, type RawBuilder } from 'kysely'
import { meetingWays, type CallerIds } from '../../domain/reach.ts'
import { declaredColumns } from '../../infra/db/declared-columns.ts'
import type { Filter, ReachedSet, IndexScan } from '@consilium/lists/large-list.ts'
import { orderOf, type Sorting } from '@consilium/lists/list-order.ts'

/** A filter and the tables beside the attendees' own that it reads: meetings, agreements, or both. */
export type Needing = Filter & { reads?: 'm' | 'a' | 'ma' }

export const SORTING = {
  columns: {
    ...declaredColumns<'meeting_attendee'>().order('t', attendeeRecord.orderedColumns),
    payableAmount: 'a.payable_amount',
    // The meetings stand in this order in an index, and each has a few attendees.
    scheduleStartTime: ['m.schedule_start_time', 'm.meeting_id'],
    signatureStatus: 'a.signature_status',
  },
  key: 't.attendee_id',
  neverNull: ['t.name', 'a.payable_amount', 'a.signature_status'],
} as const

const MEETING = sql`join meeting m on m.meeting_id = t.meeting_id`
const AGREEMENT = sql`join labor_agreement a on a.attendee_id = t.attendee_id`
const ATTENDEE = sql`join meeting_attendee t on t.attendee_id = a.attendee_id`

const BY_AGREEMENT = {
  ...SORTING,
  columns: { ...SORTING.columns, attendeeId: 'a.attendee_id' },
  key: 'a.attendee_id',
} as const

// OFFSET keeps a lateral query apart, so that rows are looked up in the order of the index that is read.
const ATTENDEE_OF = sql`cross join lateral (
  select x.* from meeting_attendee x where x.attendee_id = a.attendee_id offset 0) t`
const MEETING_OF = sql`cross join lateral (
  select x.* from meeting x where x.meeting_id = t.meeting_id offset 0) m`
const AGREEMENT_OF = sql`cross join lateral (
  select x.* from labor_agreement x where x.attendee_id = t.attendee_id offset 0) a`

/** Agreements in the order of one of their indexes, each with its attendee and its meeting. */
export const ALONG_AGREEMENTS = sql`labor_agreement a ${ATTENDEE_OF} ${MEETING_OF}`

/** An attendee is reached with its meeting, or as the caller itself. */
const reachedMeetings = (caller: CallerIds): ReachedSet => ({
  key: 't.meeting_id',
  ways: meetingWays(caller, { meeting: 'm', id: 'reached.meeting_id' }),
  besides: sql<boolean>`t.user_id = ${caller.userId}`,
})

interface Source {
  from: RawBuilder<unknown>
  scan?: IndexScan
  sorting: Sorting<keyof (typeof SORTING)['columns']>
}

/** What the pages are read from: the tables that filters, order and reach ask for, that with the index first. */
export function sourceOf(
  query: AttendeeQuery,
  filters: readonly Needing[],
  caller: CallerIds | null,
): Source {
  const isReachAsked = caller !== null
  const [first = ''] = orderOf(query, SORTING).references
  const asksMeeting =
    isReachAsked || first.startsWith('m.') || filters.some(({ reads }) => reads?.includes('m'))
  const asksAgreement = first.startsWith('a.') || filters.some(({ reads }) => reads?.includes('a'))
  const meeting = asksMeeting ? MEETING : sql``
  if (asksAgreement && (first === SORTING.key || first.startsWith('a.'))) {
    const isAlone = !asksMeeting && filters.every(({ reads }) => reads === 'a')
    const from = sql`labor_agreement a ${isAlone ? sql`` : ATTENDEE} ${meeting}`
    const joins = sql`${ATTENDEE_OF} ${asksMeeting ? MEETING_OF : sql``}`
    return {
      from,
      scan: { alias: 'a', table: sql`labor_agreement a`, joins },
      sorting: BY_AGREEMENT,
    }
  }
  const from = sql`meeting_attendee t ${meeting} ${asksAgreement ? AGREEMENT : sql``}`
  if (first.startsWith('m.')) return { from, sorting: SORTING }
  const joins = sql`${asksMeeting ? MEETING_OF : sql``} ${asksAgreement ? AGREEMENT_OF : sql``}`
  const scan = { alias: 't', table: sql`meeting_attendee t`, joins }
  return {
    from,
    scan: caller ? { ...scan, reachedSet: reachedMeetings(caller) } : scan,
    sorting: SORTING,
  }
}
