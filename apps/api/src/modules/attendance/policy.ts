import { MEETING_RUNNERS, type RoleType } from '@consilium/contract/accounts/roles.ts'
import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import type { ConferenceRow } from '@consilium/contract/attendance/conference.ts'
import type { Presence } from '@consilium/contract/attendance/presence.ts'
import { allows } from '@consilium/contract/route.ts'
import type { Actor } from '../../domain/actor.ts'
import { isClosedTo } from '../meetings/policy.ts'

const RUNNERS: readonly RoleType[] = MEETING_RUNNERS

/** Whether the caller sees what people drew and who entered them: those who run the meeting or review it. */
export const seesSignatures = (actor: Actor): boolean => RUNNERS.includes(actor.roleType)

export function abilitiesOn(
  actor: Actor,
  presence: Pick<Presence, 'currentStage' | 'review'>,
): Presence['abilities'] {
  const isOpen = !isClosedTo(actor, presence)
  return {
    review: isOpen && presence.review === 'open' && allows(attendanceRoutes.review.access, actor),
    record: isOpen && RUNNERS.includes(actor.roleType),
  }
}

/** Whether the caller may say who an imported row is. */
export const settles = (
  actor: Actor,
  row: Pick<ConferenceRow, 'state'> & Pick<Presence, 'currentStage'>,
): boolean => (row.state === 'review' || row.state === 'unknown') && !isClosedTo(actor, row)
