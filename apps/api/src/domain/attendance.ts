import type { Attendance } from '@consilium/contract/attendees/attendance.ts'
import type { AttendeeReply } from '@consilium/contract/attendees/attendees.ts'
import { sql, type RawBuilder } from 'kysely'

/** What decides whether an attendee counts. */
export interface AttendanceFacts {
  /** The agreement is signed, or was paid. */
  hasAgreed: boolean
  reply: AttendeeReply | null
  /** The deadline of the invitation has passed. An invitation that was sent after the deadline has none. */
  isOverdue: boolean
}

/** The first row that fits says how an invitation stands; a fact that it leaves out may be anything. */
const RULES: readonly { when: Partial<AttendanceFacts>; is: Attendance }[] = [
  { when: { hasAgreed: true }, is: 'accepted' },
  { when: { reply: 'declined' }, is: 'declined' },
  { when: { reply: 'accepted' }, is: 'accepted' },
  { when: { isOverdue: true }, is: 'expired' },
  { when: {}, is: 'invited' },
]

/**
 * Whether an attendee counts: for caps, overlaps, budgets, gates, fees that are due, homes, overviews, sums and
 * reminders. A removed attendee has no row.
 */
const COUNTS: Readonly<Record<Attendance, boolean>> = {
  invited: true,
  accepted: true,
  declined: false,
  expired: false,
}

export const attendanceOf = (facts: AttendanceFacts): Attendance =>
  RULES.find(({ when }) =>
    Object.entries(when).every(([fact, value]) => facts[fact as keyof AttendanceFacts] === value),
  )!.is

export const counts = (facts: AttendanceFacts): boolean => COUNTS[attendanceOf(facts)]

/** SQL expression: the deadline for the answer of the attendee `t` of the meeting `m`. */
export const invitationDeadline: RawBuilder<string | null> = sql<string | null>`
  case when m.invitation_deadline >= t.create_time then m.invitation_deadline end`

/** SQL expression: the expert of the attendee `t` has agreed by signing `a`, or was paid. */
export const hasAgreed: RawBuilder<boolean> = sql<boolean>`(a.signature_status = 'signed' or a.was_paid)`

const conditionOf = ({ hasAgreed: agreed, reply, isOverdue }: Partial<AttendanceFacts>, now: string) =>
  sql.join(
    [
      ...(agreed === undefined ? [] : [hasAgreed]),
      ...(reply === undefined ? [] : [sql`t.reply = ${sql.lit(reply)}`]),
      ...(isOverdue === undefined
        ? []
        : [sql`m.invitation_deadline >= t.create_time and m.invitation_deadline < ${now}::timestamptz`]),
      sql`true`,
    ],
    sql` and `,
  )

/**
 * SQL expression: the attendee `t`, with the agreement `a`, counts at the meeting `m` at a time (`yyyy-MM-dd HH:mm:ss`). The
 * same rules as `counts`, from one list.
 */
export const countsAt = (now: string): RawBuilder<boolean> =>
  sql<boolean>`(case ${sql.join(
    RULES.map(({ when, is }) => sql`when ${conditionOf(when, now)} then ${sql.lit(COUNTS[is])}`),
    sql` `,
  )} end)`
