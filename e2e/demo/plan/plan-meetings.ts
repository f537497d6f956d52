import { LABOR_FORMS } from '@consilium/contract/agreements/labor-forms.ts'
import { MEETING_STAGES, type MeetingStage } from '@consilium/contract/meetings/meetings.ts'
import type { Calendar } from '../calendar.ts'
import type { AgreementGoal, DataSet, PlannedAttendee, PlannedExpert, PlannedMeeting } from '../data-set.ts'
import { CITIES, TITLES } from './people-words.ts'
import { AGENDA, ENGLISH_AGENDA, SUMMARIES, VENUES } from './project-words.ts'
import { joinPairs } from './plan-pairs.ts'
import type { Random } from '../random.ts'

interface StagePlan {
  /** Per thousand meetings. */
  share: number
  /** The days, relative to today, on which meetings of the stage take place. */
  from: number
  to: number
}

/** Meetings of late stages are few and small: all their attendees have signed, and drawing documents takes time. */
const STAGES: Readonly<Record<MeetingStage, StagePlan>> = {
  draft: { share: 130, from: 40, to: 120 },
  approved: { share: 170, from: 30, to: 90 },
  inviting: { share: 280, from: 20, to: 60 },
  scheduled: { share: 140, from: 10, to: 45 },
  agreements: { share: 110, from: 3, to: 21 },
  ready: { share: 30, from: 1, to: 7 },
  inSession: { share: 20, from: 0, to: 0 },
  materials: { share: 40, from: -15, to: -1 },
  settlement: { share: 40, from: -40, to: -10 },
  closed: { share: 40, from: -120, to: -30 },
}
const THOUSAND = 1000
const SIGNED_FROM = MEETING_STAGES.indexOf('ready')
const SMALL = { min: 5, max: 7 }
const SIGNING = { min: 6, max: 10 }
/** One meeting has attendees on several pages, as far as there are so many. */
const LARGE = { stage: 'inviting', size: 45 } as const
/** Of fewer attendees one meeting would take too many. */
const LARGE_FROM = 400
const SPREAD = 5

export const isEnglish = (name: string) => !/\p{Script=Han}/u.test(name)

export const stageIndex = (stage: MeetingStage) => MEETING_STAGES.indexOf(stage)

/** With ten meetings or more, every stage occurs at least once. */
function stagesOf(count: number): MeetingStage[] {
  const stages = MEETING_STAGES.flatMap((stage) =>
    Array.from({ length: Math.max(1, Math.round((STAGES[stage].share * count) / THOUSAND)) }, () => stage),
  )
  while (stages.length < count) stages.push('inviting')
  while (stages.length > count) stages.splice(stages.indexOf(mostFrequent(stages)), 1)
  return stages
}

function mostFrequent(stages: readonly MeetingStage[]): MeetingStage {
  const often = (stage: MeetingStage) => stages.filter((one) => one === stage).length
  return stages.reduce((most, stage) => (often(stage) > often(most) ? stage : most))
}

/** Early stages share evenly what the others leave; then each second one gives some to the next. */
function shareOut(random: Random, total: number, count: number): number[] {
  const sizes = Array.from(
    { length: count },
    (_, index) => Math.floor(total / count) + (index < total % count ? 1 : 0),
  )
  for (let index = 0; index + 1 < count; index += 2) {
    const moved = Math.min(random.int(0, SPREAD), sizes[index + 1]!)
    sizes[index]! += moved
    sizes[index + 1]! -= moved
  }
  return sizes
}

