import { portfolioRoutes } from '@consilium/contract/accounts/portfolios.ts'
import { approvalRoutes } from '@consilium/contract/approvals/approvals.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { overviewRoutes } from '@consilium/contract/overviews/overviews.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import {
  makeStaff,
  registerOrganization,
  type Cast,
  type MainAccount,
  type Player,
  type Stage,
} from './cast.ts'
import type { Production } from './chapters.ts'
import { chapter, expect, expectRefusal, step } from './narrator.ts'

interface Scene {
  stage: Stage
  cast: Cast
  production: Production
}

/** The administrator lets a manager reach these sponsors only. */
async function limit(
  { admin }: Stage,
  { userId }: Player,
  sponsors: readonly MainAccount[],
): Promise<string> {
  const { version } = await admin.call(portfolioRoutes.get, { params: { userId: String(userId) } })
  const sponsorAdminUserIds = sponsors.map((sponsor) => sponsor.userId)
  const given = await admin.call(portfolioRoutes.change, { body: { userId, version, sponsorAdminUserIds } })
  const names = given.sponsors.map(({ orgName }) => orgName)
  expect(names.length === sponsors.length, `the portfolio is ${names.join()}`)
  return `account ${userId} reaches ${names.join(', ')}`
}

/** Everything that a manager would look for a project in. */
async function lookAround(manager: Player): Promise<unknown[]> {
  const query = { pageSize: 200 }
  const tab = async (name: 'todo' | 'done' | 'asked') =>
    manager.call(approvalRoutes.list, { query: { ...query, tab: name } })
  return [
    await manager.call(projectRoutes.list, { query }),
    await manager.call(meetingRoutes.list, { query }),
    await manager.call(attendeeRoutes.list, { query }),
    await manager.call(gateRoutes.listWaivers, { query }),
    await manager.call(overviewRoutes.home, {}),
    await tab('todo'),
    await tab('done'),
    await tab('asked'),
    await manager.call(projectRoutes.list, { query: { projectName: '心血管' } }),
  ]
}

async function findNothing({ cast, production }: Scene, manager: Player): Promise<string> {
  const { projectId, projectName } = production.project
  const { meetingId } = production.meeting
  const one = { projectId: String(projectId) }
  const meeting = { meetingId: String(meetingId) }
  for (const outcome of [
    await manager.attempt(projectRoutes.get, { params: one }),
    await manager.attempt(meetingRoutes.get, { params: meeting }),
    await manager.attempt(gateRoutes.get, { params: meeting }),
    await manager.attempt(budgetRoutes.money, { params: one }),
    await manager.attempt(overviewRoutes.project, { params: one }),
  ])
    expectRefusal(outcome, 404, 'NOT_FOUND')
  const answers = await lookAround(manager)
  const said = JSON.stringify(answers)
  const ids = [`"projectId":${projectId},`, `"meetingId":${meetingId},`]
  for (const marker of [projectName, cast.sponsor.orgName, ...ids])
    expect(!said.includes(marker), `an answer says ${marker}`)
  return `5 addresses answer 404, and nothing of project ${projectId} is found in ${answers.length} answers`
}

async function keepOwn({ cast }: Scene, manager: Player, sponsor: MainAccount): Promise<string> {
  const { projectId } = await manager.call(projectRoutes.create, {
    body: { projectName: '消化道肿瘤研讨', sponsorAdminUserIds: [sponsor.userId] },
  })
  const beyond = await manager.attempt(projectRoutes.assignSponsors, {
    params: { projectId },
    body: { sponsorAdminUserIds: [sponsor.userId, cast.sponsor.userId] },
  })
  expectRefusal(beyond, 403, 'PORTFOLIO_LIMITED')
  const { rows } = await manager.call(projectRoutes.list, {})
  expect(rows.length === 1 && rows[0]?.projectId === projectId, `the list has ${rows.length} projects`)
  return `project ${projectId} is the only one in its list, and the first sponsor cannot be added to it`
}

async function findAgain({ production }: Scene, manager: Player): Promise<string> {
  const { projectId } = production.project
  const found = await manager.call(projectRoutes.get, { params: { projectId: String(projectId) } })
  return `project ${found.projectId} “${found.projectName}” is found from the next request on`
}

export async function limitManagers(stage: Stage, cast: Cast, production: Production): Promise<void> {
  chapter('A manager of another portfolio finds nothing')
  const scene: Scene = { stage, cast, production }
  const other = await step(
    'another sponsor registers',
    () => registerOrganization(stage, 'sponsor', '明远生物'),
    ({ orgId, orgName }) => `organization ${orgId} “${orgName}”`,
  )
  const manager = await makeStaff(stage, 'manager', '许静')
  const shown = (text: string) => text
  await step('the administrator limits a manager to it', () => limit(stage, manager, [other]), shown)
  await step('the manager looks for a project of the first sponsor', () => findNothing(scene, manager), shown)
  await step('it plans a project of its own sponsor', () => keepOwn(scene, manager, other), shown)
  const both = [other, cast.sponsor]
  await step('the first sponsor joins its portfolio', () => limit(stage, manager, both), shown)
  await step('and the project is there', () => findAgain(scene, manager), shown)
}
