import type { MeetingCheck } from '@consilium/contract/gates/gates.ts'
import type { PaymentObstacle } from '@consilium/contract/signing/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import type { AttendanceOfMeeting } from '../attendance/service.ts'
import { coveredBy } from '../waivers/service.ts'
import { openEvidence, shortEvidence } from './checks.ts'
import { asksAnywhere, policiesOf, type PolicyInForce } from './policy-repository.ts'
import type { Scope } from './scope.ts'
import { meetingsOfAttendees } from '../attendees/service.ts'

export type AttendanceObstacle = Extract<PaymentObstacle, 'attendanceOpen' | 'attendanceShort'>

const ASKED = ['attendanceReviewed', 'attendanceLong'] as const satisfies readonly MeetingCheck[]
/** Meetings whose attendees are held in memory together. */
const MEETINGS_AT_ONCE = 50
type Asked = (typeof ASKED)[number]

/** What the policies that hold for a meeting require of its attendance, at whatever stage. */
function requiredBy(policies: readonly PolicyInForce[]): Asked[] {
  const rules = policies.flatMap((policy) => policy.rules)
  return ASKED.filter((asked) => rules.some(({ check, mode }) => check === asked && mode === 'block'))
}

/** Of those who may not be paid, by their attendance at one meeting: why. Who is waived may be. */
function obstaclesAt(
  required: readonly Asked[],
  { open, short }: AttendanceOfMeeting,
  isWaived: ReturnType<typeof coveredBy>,
): [attendeeId: number, AttendanceObstacle][] {
  const found: [number, AttendanceObstacle][] = []
  if (required.includes('attendanceReviewed'))
    for (const presence of open)
      if (!isWaived('attendanceReviewed', [openEvidence(presence)]))
        found.push([presence.attendeeId, 'attendanceOpen'])
  if (required.includes('attendanceLong'))
    for (const presence of short)
      if (!isWaived('attendanceLong', [shortEvidence(presence)]))
        found.push([presence.attendeeId, 'attendanceShort'])
  return found
}

/** Of those who may not be paid, by their attendance at these meetings: why. */
async function obstaclesOf(
  scope: Scope,
  within: Db,
  meetingIds: readonly number[],
): Promise<[attendeeId: number, AttendanceObstacle][]> {
  const policies = await policiesOf(within, scope.clock.today(), meetingIds)
  const required = new Map([...policies].map(([meetingId, held]) => [meetingId, requiredBy(held)]))
  const strict = meetingIds.filter((meetingId) => required.get(meetingId)!.length > 0)
  if (strict.length === 0) return []
  const standing = await scope.attendance.toReview(within, strict)
  const waivers = await scope.waivers.ofMeetings(within, strict)
  return strict.flatMap((meetingId) => {
    const isWaived = coveredBy(waivers.get(meetingId) ?? [])
    return obstaclesAt(required.get(meetingId)!, standing.get(meetingId)!, isWaived)
  })
}

/**
 * Why these attendees may not be paid by their attendance; only those of meetings whose rules require it. While no rules do,
 * this is one query.
 */
export async function attendanceObstacles(
  scope: Scope,
  within: Db,
  attendeeIds: readonly number[],
): Promise<ReadonlyMap<number, AttendanceObstacle[]>> {
  const obstacles = new Map<number, AttendanceObstacle[]>()
  if (attendeeIds.length === 0 || !(await asksAnywhere(within, scope.clock.today(), ASKED))) return obstacles
  const meetingIds = await meetingsOfAttendees(within, attendeeIds)
  for (let at = 0; at < meetingIds.length; at += MEETINGS_AT_ONCE)
    for (const [attendeeId, obstacle] of await obstaclesOf(
      scope,
      within,
      meetingIds.slice(at, at + MEETINGS_AT_ONCE),
    ))
      obstacles.set(attendeeId, [...(obstacles.get(attendeeId) ?? []), obstacle])
  return obstacles
}
