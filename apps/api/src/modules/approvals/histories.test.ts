// Engine: postgres
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { approvalPolicyRoutes as policies } from '@consilium/contract/approvals/approval-policies.ts'
import { approvalRoutes as routes } from '@consilium/contract/approvals/approvals.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { createClient } from '@consilium/contract/client.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import { freshName, startApi, type User } from '../../../test/harness.ts'
import { often } from '@consilium/test-kit/often.ts'
import { seasonClock } from '../../../test/meeting-world.ts'

const HISTORIES = often(12, 2000)
/** Histories that run side by side, each with a sponsor and people of its own. */
const LANES = 4
/** `TEST_HISTORIES=501-1000` plays these histories only, and `TEST_HISTORIES=70` one that has failed. */
const [FIRST = 1, LAST = FIRST] = process.env['TEST_HISTORIES']?.split('-').map(Number) ?? [1, HISTORIES]
const ACTIONS_MAX = 14
const STEPS_MAX = 5
const SIGNERS_MAX = 3

const api = await startApi({ clock: seasonClock })
/** A second node of the same installation; the embedded engine has one node only. */
const other = api.engine.kind === 'postgres' ? await api.startNode() : null
after(async () => {
  await other?.close()
  await api.close()
})

/** Numbers that look random and are the same for the same seed. */
function chance(seed: number) {
  let state = seed * 2_654_435_761 + 1
  const next = (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return Math.abs(state ^ (state >>> 13)) % below
  }
  return { below: next, of: <T>(all: readonly T[]): T => all[next(all.length)]! }
}

type Role = 'sponsor' | 'compliance' | 'supervisor' | 'admin'
const ROLES: readonly Role[] = ['sponsor', 'compliance', 'compliance', 'compliance', 'supervisor', 'admin']
/** The main account of the sponsor, and the administrator who is asked when nobody of the sponsor is left. */
const [MAIN, ADMIN] = [0, 5]
const OF_SPONSOR = [0, 1, 2, 3, 4] as const

interface Step {
  base: number
  place: number
  asks: readonly number[]
  need: 'any' | 'all'
  seats: Set<number>
  /** Whose decision is made, or passed on, in this round. */
  settled: Set<number>
  decided: Set<number>
  passedOn: Set<number>
  isFallback: boolean
  isPassed: boolean
}

/** What steps mean, without a database: who may decide now, and what comes of it. */
class Model {
  steps: Step[]
  state: 'pending' | 'approved' | 'refused' | 'withdrawn' = 'pending'
  isSentBack = false

  constructor(policy: readonly { asks: readonly number[]; need: 'any' | 'all' }[]) {
    this.steps = policy.map(({ asks, need }, index) => this.#step(index, index * 10, asks, need))
    this.#open()
  }

  #step(base: number, place: number, asks: readonly number[], need: 'any' | 'all'): Step {
    const sets = { seats: new Set<number>(), settled: new Set<number>(), decided: new Set<number>() }
    return { base, place, asks, need, ...sets, passedOn: new Set(), isFallback: false, isPassed: false }
  }

  get open(): Step | undefined {
    return this.state === 'pending' && !this.isSentBack
      ? this.steps.find(({ isPassed }) => !isPassed)
      : undefined
  }

