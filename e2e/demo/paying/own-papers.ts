import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { ownPaymentRoutes } from '@consilium/contract/payments/own-payments.ts'
import type { Calendar } from '../calendar.ts'
import type { Filled } from '../fill.ts'
import { unlessThere } from '../platform.ts'
import type { Report } from '../report.ts'

/** So many experts save a statement of their year and a certificate. */
const READERS = 3
const HELD = ['materials', 'settlement'] as const
const YEAR = 'yyyy'.length

/** Experts save a statement of what they were paid this year, and certificates of the meetings that they were at. */
export async function fillOwnPapers(
  { experts, meetings }: Filled,
  calendar: Calendar,
  report: Report,
): Promise<void> {
  const year = Number(calendar.date(0).slice(0, YEAR))
  const held = meetings.filter(({ planned }) => HELD.some((stage) => stage === planned.stage))
  const places = new Set(held.flatMap(({ planned }) => planned.attendees.map(({ expert }) => expert)))
  const readers = [...places].filter((place) => experts[place]?.player).slice(0, READERS)
  const counting = report.part('statements', readers.length)
  for (const place of readers) {
    const { call } = experts[place]!.player!
    await unlessThere('STATEMENT_EMPTY', call(ownPaymentRoutes.statement, { query: { year } }))
    for (const { attendees } of held) {
      const attendee = attendees.get(place)
      if (!attendee) continue
      const params = { attendeeId: attendee.attendeeId }
      await unlessThere('PRESENCE_UNPROVEN', call(attendanceRoutes.certificate, { params }))
    }
  }
  counting.end()
}