/** Sizes that add up to `total`. */
function sizesOf(random: Random, stages: readonly MeetingStage[], total: number): number[] {
  const large = stages.indexOf(LARGE.stage)
  const sizes = stages.map((stage, place) => {
    if (stageIndex(stage) >= SIGNED_FROM) return random.int(SMALL.min, SMALL.max)
    if (place === large && total > LARGE_FROM) return LARGE.size
    return stage === 'agreements' ? random.int(SIGNING.min, SIGNING.max) : 0
  })
  const early = sizes.flatMap((size, place) => (size === 0 ? [place] : []))
  const rest = Math.max(0, total - sizes.reduce((sum, size) => sum + size, 0))
  for (const [index, size] of shareOut(random, rest, early.length).entries()) sizes[early[index]!] = size
  return sizes
}

const AGREEMENTS_UNDER_WAY: readonly AgreementGoal[] = [
  ...(['signed', 'signed', 'signed'] as const),
  ...(['open', 'open', 'filled', 'filled', 'read', 'read'] as const),
]

function goalOf(random: Random, stage: MeetingStage): AgreementGoal {
  if (stageIndex(stage) >= SIGNED_FROM) return random.chance(0.05) ? 'resigned' : 'signed'
  if (stage === 'agreements') return random.chance(0.06) ? 'superseded' : random.pick(AGREEMENTS_UNDER_WAY)
  if (stage === 'scheduled') return random.chance(0.5) ? random.pick(['filled', 'read'] as const) : 'open'
  return 'open'
}

const FEE_STEP = 100
const FEE_STEPS = 10
/** Below the VAT threshold, so that a receipt proves its payment. */
const SMALL_FEE = '800'

const feeOf = (random: Random, { profile }: PlannedExpert) => {
  const base = TITLES.find(({ zh, en }) => zh === profile.title || en === profile.title)?.fee ?? FEE_STEP
  return String(base + FEE_STEP * random.int(-FEE_STEPS, FEE_STEPS))
}

interface Pools {
  /** Experts who log in can attend meetings of any stage. */
  active: number[]
  all: number[]
}

function planAttendees(
  random: Random,
  experts: readonly PlannedExpert[],
  pools: Pools,
  { stage, size }: { stage: MeetingStage; size: number },
): PlannedAttendee[] {
  const isAgreed = stageIndex(stage) >= stageIndex('scheduled')
  const isHeld = stageIndex(stage) > stageIndex('inSession')
  return random.sample(isAgreed ? pools.active : pools.all, size).map((expert, place) => ({
    expert,
    fields: {
      laborForm: random.pick(LABOR_FORMS),
      laborFee: isHeld && place === 0 ? SMALL_FEE : feeOf(random, experts[expert]!),
      summary: isHeld ? random.pick(SUMMARIES) : null,
    },
    goal: goalOf(random, stage),
  }))
}

const MODES = ['onSite', 'online', 'spotCheck'] as const

/** One that is in session is about to begin, whenever the data is filled, so that people can sign in. */
const timesOf = (calendar: Calendar, stage: MeetingStage, day: number) =>
  stage === 'inSession'
    ? { scheduleStartTime: calendar.around(15), scheduleEndTime: calendar.around(195) }
    : { scheduleStartTime: calendar.time(day, '09:00'), scheduleEndTime: calendar.time(day, '12:00') }

/** The four detail groups, as far as the stage implies them. */
function planDetails(random: Random, calendar: Calendar, stage: MeetingStage, day: number, name: string) {
  const city = random.pick(CITIES)
  const isPast = stageIndex(stage) >= stageIndex('materials')
  const invitation = {
    invitationTitle: isEnglish(name) ? `Invitation: ${name}` : `${name}（${city.zh}站）邀请函`,
    invitationContent: isEnglish(name)
      ? 'We kindly invite you to speak at our meeting. Travel and accommodation are arranged by the executor.'
      : '尊敬的专家：诚邀您出席本次会议并作学术报告，往返交通与食宿由执行单位安排。',
    invitationDeadline: calendar.time(day - 10, '18:00'),
  }
  const supervision = {
    supervisionMode: random.pick(MODES),
    supervisionTime: calendar.time(day, '10:00'),
    supervisionUserName: '合规督导组',
    supervisionOpinion: isPast ? '会议真实召开，资料与现场一致。' : null,
  }
  return {
    ...timesOf(calendar, stage, day),
    scheduleLocation: `${city.zh}${random.pick(VENUES)}`,
    scheduleAgenda: (isEnglish(name) ? ENGLISH_AGENDA : AGENDA).join('\n'),
    laborBudget: String(random.int(20, 80) * THOUSAND),
    laborRemark: random.chance(0.3) ? '讲课费按职称标准执行，税由执行单位代扣代缴。' : null,
    ...(stage === 'draft' ? {} : { ...invitation, ...supervision }),
  }
}

