import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import {
  MEETING_STAGES,
  meetingRoutes,
  type Meeting,
  type MeetingStage,
} from '@consilium/contract/meetings/meetings.ts'
import type { Project } from '@consilium/contract/projects/projects.ts'
import { forEach } from './crew.ts'
import { DAYS_BACK } from './days.ts'
import type { DataSet, PlannedMeeting } from './data-set.ts'
import type { ExpertThere } from './experts.ts'
import type { OrganizationThere } from './organizations.ts'
import { upload } from './files.ts'
import { drawMeeting } from './pictures/pictures.ts'
import { isEnglish, stageIndex } from './plan/plan-meetings.ts'
import { readAll, type Platform, type Player } from './platform.ts'
import { createRandom } from './random.ts'
import type { Report } from './report.ts'

export interface MeetingThere {
  planned: PlannedMeeting
  record: Meeting
  executor: OrganizationThere
  /** By the index of the expert in the data set. */
  attendees: Map<number, Attendee>
}

export interface Cast {
  organizations: readonly OrganizationThere[]
  experts: readonly ExpertThere[]
  projects: readonly Project[]
  /** The template of agreements for meetings in English. */
  templateId: number
}

async function make(
  planned: PlannedMeeting,
  { main }: OrganizationThere,
  { experts, projects, templateId }: Cast,
) {
  const { projectId, projectName } = projects[planned.project]!
  const invited = planned.attendees.map(({ expert, fields: { laborFee, laborForm } }) => ({
    expertId: experts[expert]!.record.expertId,
    laborFee: laborFee ?? '0',
    laborForm,
  }))
  const invitations = planned.invitedAtOnce ? invited : []
  const laborTemplateId = isEnglish(projectName) ? templateId : null
  const body = { ...planned.fields, projectId, invitations, laborTemplateId }
  const data = await main.call(meetingRoutes.create, { body })
  return data
}

/** Reads the existing meetings, so that a run can continue an earlier one. */
async function readPresent(admin: Player) {
  const [meetings, attendees] = await Promise.all([
    readAll((query) => admin.call(meetingRoutes.list, { query })),
    readAll((query) => admin.call(attendeeRoutes.list, { query })),
  ])
  return {
    byBusinessId: new Map(meetings.map((meeting) => [meeting.businessId, meeting])),
    byPlace: new Map(attendees.map((attendee) => [`${attendee.meetingId}/${attendee.expertId}`, attendee])),
  }
}
type Present = Awaited<ReturnType<typeof readPresent>>

/** One photo shows all attendees. */
async function takePhotos({ planned, executor }: MeetingThere, seed: number): Promise<number[]> {
  if (stageIndex(planned.stage) < stageIndex('materials')) return []
  return [await upload(executor.main, 'on-site.png', drawMeeting(createRandom(seed)))]
}

async function addAttendees(
  there: MeetingThere,
  { experts }: Cast,
  { byPlace }: Present,
  seed: number,
): Promise<void> {
  const { meetingId } = there.record
  const onSitePhotos = await takePhotos(there, seed)
  for (const { expert, fields } of there.planned.attendees) {
    const { record, planned } = experts[expert]!
    const present = byPlace.get(`${meetingId}/${record.expertId}`)
    const body = { ...fields, meetingId, onSitePhotos, phone: planned.profile.phone }
    const attendee = present ?? (await there.executor.main.call(attendeeRoutes.create, { body }))
    there.attendees.set(expert, attendee)
  }
}

/** Of the meetings to come, so many a day are made before today. */
const MADE_EACH_DAY = 3

/** Meetings by the days before today on which they are made: some on each day of the week, the others today. */
function byDay(meetings: readonly PlannedMeeting[]): PlannedMeeting[][] {
  const toCome = meetings.filter(({ day }) => day > 0)
  const eachDay = Math.min(MADE_EACH_DAY, Math.floor(toCome.length / DAYS_BACK))
  const count = eachDay * DAYS_BACK
  const chosen = Array.from(
    { length: count },
    (_, place) => toCome[Math.floor((place * toCome.length) / count)]!,
  )
  // Those of one day are of several stages.
  const earlier = Array.from({ length: DAYS_BACK }, (_, day) =>
    chosen.filter((_each, place) => place % DAYS_BACK === day),
  )
  const isEarlier = new Set(chosen)
  return [meetings.filter((meeting) => !isEarlier.has(meeting)), ...earlier]
}

/** Executors create their meetings and add the experts. */
export async function fillMeetings(
  { admin, days }: Platform,
  { meetings, seed }: DataSet,
  cast: Cast,
  report: Report,
): Promise<MeetingThere[]> {
  const present = await readPresent(admin)
  const there: MeetingThere[] = []
  const counting = report.part('meetings, attendees', meetings.length)
  const work = async (planned: PlannedMeeting, place: number) => {
    const executor = cast.organizations[planned.executor]!
    const known = present.byBusinessId.get(planned.fields.businessId)
    const record = known ?? (await make(planned, executor, cast))
    const meeting = { planned, record, executor, attendees: new Map<number, Attendee>() }
    if (!planned.invitedAtOnce) await addAttendees(meeting, cast, present, seed + place)
    there[place] = meeting
  }
  const inWork = (chosen: readonly PlannedMeeting[], done: number) =>
    forEach(
      chosen,
      (planned) => work(planned, meetings.indexOf(planned)),
      (more) => counting.tell(done + more),
    )
  const parts = days ? byDay(meetings) : [meetings]
  let done = 0
  for (const [daysBack, chosen] of [...parts.entries()].toReversed()) {
    await days?.be(daysBack)
    await inWork(chosen, done)
    done += chosen.length
  }
  counting.end()
  return there
}

/** Managers approve and settle meetings; the executor takes all other steps. */
const DECIDED: readonly MeetingStage[] = ['draft', 'settlement']

/** Agreements can only be signed for approved meetings. */
async function approve(there: MeetingThere, manager: Player): Promise<void> {
  const { planned, record } = there
  if (record.currentStage !== 'draft' || planned.stage === 'draft') return
  const body = { meetingId: record.meetingId, currentStage: 'approved' as const }
  there.record = await manager.call(meetingRoutes.changeStage, { body })
}

async function moveOn({ planned, record, executor }: MeetingThere, manager: Player): Promise<void> {
  const { meetingId, currentStage: from } = record
  const target = stageIndex(planned.stage)
  const last = target + (planned.sentBack === null ? 0 : 1)
  if (stageIndex(from) >= target) return
  for (let index = stageIndex(from); index < last; index++) {
    const mover = DECIDED.includes(MEETING_STAGES[index]!) ? manager : executor.main
    const body = { meetingId, currentStage: MEETING_STAGES[index + 1]! }
    await mover.call(meetingRoutes.changeStage, { body })
  }
  if (planned.sentBack === null) return
  const body = { meetingId, currentStage: planned.stage, reason: planned.sentBack }
  await manager.call(meetingRoutes.changeStage, { body })
}

/** Moves the meetings as far as signing requires. */
export async function approveMeetings(
  meetings: readonly MeetingThere[],
  managers: readonly Player[],
): Promise<void> {
  await forEach(meetings, (meeting, place) => approve(meeting, managers[place % managers.length]!))
}

/** Call this last: a closed meeting accepts no more changes. */
export async function fillStages(
  meetings: readonly MeetingThere[],
  managers: readonly Player[],
  report: Report,
): Promise<void> {
  const counting = report.part('stages of meetings', meetings.length)
  await forEach(
    meetings,
    (meeting, place) => moveOn(meeting, managers[place % managers.length]!),
    counting.tell,
  )
  counting.end()
}
