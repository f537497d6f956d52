import type { MeetingCheck } from '@consilium/contract/gates/gates.ts'
import type { PaymentObstacle } from '@consilium/contract/signing/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import type { AttendanceOfMeeting } from '../attendance/service.ts'
import { coveredBy } from '../waivers/service.ts'
import { openEvidence, shortEvidence } from './checks.ts'
import { asksAnywhere, policiesOf, type PolicyInForce } from './policy-repository.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

export type AttendanceObstacle = Extract<PaymentObstacle, 'attendanceOpen' | 'attendanceShort'>

const ASKED = ['attendanceReviewed', 'attendanceLong'] as const satisfies readonly MeetingCheck[]
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
  const policies = await policiesOf(
    within,
    scope.clock.today(),
    await repository.meetingsOf(within, attendeeIds),
  )
  const required = new Map(
    [...policies].flatMap(([meetingId, held]) => {
      const asked = requiredBy(held)
      return asked.length > 0 ? [[meetingId, asked] as const] : []
    }),
  )
  if (required.size === 0) return obstacles
  const meetingIds = [...required.keys()]
  const standing = await scope.attendance.toReview(within, meetingIds)
  const waivers = await scope.waivers.ofMeetings(within, meetingIds)
  for (const [meetingId, asked] of required) {
    const isWaived = coveredBy(waivers.get(meetingId) ?? [])
    for (const [attendeeId, obstacle] of obstaclesAt(asked, standing.get(meetingId)!, isWaived))
      obstacles.set(attendeeId, [...(obstacles.get(attendeeId) ?? []), obstacle])
  }
  return obstacles
}
