import type { MeetingCheck } from '@consilium/contract/gates/gates.ts'
import type { PaymentObstacle } from '@consilium/contract/signing/signing.ts'
import type { Db } from '../../infra/db/db.ts'
import { coveredBy } from '../waivers/service.ts'
import { openEvidence, shortEvidence } from './checks.ts'
import { asksAnywhere, policiesFor } from './policy-repository.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

export type AttendanceObstacle = Extract<PaymentObstacle, 'attendanceOpen' | 'attendanceShort'>

const ASKED = ['attendanceReviewed', 'attendanceLong'] as const satisfies readonly MeetingCheck[]
type Asked = (typeof ASKED)[number]

/** What the policies that hold for a meeting require of its attendance, at whatever stage. */
async function requiredOf({ clock }: Scope, within: Db, meetingId: number): Promise<Asked[]> {
  const policies = await policiesFor(within, clock.today(), { meetingId })
  const rules = policies.flatMap((policy) => policy.rules)
  return ASKED.filter((asked) => rules.some(({ check, mode }) => check === asked && mode === 'block'))
}

/** Of those who may not be paid, by their attendance at one meeting: why. Who is waived may be. */
async function obstaclesAt(
  scope: Scope,
  within: Db,
  meetingId: number,
): Promise<[attendeeId: number, AttendanceObstacle][]> {
  const required = await requiredOf(scope, within, meetingId)
  if (required.length === 0) return []
  const { open, short } = await scope.attendance.toReview(within, meetingId)
  const isWaived = coveredBy(await scope.waivers.of(within, meetingId))
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
  for (const meetingId of await repository.meetingsOf(within, attendeeIds))
    for (const [attendeeId, obstacle] of await obstaclesAt(scope, within, meetingId))
      obstacles.set(attendeeId, [...(obstacles.get(attendeeId) ?? []), obstacle])
  return obstacles
}
