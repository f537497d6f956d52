import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { PlannedMeeting } from '../data-set.ts'

/** The first meetings of both stages have people in common. */
const STAGES = ['closed', 'settlement'] as const satisfies MeetingStage[]
const PAIRS = 2
const PAIRED_FEE = '3000'

export interface PlannedPair {
  earlier: PlannedMeeting
  later: PlannedMeeting
  expert: number
}

const bothOf = (meetings: readonly PlannedMeeting[]) =>
  STAGES.map((stage) => meetings.find((meeting) => meeting.stage === stage))

/** The pairs of these meetings: fees of one form of labor, which are taxed together. */
export function ofPairs(meetings: readonly PlannedMeeting[]): PlannedPair[] {
  const [earlier, later] = bothOf(meetings)
  if (!earlier || !later) return []
  const pairs = earlier.attendees.flatMap(({ expert, goal, fields }) => {
    const other = later.attendees.find((attendee) => attendee.expert === expert)
    const areSigned = goal === 'signed' && other?.goal === 'signed'
    return areSigned && fields.laborForm === other.fields.laborForm ? [{ earlier, later, expert }] : []
  })
  return pairs.slice(0, PAIRS)
}

/** Has some attendees of the one meeting attend the other as well, in place of others, where they are free. */
export function joinPairs(meetings: readonly PlannedMeeting[]): void {
  const [earlier, later] = bothOf(meetings)
  if (!earlier || !later || earlier.day === later.day) return
  const isAtLater = (expert: number) => later.attendees.some((attendee) => attendee.expert === expert)
  const isFree = (expert: number) =>
    isAtLater(expert) ||
    !meetings.some(
      ({ day, attendees }) => day === later.day && attendees.some((one) => one.expert === expert),
    )
  // The first fee of a meeting is a small one without tax.
  const shared = earlier.attendees
    .slice(1)
    .filter(({ expert }) => isFree(expert))
    .slice(0, PAIRS)
  const experts = new Set(shared.map(({ expert }) => expert))
  for (const one of shared) {
    const other =
      later.attendees.find(({ expert }) => expert === one.expert) ??
      later.attendees.slice(1).find(({ expert }) => !experts.has(expert))
    if (!other) continue
    Object.assign(other, { expert: one.expert, goal: 'signed' })
    Object.assign(other.fields, { laborForm: one.fields.laborForm, laborFee: PAIRED_FEE })
    Object.assign(one, { goal: 'signed' })
    Object.assign(one.fields, { laborFee: PAIRED_FEE })
  }
}
