import type { Calendar } from '../calendar.ts'
import type { DataSet, PlannedOrganization, PlannedProject } from '../data-set.ts'
import { ACTIVITIES, FIELDS } from './project-words.ts'
import type { Random } from '../random.ts'

const ENGLISH_SHARE = 0.25
const PUBLISHED_SHARE = 0.55
/** The first ones are public in the smallest demonstration too. */
const PUBLISHED_ANYWAY = 3

/** All pairs of a field and an activity, so that every name is unique. */
function topics(random: Random) {
  const pairs = FIELDS.flatMap((field) => ACTIVITIES.map((activity) => ({ field, activity })))
  return random.sample(pairs, pairs.length)
}

type Topic = ReturnType<typeof topics>[number]

function wording({ field, activity }: Topic, isEnglish: boolean, year: string) {
  if (isEnglish)
    return {
      projectName: `${field.en} ${activity.en} ${year}`,
      description: `A series of meetings on ${field.en.toLowerCase()} care: experts share evidence and cases with physicians of ten provinces.`,
      medicalField: field.en,
      publicContact: 'Project office, 010-5550 1234',
      publishedSummary: `${activity.en} in ${field.en.toLowerCase()} care. Sponsors and speakers are welcome to leave their details.`,
    }
  return {
    projectName: `${year}年${field.zh}${activity.zh}`,
    description: `围绕${field.zh}领域的诊疗进展，面向十个省市的临床医师开展系列会议，由专家授课、点评病例并形成会议纪要。`,
    medicalField: field.zh,
    publicContact: '项目办公室 010-5550 1234',
    publishedSummary: `面向${field.zh}领域医师的${activity.zh}，欢迎支持单位与讲者报名。`,
  }
}

const placesOf = (organizations: readonly PlannedOrganization[], orgType: PlannedOrganization['orgType']) =>
  organizations.flatMap((organization, place) => (organization.orgType === orgType ? [place] : []))

const leadsOf = (staff: DataSet['staff']) =>
  staff.flatMap(({ roleType }, place) => (roleType === 'leader' ? [place] : []))

/** Some projects are past, most are current, some are in the future. Half are on the public page. */
/** Most projects have a lead; the first one has the first, who is shown. */
function leadOf(random: Random, leads: readonly number[], index: number): number | null {
  const chosen = random.chance(0.9) ? random.pick(leads) : null
  return index === 0 ? (leads[0] ?? null) : chosen
}

export function planProjects(
  random: Random,
  calendar: Calendar,
  { staff, organizations }: Pick<DataSet, 'staff' | 'organizations'>,
  { count, prefix }: { count: number; prefix: string },
): PlannedProject[] {
  const [sponsors, executors] = [placesOf(organizations, 'sponsor'), placesOf(organizations, 'executor')]
  const leads = leadsOf(staff)
  const year = calendar.date(0).slice(0, 4)
  const ordered = topics(random)
  return Array.from({ length: count }, (_, index): PlannedProject => {
    const topic = ordered[index % ordered.length]!
    const { publishedSummary, ...named } = wording(topic, random.chance(ENGLISH_SHARE), year)
    const start = -random.int(10, 200)
    // Changes are asked of the budget of the first one, which has to run.
    const isOver = random.chance(0.1) && index > 0
    const isPublished = index === 0 || random.chance(PUBLISHED_SHARE) || index < PUBLISHED_ANYWAY
    return {
      fields: {
        ...named,
        projectNo: `${prefix}-P${String(index + 1).padStart(3, '0')}`,
        startTime: calendar.time(start, '00:00'),
        endTime: calendar.time(isOver ? -random.int(1, 9) : random.int(60, 300), '23:59'),
        isBidProject: random.chance(0.4),
        isPublished,
        publishedSummary: isPublished ? publishedSummary : null,
        publishesSpending: isPublished && index % 2 === 0,
      },
      // The first sponsor, who is shown, has a project of its own.
      sponsors: index === 0 ? sponsors.slice(0, 1) : random.sample(sponsors, random.int(1, 2)),
      executors: random.sample(executors, random.int(1, 3)),
      lead: leadOf(random, leads, index),
      score: random.chance(0.5) ? (random.int(60, 100) / 20).toFixed(2) : null,
    }
  })
}
