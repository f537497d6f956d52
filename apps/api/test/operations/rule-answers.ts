import { fileURLToPath } from 'node:url'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { RELEASE_ADMIN_PASSWORD } from './release-format.ts'

/** An installation of the last commit before rules had owners, with what it answered: make-rules-before-owners.ts. */
export const RULES_BEFORE = fileURLToPath(new URL('../fixtures/rules-before-owners.zip', import.meta.url))
export const ANSWERS = 'answers.json'

/** Days after the recording on which the meeting that is planned anew takes place. */
const AHEAD_DAYS = 21
const DAY_MS = 86_400_000
/** Above the tier of all titles, above that of one title, below all. */
const FEES = ['6500', '4200', '1500'] as const
const EVERYTHING = { pageSize: 200 }

export interface RuleAnswers {
  /** When they were given; the service that is compared has its clock there. */
  time: string
  gatePolicies: unknown[]
  capPolicies: unknown[]
  gates: unknown[]
  capStates: unknown[]
  near: unknown[]
  /** What became of each fee that the executor tried, in order. */
  tries: unknown[]
}

async function as(baseUrl: string, username: string, password: string): Promise<Client> {
  const body = { username, password }
  const { token } = await createClient({ baseUrl }).call(accountRoutes.login, { body })
  return createClient({ baseUrl, token, repeats: 0 })
}

const ordered = <T>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

async function policies(admin: Client) {
  const gates = (await admin.call(gateRoutes.listPolicies, { query: EVERYTHING })).rows
  const caps = (await admin.call(capRoutes.listPolicies, { query: EVERYTHING })).rows
  return {
    gatePolicies: gates.map(({ validFrom, note, rules, isInForce }) => ({
      validFrom,
      note,
      rules,
      isInForce,
    })),
    capPolicies: caps.map(({ validFrom, note, overlaps, caps: all, tiers, isInForce }) => ({
      validFrom,
      note,
      overlaps,
      tiers,
      isInForce,
      caps: all.map(({ scope, period, measure, limit }) => ({ scope, period, measure, limit })),
    })),
  }
}

async function gateOf(admin: Client, meetingId: number) {
  const { stage, isMet, checks } = await admin.call(gateRoutes.get, {
    params: { meetingId: String(meetingId) },
  })
  return {
    meetingId,
    stage,
    isMet,
    checks: checks.map(({ id, mode, met, count, isWaived, threshold, evidence }) => ({
      id,
      mode,
      met,
      count,
      isWaived,
      threshold,
      evidence: evidence.map(({ key }) => key).toSorted(),
    })),
  }
}

async function nearOf(admin: Client) {
  const rows = await admin.call(capRoutes.near, {})
  return ordered(
    rows.map(({ expertId, scope, period, measure, limit, orgName, used, state }) => ({
      expertId,
      scope,
      period,
      measure,
      limit,
      orgName,
      used,
      state,
    })),
  )
}

/** Plans a meeting and tries to invite everybody for each fee: what is refused, and why, is the answer. */
async function triesOf(
  manager: Client,
  executor: Client,
  { time, phones }: { time: string; phones: string[] },
) {
  const [like] = (await manager.call(meetingRoutes.list, { query: EVERYTHING })).rows.toReversed()
  const day = new Date(Date.parse(time) + AHEAD_DAYS * DAY_MS).toISOString().slice(0, 10)
  const { projectId, execUserId } = await manager.call(meetingRoutes.get, {
    params: { meetingId: String(like!.meetingId) },
  })
  const { meetingId } = await manager.call(meetingRoutes.create, {
    body: {
      projectId,
      execUserId,
      laborBudget: '90000',
      scheduleStartTime: `${day} 09:00:00`,
      scheduleEndTime: `${day} 11:00:00`,
    },
  })
  const tries: unknown[] = []
  for (const phone of phones)
    for (const laborFee of FEES) {
      const body = { meetingId, phone, laborForm: 'lecture' as const, laborFee }
      const { status, error } = await executor.attempt(attendeeRoutes.create, { body })
      tries.push([phone, laborFee, status, error?.error ?? null, error?.details?.[0]?.field ?? null])
    }
  return { tries, planned: await gateOf(manager, meetingId) }
}

/** Everything that caps, tiers and gates decide, asked of a service; it is changed by that. */
export async function rulesAnswered(
  url: string,
  time: string,
  accounts: { executor: string; password: string },
): Promise<RuleAnswers> {
  const baseUrl = url + BASE_PATH
  const admin = await as(baseUrl, 'admin', RELEASE_ADMIN_PASSWORD)
  const executor = await as(baseUrl, accounts.executor, accounts.password)
  const experts = (await admin.call(expertRoutes.list, { query: EVERYTHING })).rows
  const meetings = (await admin.call(meetingRoutes.list, { query: EVERYTHING })).rows
  const meetingIds = meetings.map(({ meetingId }) => meetingId).toSorted((a, b) => a - b)
  const expertIds = experts.map(({ expertId }) => expertId).toSorted((a, b) => a - b)
  const capStates: unknown[] = []
  for (const client of [admin, executor])
    for (const meetingId of meetingIds)
      capStates.push(
        await client.call(capRoutes.state, { query: { expertIds: expertIds.join(',') as never, meetingId } }),
      )
  const gates: unknown[] = []
  for (const meetingId of meetingIds) gates.push(await gateOf(admin, meetingId))
  const near = await nearOf(admin)
  const rules = await policies(admin)
  const phones = experts.map(({ phone }) => phone).toSorted()
  const { tries, planned } = await triesOf(admin, executor, { time, phones })
  const { meetingId: _new, ...plannedGate } = planned
  return {
    time,
    ...rules,
    gates: [...gates, plannedGate],
    capStates,
    near: [near, await nearOf(admin)],
    tries,
  }
}
