import { approvalPolicyRoutes } from '@consilium/contract/approvals/approval-policies.ts'
import { approvalRoutes, type ApprovalAct } from '@consilium/contract/approvals/approvals.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import type { ExpenseCategory } from '@consilium/contract/attendees/expenses.ts'
import type { Project } from '@consilium/contract/projects/projects.ts'
import type { Calendar } from './calendar.ts'
import type { Filled } from './fill.ts'
import { unlessThere, type Platform, type Player } from './platform.ts'
import type { Report } from './report.ts'

type Steps = CallInput<typeof approvalPolicyRoutes.create>['body']['steps']

/** What two sponsors want of changes of their budgets: one decides each, the other large ones only, and new lines. */
const RULES: readonly { kind: 'budgetChange' | 'budgetLine'; steps: Steps }[][] = [
  [{ kind: 'budgetChange', steps: [{ roles: ['sponsor'], need: 'any', dueDays: 2 }] }],
  [
    { kind: 'budgetChange', steps: [{ roles: ['sponsor'], need: 'any', amountFrom: '20000.00' }] },
    { kind: 'budgetLine', steps: [{ roles: ['sponsor'], need: 'any', dueDays: 5 }] },
  ],
]

type Ending = 'waiting' | 'halfway' | 'approved' | 'refused' | 'sentBack' | 'withdrawn'
const WANTED: readonly { category: ExpenseCategory; ending: Ending; reason: string }[] = [
  { category: 'venue', ending: 'waiting', reason: '参会人数增加，会场由200人厅改为400人厅' },
  { category: 'meals', ending: 'halfway', reason: '工作餐标准随参会人数调整' },
  { category: 'travel', ending: 'approved', reason: '两位专家改乘高铁一等座' },
  { category: 'lodging', ending: 'refused', reason: '会期延长一天，增加住宿' },
  { category: 'materials', ending: 'sentBack', reason: '增印会议资料' },
  { category: 'other', ending: 'withdrawn', reason: '增加同声传译设备' },
]

interface Scene {
  asker: Player
  /** Decides the step of the platform. */
  first: Player
  sponsor: Player
  project: Project
}

async function act(user: Player, decisionId: number, action: ApprovalAct['action'], opinion?: string) {
  const { stepId } = await user.call(approvalRoutes.get, { params: { decisionId } })
  const step = action === 'withdraw' || stepId === null ? {} : { stepId }
  await user.call(approvalRoutes.act, { body: { decisionId, action, ...step, opinion: opinion ?? null } })
}

/** Brings a request to where it is shown. */
async function bring({ asker, first, sponsor }: Scene, decisionId: number, ending: Ending): Promise<void> {
  if (ending === 'waiting') return
  if (ending === 'withdrawn') return act(asker, decisionId, 'withdraw', '改由其他项目承担')
  await act(first, decisionId, 'approve')
  if (ending === 'approved') await act(sponsor, decisionId, 'approve', '同意')
  if (ending === 'refused') await act(sponsor, decisionId, 'refuse', '会期以批准的计划为准')
  if (ending === 'sentBack') await act(sponsor, decisionId, 'sendBack', '请补充印刷报价单')
}

async function askFor(scene: Scene, place: number): Promise<void> {
  const { asker, project } = scene
  const { projectId } = project
  const { category, ending, reason } = WANTED[place]!
  const plan = { projectId, category, amount: '20000' }
  await unlessThere('BUDGET_LINE_EXISTS', asker.call(budgetRoutes.plan, { body: plan }))
  await asker.call(budgetRoutes.askChange, { body: { ...plan, amount: '26000', reason } })
  const { rows } = await asker.call(approvalRoutes.list, { query: { tab: 'asked', kind: 'budgetChange' } })
  const asked = rows.find((row) => row.projectId === projectId && row.category === category)
  if (asked) await bring(scene, asked.decisionId, ending)
}

/** Two sponsors with rules of their own, and a request in each state. A project with changes is left as it is. */
export async function fillApprovals(
  { admin }: Platform,
  { staff, organizations, projects }: Filled,
  calendar: Calendar,
  report: Report,
): Promise<void> {
  const sponsors = organizations.filter(({ record }) => record.orgType === 'sponsor').slice(0, RULES.length)
  const asker = staff.find(({ roleType }) => roleType === 'manager')?.player
  if (!asker) return
  const counting = report.part('requests to approve', WANTED.length)
  let isAsked = false
  for (const [place, { main }] of sponsors.entries()) {
    const project = projects.find(
      ({ sponsorAdminUserIds }) => sponsorAdminUserIds.length === 1 && sponsorAdminUserIds[0] === main.userId,
    )
    if (place === 0 && project) {
      const { total } = await asker.call(budgetRoutes.listChanges, {
        query: { projectId: project.projectId },
      })
      isAsked = total > 0
    }
    for (const { kind, steps } of RULES[place]!) {
      const body = { kind, validFrom: calendar.date(0), steps }
      await unlessThere('APPROVAL_POLICY_OVERLAPS', main.call(approvalPolicyRoutes.create, { body }))
    }
    if (place > 0 || !project || isAsked) continue
    const scene: Scene = { asker, first: admin, sponsor: main, project }
    for (let each = 0; each < WANTED.length; each++) await askFor(scene, each)
  }
  counting.end()
}
