import type { AuditStatus } from '@consilium/contract/experts/experts.ts'
import type { MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import { createCalendar, type Calendar } from './calendar.ts'
import type { AgreementGoal, DataSet, PlannedMeeting } from './data-set.ts'
import { fill, type Filled } from './fill.ts'
import { createPopulation, planExpert, planOrganization, planStaff } from './plan/plan-people.ts'
import { planProjects } from './plan/plan-projects.ts'
import { DEMO_PASSWORD, type Platform } from './platform.ts'
import { createRandom } from './random.ts'
import { silent } from './report.ts'

const SEED = 7
const PHONE_MARK = 1
const PREFIX = 'small'
const EXPERTS: readonly { audit: AuditStatus; active: boolean }[] = [
  ...Array.from({ length: 4 }, () => ({ audit: 'approved' as const, active: true })),
  ...Array.from({ length: 4 }, () => ({ audit: 'approved' as const, active: false })),
  { audit: 'pending', active: true },
  { audit: 'rejected', active: false },
]
const UNDER_WAY: readonly AgreementGoal[] = [
  'signed',
  'read',
  'filled',
  'superseded',
  'open',
  'open',
  'open',
  'open',
]
const HELD: readonly AgreementGoal[] = ['signed', 'signed', 'signed', 'signed']

function planMeeting(calendar: Calendar, place: number, stage: MeetingStage, day: number): PlannedMeeting {
  const goals = stage === 'agreements' ? UNDER_WAY : HELD
  return {
    fields: {
      businessId: `${PREFIX.toUpperCase()}-M${place}`,
      scheduleStartTime: calendar.time(day, '09:00'),
      scheduleEndTime: calendar.time(day, '12:00'),
      scheduleLocation: '北京国际会议中心',
    },
    project: 0,
    executor: 1,
    stage,
    sentBack: null,
    invitedAtOnce: false,
    day,
    attendees: goals.map((goal, expert) => ({
      expert,
      fields: { laborForm: 'lecture', laborFee: String(3000 + expert * 500) },
      goal,
    })),
  }
}

function planSmall(calendar: Calendar): DataSet {
  const random = createRandom(SEED)
  const people = createPopulation(random, PHONE_MARK)
  const staff = [...planStaff(people, 'manager', 1, PREFIX), ...planStaff(people, 'leader', 1, PREFIX)]
  const organization = (orgType: 'sponsor' | 'executor', orgName: string) => {
    const count = orgType === 'sponsor' ? 1 : 2
    const place = { orgType, orgName, userName: `${PREFIX}.${orgType}`, staff: count, entered: count }
    return planOrganization(random, people, place)
  }
  const organizations = [organization('sponsor', '康宁制药'), organization('executor', '仁和会务')]
  const experts = EXPERTS.map((place) => planExpert(random, people, place))
  const one = { count: 1, prefix: PREFIX.toUpperCase() }
  const projects = planProjects(random, calendar, { staff, organizations }, one)
  const meetings = [planMeeting(calendar, 1, 'agreements', 7), planMeeting(calendar, 2, 'materials', -3)]
  return { seed: SEED, staff, organizations, experts, projects, meetings }
}

/**
 * Creates a small data set for one test: an organization of each kind, a published project, ten experts, and two
 * meetings with twelve attendees, one with agreements in progress and one that is past. Accounts that are logged in
 * have `password`. The returned plan has their user names; experts use their phones. The pending expert can log in too.
 */
export async function fillSmall(platform: Platform): Promise<Filled & { password: string }> {
  const calendar = createCalendar(new Date())
  const filled = await fill(platform, planSmall(calendar), calendar, silent)
  return { ...filled, password: DEMO_PASSWORD }
}
