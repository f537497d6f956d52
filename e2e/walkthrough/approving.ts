import { approvalPolicyRoutes } from '@consilium/contract/approvals/approval-policies.ts'
import { approvalRoutes } from '@consilium/contract/approvals/approvals.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { firstLogIn, newPhone, type Cast, type Player, type Stage } from './cast.ts'
import type { Production } from './chapters.ts'
import { chapter, expect, expectRefusal, step } from './narrator.ts'

const shown = (text: string) => text
const DAY = 'yyyy-MM-dd'.length

interface Compliance {
  /** Who is away, and who decides meanwhile. */
  absent: Player
  delegate: Player
}

async function makePerson({ stage, cast }: Scene, name: string): Promise<Player> {
  const phone = newPhone()
  const body = {
    name,
    phone,
    userName: `compliance_${phone}`,
    password: 'Initial-1',
    role: 'compliance' as const,
  }
  await cast.sponsor.call(personRoutes.create, { body })
  return firstLogIn(stage, body.userName, body.password)
}

interface Scene {
  stage: Stage
  cast: Cast
  production: Production
  /** Today, as the service has it. */
  today: string
}

async function writeRules({ cast, today }: Scene, { absent }: Compliance): Promise<string> {
  const caps = await absent.call(capRoutes.createPolicy, {
    body: {
      validFrom: today,
      overlaps: 'warn',
      caps: [{ scope: 'sponsor', period: 'calendarYear', measure: 'amount', limit: '500000' }],
      tiers: [],
    },
  })
  expect(caps.owner.orgId === cast.sponsor.orgId, `the caps are those of ${JSON.stringify(caps.owner)}`)
  const steps = [{ persons: [absent.userId], need: 'any' as const, dueDays: 2 }]
  const policy = await absent.call(approvalPolicyRoutes.create, {
    body: { kind: 'waiver', validFrom: today, steps },
  })
  return `its caps hold from ${caps.validFrom}, and waivers at its meetings need ${policy.steps[0]?.persons[0]?.name}`
}

async function askWaiver({ cast, production }: Scene): Promise<number> {
  const { manager, executors, experts } = cast
  const { projectId } = production.project
  const { meetingId } = await manager.call(meetingRoutes.create, {
    body: { projectId, execUserId: executors[0].userId },
  })
  await manager.call(attendeeRoutes.create, { body: { meetingId, phone: experts[2].phone } })
  const body = { meetingId, check: 'signatures' as const, reason: '专家出国，回国后补签' }
  await manager.call(gateRoutes.askWaiver, { body })
  const { rows } = await manager.call(approvalRoutes.list, { query: { tab: 'asked', kind: 'waiver' } })
  return rows[0]?.decisionId ?? 0
}

async function approve(user: Player, decisionId: number): Promise<string> {
  const { stepId } = await user.call(approvalRoutes.get, { params: { decisionId } })
  if (stepId === null) return 'ended'
  const body = { decisionId, stepId, action: 'approve' as const }
  return (await user.call(approvalRoutes.act, { body })).status
}

async function decide(scene: Scene, { absent, delegate }: Compliance): Promise<string> {
  const { stage, cast, today } = scene
  const decisionId = await askWaiver(scene)
  const own = await cast.manager.call(approvalRoutes.get, { params: { decisionId } })
  const body = { decisionId, stepId: own.stepId ?? 0, action: 'approve' as const }
  expectRefusal(await cast.manager.attempt(approvalRoutes.act, { body }), 409, 'OWN_REQUEST')
  expect((await approve(stage.admin, decisionId)) === 'pending', 'the first step is the last one')
  await absent.call(approvalRoutes.createAbsence, {
    body: { fromTime: `${today} 00:00:00`, toTime: '2099-12-31 23:59:59', delegateUserId: delegate.userId },
  })
  expect((await approve(delegate, decisionId)) === 'approved', 'the delegate does not decide')
  const { opinions } = await delegate.call(approvalRoutes.get, { params: { decisionId } })
  const last = opinions.at(-1)
  expect(last?.forNames.length === 1, `the last opinion is for ${last?.forNames.join()}`)
  const stranger = cast.executors[1]
  expectRefusal(await stranger.attempt(approvalRoutes.get, { params: { decisionId } }), 404, 'NOT_FOUND')
  return `the platform first, then ${last?.name} for ${last?.forNames[0]}; whoever asked decides nothing, another executor finds nothing`
}

export async function approveInSteps(stage: Stage, cast: Cast, production: Production): Promise<void> {
  chapter('A sponsor writes its rules, and its people decide')
  const today = production.meeting.createTime.slice(0, DAY)
  const scene: Scene = { stage, cast, production, today }
  const absent = await makePerson(scene, '沈岚')
  const people = { absent, delegate: await makePerson(scene, '顾清') }
  await step('its compliance writes caps and a step for waivers', () => writeRules(scene, people), shown)
  await step('a waiver is approved by the delegate of who is away', () => decide(scene, people), shown)
}