  #decidedElsewhere(step: Step, who: number): boolean {
    return this.steps.some((each) => each !== step && each.decided.has(who))
  }

  #awaited(step: Step): number[] {
    return [...step.seats].filter((who) => !step.settled.has(who) && !this.#decidedElsewhere(step, who))
  }

  #open(): void {
    const step = this.open
    if (!step) return
    step.seats = new Set([...step.asks, ...step.passedOn])
    step.isFallback = this.#awaited(step).length === 0
    if (step.isFallback) step.seats.add(this.#decidedElsewhere(step, MAIN) ? ADMIN : MAIN)
  }

  may(who: number): boolean {
    const step = this.open
    return step !== undefined && this.#awaited(step).includes(who)
  }

  approve(who: number): boolean {
    if (!this.may(who)) return false
    const step = this.open!
    step.settled.add(who)
    step.decided.add(who)
    if (step.need === 'all' && this.#awaited(step).length > 0) return true
    step.isPassed = true
    if (this.open) this.#open()
    else this.state = 'approved'
    return true
  }

  refuse(who: number): boolean {
    if (!this.may(who)) return false
    this.state = 'refused'
    return true
  }

  sendBack(who: number): boolean {
    if (!this.may(who)) return false
    this.isSentBack = true
    return true
  }

  answer(): boolean {
    if (this.state !== 'pending' || !this.isSentBack) return false
    this.isSentBack = false
    this.steps = this.steps.map((step) => this.#step(step.base, step.place, step.asks, step.need))
    this.#open()
    return true
  }

  withdraw(): boolean {
    if (this.state !== 'pending') return false
    this.state = 'withdrawn'
    this.isSentBack = false
    return true
  }

  #isFit(who: number, to: number, sameRight: boolean): boolean {
    const step = this.open!
    const isOfSameOrg = who !== ADMIN && to !== ADMIN && who !== to
    const hasRight = !sameRight || ROLES[who] === ROLES[to] || to === MAIN
    return isOfSameOrg && hasRight && !step.settled.has(to) && !this.#decidedElsewhere(step, to)
  }

  passOn(who: number, to: number): boolean {
    if (!this.may(who) || !this.#isFit(who, to, true)) return false
    const step = this.open!
    step.settled.add(who)
    step.seats.add(to)
    step.passedOn.add(to)
    return true
  }

  addSigner(who: number, to: number, where: 'before' | 'after'): boolean {
    if (!this.may(who) || !this.#isFit(who, to, false)) return false
    const { base } = this.open!
    const around = this.steps.filter((each) => each.base === base)
    if (around.length > SIGNERS_MAX) return false
    const places = around.map(({ place }) => place)
    const place = where === 'after' ? Math.max(...places) + 1 : Math.min(...places) - 1
    this.steps = [...this.steps, this.#step(base, place, [to], 'any')].toSorted((a, b) => a.place - b.place)
    if (where === 'before') this.#open()
    return true
  }
}

const admin = await api.admin()

/** A sponsor with its people, and a project of it whose budget a manager plans. */
async function openLane() {
  const manager = await api.manager()
  const sponsor = await api.sponsor()
  const people: User[] = [sponsor]
  for (const role of ROLES.slice(1, ADMIN)) people.push(await api.person(sponsor, role as 'compliance'))
  people.push(admin)
  const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: freshName('项目') } })
  await manager.call(projectRoutes.assignSponsors, {
    params: { projectId },
    body: { sponsorAdminUserIds: [sponsor.userId] },
  })
  const { policyId } = await sponsor.call(policies.create, {
    body: {
      kind: 'budgetLine',
      validFrom: seasonClock.today(),
      steps: [{ roles: ['sponsor'], need: 'any' }],
    },
  })
  const others = new Map(
    [...people, manager].map((user) => [
      user,
      createClient({ baseUrl: (other ?? api.app).url + BASE_PATH, token: user.token, repeats: 0 }),
    ]),
  )
  return { manager, people, projectId, policyId, others }
}
type Lane = Awaited<ReturnType<typeof openLane>>

type Draw = ReturnType<typeof chance>

/** Steps as a policy has them, and whom they ask. */
function drawPolicy(draw: Draw) {
  return Array.from({ length: 1 + draw.below(STEPS_MAX) }, () => {
    const need = draw.of(['any', 'all'] as const)
    const roles = draw.below(2) === 0 ? [draw.of(['sponsor', 'compliance', 'supervisor'] as const)] : []
    const persons = OF_SPONSOR.filter(() => draw.below(roles.length === 0 ? 2 : 5) === 0)
    const named = roles.length + persons.length === 0 ? [draw.of(OF_SPONSOR)] : persons
    const asks = OF_SPONSOR.filter((who) => named.includes(who) || roles.some((role) => role === ROLES[who]))
    return { need, roles, named, asks }
  })
}

async function ask(
  { manager, people, projectId, policyId }: Lane,
  policy: ReturnType<typeof drawPolicy>,
): Promise<number> {
  const when = { lead: false, amountFrom: null, category: null, dueDays: null, escalateTo: [] }
  const steps = policy.map(({ need, roles, named }) => ({
    ...when,
    need,
    roles,
    persons: named.map((who) => people[who]!.userId),
  }))
  await sql`update approval_policy set steps = ${JSON.stringify(steps)}::jsonb where policy_id = ${policyId}`.execute(
    api.db,
  )
  await sql`delete from budget_line where project_id = ${projectId}`.execute(api.db)
  await manager.call(budgetRoutes.plan, { body: { projectId, category: 'venue', amount: '500' } })
  const row = await api.db
    .selectFrom('decision')
    .select('decision_id')
    .where('kind', '=', 'budgetLine')
    .where('record_id', '=', projectId)
    .orderBy('decision_id', 'desc')
    .executeTakeFirstOrThrow()
  return row.decision_id
}

