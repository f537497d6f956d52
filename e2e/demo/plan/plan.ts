import type { AuditStatus } from '@consilium/contract/experts/experts.ts'
import type { Calendar } from '../calendar.ts'
import type { DataSet, PlannedOrganization } from '../data-set.ts'
import { EXECUTORS, SPONSORS } from './people-words.ts'
import { planMeetings } from './plan-meetings.ts'
import { createPopulation, planExpert, planOrganization, planStaff, type Population } from './plan-people.ts'
import { planProjects } from './plan-projects.ts'
import { createRandom, type Random } from '../random.ts'

export const PREFIX = 'demo'
const SEED = 20_261
const PHONE_MARK = 0

/** Of so many experts one is reached by no text message. */
const REFUSED_EACH = 8
const REFUSED_PLACE = 3
/** Of so many one is a non-resident. */
const FOREIGN_EACH = 12
const FOREIGN_PLACE = 7

/** Lists of several pages; more of the same shows nothing new and takes as long to fill. */
const FULL = {
  experts: 150,
  active: 60,
  approved: 115,
  rejected: 15,
  projects: 40,
  meetings: 150,
  attendees: 1100,
}
const SMALLEST = {
  experts: 14,
  active: 8,
  approved: 10,
  rejected: 2,
  projects: 2,
  meetings: 10,
  attendees: 60,
}
const LEAST_ORGANIZATIONS = 2
const STAFF = { manager: 4, leader: 4 }
const PEOPLE = { sponsor: 2, executor: 4 }

function countsFor(scale: number): typeof FULL {
  const names = Object.keys(FULL) as (keyof typeof FULL)[]
  const scaled = names.map((name) => [name, Math.max(SMALLEST[name], Math.round(FULL[name] * scale))])
  return Object.fromEntries(scaled) as typeof FULL
}

/** The number of staff who log in: only supervisors must, and an address may log in at most 120 times a minute. */
const enteredAt = (orgType: 'sponsor' | 'executor', index: number) => {
  if (orgType === 'sponsor') return 0
  return index === 0 ? 2 : 1
}

function planOrganizations(random: Random, people: Population, scale: number): PlannedOrganization[] {
  const some = (names: readonly string[]) =>
    names.slice(0, Math.max(LEAST_ORGANIZATIONS, Math.round(names.length * scale)))
  const plan = (orgType: 'sponsor' | 'executor', names: readonly string[]) =>
    some(names).map((orgName, index) =>
      planOrganization(random, people, {
        orgType,
        orgName,
        userName: `${PREFIX}.${orgType}${index + 1}`,
        staff: PEOPLE[orgType],
        entered: enteredAt(orgType, index),
      }),
    )
  return [...plan('sponsor', SPONSORS), ...plan('executor', EXECUTORS)]
}

/** Deterministic for a scale, except that days are relative to today. */
export function planDataSet(calendar: Calendar, scale: number): DataSet {
  const random = createRandom(SEED)
  const people = createPopulation(random, PHONE_MARK)
  const counts = countsFor(scale)
  const staff = [
    ...planStaff(people, 'manager', STAFF.manager, PREFIX),
    ...planStaff(people, 'leader', STAFF.leader, PREFIX),
  ]
  const organizations = planOrganizations(random, people, scale)
  const auditOf = (place: number): AuditStatus => {
    if (place < counts.approved) return 'approved'
    return place < counts.approved + counts.rejected ? 'rejected' : 'pending'
  }
  const experts = Array.from({ length: counts.experts }, (_, place) =>
    planExpert(random, people, {
      audit: auditOf(place),
      active: place < counts.active,
      isRefused: place % REFUSED_EACH === REFUSED_PLACE,
      isForeign: place % FOREIGN_EACH === FOREIGN_PLACE,
    }),
  )
  const prefix = PREFIX.toUpperCase()
  const projects = planProjects(
    random,
    calendar,
    { staff, organizations },
    { count: counts.projects, prefix },
  )
  const meetings = planMeetings(
    random,
    calendar,
    { experts, projects },
    { count: counts.meetings, attendees: counts.attendees, prefix },
  )
  return { seed: SEED, staff, organizations, experts, projects, meetings }
}