/** The projects in progress at that time, or all if there is none. */
function projectsOn(projects: DataSet['projects'], time: string): number[] {
  const all = projects.map((_, place) => place)
  const isOn = ({ startTime, endTime }: DataSet['projects'][number]['fields']) =>
    (startTime ?? time) <= time && time <= (endTime ?? time)
  const on = all.filter((place) => isOn(projects[place]!.fields))
  return on.length > 0 ? on : all
}

/**
 * Where a meeting belongs to. The first of each late stage is run by the first executor, so that there are people to pay and
 * attendance to look at whichever account is looked at.
 */
function placeOf(
  random: Random,
  projects: DataSet['projects'],
  on: readonly number[],
  isShown: boolean,
): { project: number; executor: number } {
  const first = Math.min(...projects.flatMap(({ executors }) => executors))
  const ofFirst = on.filter((place) => projects[place]!.executors.includes(first))
  const project = random.pick(isShown && ofFirst.length > 0 ? ofFirst : on)
  const { executors } = projects[project]!
  return { project, executor: isShown && ofFirst.length > 0 ? first : random.pick(executors) }
}

const SENT_BACK = [
  '专家档期冲突，重新确认名单',
  '场地调整，重新排期',
  'Budget to be confirmed by the sponsor',
]

export function planMeetings(
  random: Random,
  calendar: Calendar,
  { experts, projects }: Pick<DataSet, 'experts' | 'projects'>,
  { count, attendees: total, prefix }: { count: number; attendees: number; prefix: string },
): PlannedMeeting[] {
  const stages = stagesOf(count)
  const sizes = sizesOf(random, stages, total)
  const pools: Pools = {
    active: experts.flatMap(({ active }, place) => (active ? [place] : [])),
    all: experts.flatMap(({ audit }, place) => (audit === 'rejected' ? [] : [place])),
  }
  // Nobody is at two meetings at once: all of a day are at the same time.
  const busy = new Map<number, Set<number>>()
  const meetings = stages.map((stage, index): PlannedMeeting => {
    const day = random.int(STAGES[stage].from, STAGES[stage].to)
    const isShown = stageIndex(stage) >= SIGNED_FROM && stages.indexOf(stage) === index
    const on = projectsOn(projects, calendar.time(day, '09:00'))
    const { project, executor } = placeOf(random, projects, on, isShown)
    const { fields } = projects[project]!
    const taken = busy.get(day) ?? new Set<number>()
    busy.set(day, taken)
    const free: Pools = {
      active: pools.active.filter((expert) => !taken.has(expert)),
      all: pools.all.filter((expert) => !taken.has(expert)),
    }
    const attendees = planAttendees(random, experts, free, { stage, size: sizes[index]! })
    for (const { expert } of attendees) taken.add(expert)
    const maySendBack = stage === 'approved' || stage === 'inviting'
    return {
      fields: {
        ...planDetails(random, calendar, stage, day, fields.projectName),
        businessId: `${prefix}-M${String(index + 1).padStart(4, '0')}`,
      },
      project,
      executor,
      stage,
      sentBack: maySendBack && random.chance(0.07) ? random.pick(SENT_BACK) : null,
      invitedAtOnce: stage === 'draft',
      day,
      attendees,
    }
  })
  joinPairs(meetings)
  return meetings
}
