import type { MeetingCheck } from '@consilium/contract/gates/gates.ts'
import type { Evidence } from '@consilium/contract/gates/gate-routes.ts'
import { differsFromAudit } from '../../domain/titles.ts'
import type { OpenPresence, OpenRow, ShortPresence } from '../attendance/service.ts'
import { Money } from '../fees/service.ts'
import type { Check, Finding } from './check.ts'
import type { AllowedCheck, AttendeeFact, Facts } from './facts.ts'
import { INVOICE_CHECKS } from './invoice-checks.ts'

const MISSING: Evidence = { key: 'missing', name: null }
const DAY_MS = 24 * 3600 * 1000

const filledIn = (...values: readonly unknown[]): Finding => ({
  open: values.every((value) => value !== null) ? [] : [MISSING],
  count: null,
})
const present = (count: number): Finding => ({ open: count > 0 ? [] : [MISSING], count })
const noneOf = (open: readonly Evidence[]): Finding => ({ open, count: open.length })

/** The key has what a waiver of it rests on: a fee that changes later is another thing to waive. */
const attendeeEvidence = ({ attendeeId, name, payable }: AttendeeFact): Evidence => ({
  key: `attendee:${attendeeId}:${payable}`,
  name,
})
function signatures({ attendees }: Facts): Finding {
  const unsigned = attendees.filter(({ isSigned }) => !isSigned)
  return {
    open: attendees.length === 0 ? [MISSING] : unsigned.map(attendeeEvidence),
    count: unsigned.length,
  }
}

function feesWithinBudget({ meeting, attendees }: Facts): Finding {
  if (meeting.laborBudget === null) return { open: [], count: null }
  const fees = attendees.reduce((sum, { payable }) => sum.plus(payable), Money('0'))
  const over = fees.minus(meeting.laborBudget)
  return {
    open: over.gt('0') ? [{ key: `over:${over.toFixed(2)}`, name: over.toFixed(2) }] : [],
    count: null,
  }
}

/** What was entered and what the audit approved. Both are in the key: another title is another thing to waive. */
const titleEvidence = ({ attendeeId, name, title, auditedTitle }: AttendeeFact): Evidence => ({
  key: `title:${attendeeId}:${JSON.stringify([title, auditedTitle])}`,
  name: `${name} (${title} ≠ ${auditedTitle ?? '—'})`,
})

/** A later mark is another thing to waive. */
export const openEvidence = ({ attendeeId, name, lastMarkId }: OpenPresence): Evidence => ({
  key: `presence:${attendeeId}:${lastMarkId}`,
  name,
})

const rowEvidence = ({ rowId, nickname }: OpenRow): Evidence => ({ key: `row:${rowId}`, name: nickname })

/** Other minutes, there or agreed, are another thing to waive. */
export const shortEvidence = ({ attendeeId, name, minutes, feeMinutes }: ShortPresence): Evidence => ({
  key: `minutes:${attendeeId}:${minutes ?? '-'}:${feeMinutes ?? '-'}`,
  name: `${name} (${minutes ?? '—'} / ${feeMinutes ?? '—'})`,
})

/** Meals by the head: the invoices for meals over the attendees on record. */
function meals({ meals: sum, attendees }: Facts, most: number): Finding {
  const isOver = Money(sum).gt(Money(String(most)).times(String(attendees.length)))
  return { open: isOver ? [{ key: `meals:${sum}:${attendees.length}`, name: sum }] : [], count: null }
}

/** Whole days from the day of the meeting's end to today; null if it has no time. */
function daysSinceEnd({ meeting, today }: Facts): number | null {
  const end = meeting.scheduleEndTime ?? meeting.scheduleStartTime
  return end === null ? null : Math.round((Date.parse(today) - Date.parse(end.slice(0, 10))) / DAY_MS)
}

const daysThat = (fit: (days: number, threshold: number) => boolean): Check => ({
  module: 'meetings',
  look(facts, threshold) {
    const days = daysSinceEnd(facts)
    if (days === null) return { open: [MISSING], count: null }
    return {
      open: fit(days, threshold) ? [] : [{ key: `days:${threshold}`, name: String(days) }],
      count: days,
    }
  },
})

const ofMeeting = (look: (meeting: Facts['meeting']) => Finding): Check => ({
  module: 'meetings',
  look: ({ meeting }) => look(meeting),
})
const ofCaps = (check: AllowedCheck): Check => ({
  module: 'caps',
  look: ({ allowed }) => noneOf(allowed[check]),
})
const material = (type: 'agenda' | 'photo'): Check => ({
  module: 'materials',
  look: ({ materials }) => present(materials[type] ?? 0),
})

/** All checks. A new one is a label in the contract and an entry here. */
export const CHECKS: Readonly<Record<MeetingCheck, Check>> = {
  executor: ofMeeting(({ execUserId }) => filledIn(execUserId)),
  budget: ofMeeting(({ laborBudget }) => filledIn(laborBudget)),
  invitation: ofMeeting(({ invitationTitle, invitationContent }) =>
    filledIn(invitationTitle, invitationContent),
  ),
  schedule: ofMeeting(({ scheduleStartTime, scheduleLocation }) =>
    filledIn(scheduleStartTime, scheduleLocation),
  ),
  attendees: { module: 'attendees', look: ({ attendees }) => present(attendees.length) },
  signatures: { module: 'agreements', look: signatures },
  supervision: ofMeeting(({ supervisionMode, supervisionUserName }) =>
    filledIn(supervisionMode, supervisionUserName),
  ),
  // What people signed at the door is a sign-in sheet, once nothing about it is odd.
  signInSheet: {
    module: 'materials',
    look: ({ materials, attendance }) => present((materials.signIn ?? 0) + (attendance.isComplete ? 1 : 0)),
  },
  attendanceReviewed: {
    module: 'attendance',
    look: ({ attendance }) =>
      noneOf([...attendance.open.map(openEvidence), ...attendance.rows.map(rowEvidence)]),
  },
  attendanceLong: {
    module: 'attendance',
    look: ({ attendance }) => noneOf(attendance.short.map(shortEvidence)),
  },
  photos: material('photo'),
  agenda: material('agenda'),
  attendeePhotos: {
    module: 'attendees',
    look: ({ attendees }) => noneOf(attendees.filter(({ photos }) => photos === 0).map(attendeeEvidence)),
  },
  titles: {
    module: 'attendees',
    look: ({ attendees }) => noneOf(attendees.filter(differsFromAudit).map(titleEvidence)),
  },
  supervisionRecord: {
    module: 'materials',
    look: ({ supervisionRecords }) => present(supervisionRecords),
  },
  materialReview: { module: 'materials', look: ({ materialReviews }) => present(materialReviews) },
  ...INVOICE_CHECKS,
  feesWithinBudget: { module: 'fees', look: feesWithinBudget },
  tiers: ofCaps('tiers'),
  caps: ofCaps('caps'),
  overlaps: ofCaps('overlaps'),
  conflicts: ofCaps('conflicts'),
  meals: { module: 'invoices', look: meals },
  budgetHeld: { module: 'budgets', look: ({ overBudget }) => noneOf(overBudget) },
  ended: daysThat((days, least) => days >= least),
  endedWithin: daysThat((days, most) => days <= most),
}
