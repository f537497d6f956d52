import { fileRoutes } from '@consilium/contract/files/files.ts'
import { planRoutes, type ProjectPlan } from '@consilium/contract/plans/plans.ts'
import { specialPlanRoutes } from '@consilium/contract/plans/special-plans.ts'
import type { Calendar } from './calendar.ts'
import { forEach } from './crew.ts'
import { makeDocument } from './documents.ts'
import type { ExpertThere } from './experts.ts'
import { upload } from './files.ts'
import type { MeetingThere } from './meetings.ts'
import type { OrganizationThere } from './organizations.ts'
import { readAll, type Platform, type Player } from './platform.ts'
import { FIELDS, PLAN_CATEGORIES, PLAN_OPINIONS, PROJECT_FORMS } from './plan/project-words.ts'
import { createRandom, type Random } from './random.ts'
import type { Report } from './report.ts'

const PLANS_PER_EXPERT = 0.6
const SPECIAL_PLANS = 16
const TEN_THOUSAND = 10_000

interface PlanToHandIn {
  author: Player
  fields: { planName: string; planDirection: string; planCategory: string; projectForm: string }
  projectId: number
  decision: 'approved' | 'rejected' | null
  hasFile: boolean
}

/** The projects that an expert may name, which are those of its meetings, by the expert's index. */
function projectsOfExperts(meetings: readonly MeetingThere[]): Map<number, number[]> {
  const projects = new Map<number, number[]>()
  for (const { planned, record } of meetings)
    for (const { expert } of planned.attendees)
      projects.set(expert, [...(projects.get(expert) ?? []), record.projectId])
  return projects
}

function planPlans(
  random: Random,
  experts: readonly ExpertThere[],
  meetings: readonly MeetingThere[],
): PlanToHandIn[] {
  const projects = projectsOfExperts(meetings)
  return experts.flatMap(({ player, record }, place) => {
    const nameable = projects.get(place)
    if (!player || !nameable || !random.chance(PLANS_PER_EXPERT)) return []
    const field = random.pick(FIELDS)
    const category = random.pick(PLAN_CATEGORIES)
    const fields = {
      planName: `${field.zh}${category.zh}实施方案（${record.name}）`,
      planDirection: `${field.zh}规范化诊疗`,
      planCategory: category.zh,
      projectForm: random.pick(PROJECT_FORMS).zh,
    }
    const decision = random.pick(['approved', 'approved', 'rejected', null] as const)
    const projectId = random.pick(nameable)
    return [{ author: player, fields, projectId, decision, hasFile: random.chance(0.3) }]
  })
}

/** A plan refers to its design by the address of a file. */
async function uploadDesign(author: Player, title: string): Promise<string> {
  const lines = ['一、目的与意义', '二、实施内容与日程', '三、参与专家与单位', '四、预算与合规要求']
  const fileId = await upload(author, 'plan.pdf', await makeDocument([{ title, lines }]))
  return `/api${fileRoutes.get.path.replace('{fileId}', String(fileId))}`
}

async function handIn(plan: PlanToHandIn, present: ProjectPlan | undefined, manager: Player): Promise<void> {
  const { author, fields, projectId, decision } = plan
  const design = async () => (plan.hasFile ? uploadDesign(author, fields.planName) : null)
  const make = async () => {
    const body = { ...fields, projectId, designFileUrl: await design() }
    return await author.call(planRoutes.create, { body })
  }
  const { planId, auditStatus } = present ?? (await make())
  if (decision === null || auditStatus !== 'pending') return
  const body = { planId, auditStatus: decision, auditOpinion: PLAN_OPINIONS[decision] }
  await manager.call(planRoutes.audit, { body })
}

interface PlanCast {
  experts: readonly ExpertThere[]
  meetings: readonly MeetingThere[]
  organizations: readonly OrganizationThere[]
  managers: readonly Player[]
}

/** Experts submit plans, and managers review most of them. */
export async function fillPlans(
  { admin }: Platform,
  cast: PlanCast,
  seed: number,
  report: Report,
): Promise<void> {
  const { experts, meetings, managers } = cast
  const known = await readAll((query) => admin.call(planRoutes.list, { query }))
  const plans = planPlans(createRandom(seed), experts, meetings)
  const counting = report.part('project plans', plans.length)
  await forEach(plans, async (plan, place) => {
    const present = known.find(
      ({ planName, submitterId }) => planName === plan.fields.planName && submitterId === plan.author.userId,
    )
    await handIn(plan, present, managers[place % managers.length]!)
  })
  counting.end()
}

/** One in eight special plans is disabled. */
export async function fillSpecialPlans(
  { admin }: Platform,
  { organizations, managers }: PlanCast,
  calendar: Calendar,
  { seed, report }: { seed: number; report: Report },
): Promise<void> {
  const random = createRandom(seed)
  const known = await readAll((query) => admin.call(specialPlanRoutes.list, { query }))
  const counting = report.part('special plans', SPECIAL_PLANS)
  const manager = managers[0]!
  for (let place = 0; place < SPECIAL_PLANS; place++) {
    const field = FIELDS[place % FIELDS.length]!
    const body = {
      planName: `${field.zh}专项行动（第${Math.floor(place / FIELDS.length) + 1}期）`,
      planType: random.pick(PLAN_CATEGORIES).zh,
      content: `在基层医疗机构推广${field.zh}规范化诊疗流程，开展培训、督导与质量评估。`,
      startTime: calendar.time(-random.int(0, 120), '00:00'),
      endTime: calendar.time(random.int(30, 300), '00:00'),
      budget: String(random.int(5, 60) * TEN_THOUSAND),
      orgId: random.pick(organizations).record.orgId,
      status: place % 8 === 7 ? ('1' as const) : ('0' as const),
    }
    if (!known.some(({ planName }) => planName === body.planName))
      await manager.call(specialPlanRoutes.create, { body })
  }
  counting.end()
}