/** One action on the service and on the model; both take it, or neither. */
async function play(lane: Lane, draw: Draw, model: Model, decisionId: number): Promise<void> {
  const { manager, people, others } = lane
  const { stepId } = (await admin.call(routes.get, { params: { decisionId } })) as { stepId: number }
  const who = draw.below(people.length)
  const user = people[who]!
  const via = (someone: User) => (draw.below(2) === 0 ? someone : others.get(someone)!)
  const act = (action: 'approve' | 'refuse' | 'sendBack') =>
    via(user).attempt(routes.act, {
      body: {
        decisionId,
        stepId: stepId ?? 1,
        action,
        ...(action === 'approve' ? {} : { opinion: '见附件' }),
      },
    })
  const asker = (action: 'withdraw' | 'answer') =>
    via(manager).attempt(routes.act, { body: { decisionId, action, opinion: '已补充' } })
  const sign = (to: number, place: 'instead' | 'before' | 'after') =>
    via(user).attempt(routes.signer, {
      body: { decisionId, stepId: stepId ?? 1, userId: people[to]!.userId, place },
    })
  const to = draw.below(people.length)
  const where = draw.of(['before', 'after'] as const)
  const [name, expected, reply] = await draw.of([
    ...Array.from(
      { length: 9 },
      () => async () => ['approve', model.approve(who), await act('approve')] as const,
    ),
    async () => ['refuse', model.refuse(who), await act('refuse')] as const,
    async () => ['sendBack', model.sendBack(who), await act('sendBack')] as const,
    ...[1, 2].map(() => async () => ['answer', model.answer(), await asker('answer')] as const),
    async () => ['passOn', model.passOn(who, to), await sign(to, 'instead')] as const,
    async () => [`add ${where}`, model.addSigner(who, to, where), await sign(to, where)] as const,
    ...(draw.below(4) === 0
      ? [async () => ['withdraw', model.withdraw(), await asker('withdraw')] as const]
      : []),
  ])()
  assert.equal(
    reply.status === 200,
    expected,
    `${name} by ${who} for ${to}: ${reply.status} ${reply.error?.error}`,
  )
}

async function check({ manager, people, projectId }: Lane, model: Model, decisionId: number): Promise<void> {
  const { status, isSentBack } = await admin.call(routes.get, { params: { decisionId } })
  assert.deepEqual([status, isSentBack], [model.state, model.isSentBack])
  const { lines, waiting } = await manager.call(budgetRoutes.money, { params: { projectId } })
  assert.equal(
    lines.some(({ hasLine }) => hasLine),
    model.state === 'approved',
    'it takes effect with its last approval and not before',
  )
  assert.equal(waiting.length, model.state === 'pending' ? 1 : 0)
  if (!model.open) return
  // Never stuck: whom the model awaits has it to do, and nobody else.
  for (const [who, user] of people.entries()) {
    const { rows } = await user.call(routes.list, { query: { tab: 'todo', kind: 'budgetLine' } })
    assert.equal(
      rows.some((row) => row.decisionId === decisionId),
      model.may(who),
      `what ${who} has to do`,
    )
  }
  // Beside these people there is another administrator, who is asked as well when nobody else is left.
  assert.ok(model.open.isFallback || people.some((_user, who) => model.may(who)))
  assert.ok((waiting[0]?.names.length ?? 0) > 0, 'the record names somebody')
}

async function follow(lane: Lane, seed: number): Promise<void> {
  const draw = chance(seed)
  const policy = drawPolicy(draw)
  const model = new Model(policy)
  const decisionId = await ask(lane, policy)
  try {
    for (let turn = 0; turn < ACTIONS_MAX && model.state === 'pending'; turn++)
      await play(lane, draw, model, decisionId)
    await check(lane, model, decisionId)
  } catch (error) {
    throw new Error(`history ${seed}: ${JSON.stringify(policy)}`, { cause: error })
  }
  await lane.manager.attempt(routes.act, { body: { decisionId, action: 'withdraw' } })
}

test(`APR-1 APR-2 APR-8: in ${HISTORIES} random histories of policies with up to 5 steps the service does what a plain model does`, async () => {
  let seed = FIRST
  const run = async () => {
    const lane = await openLane()
    while (seed <= LAST) await follow(lane, seed++)
  }
  await Promise.all(Array.from({ length: LANES }, run))
})
