// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { approvalPolicyRoutes as policies } from '@consilium/contract/approvals/approval-policies.ts'
import { approvalRoutes as routes } from '@consilium/contract/approvals/approvals.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { createClient, type CallInput } from '@consilium/contract/client.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import { freshName, startApi, type MainAccount, type PersonUser, type User } from '../../../test/harness.ts'
import { openWorld } from '../../../test/meeting-world.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { refusalOf } from '../../../test/outcomes.ts'
import { until } from '../../../test/sms-gateway.ts'
import { createEventLog } from '../../infra/event-log/event-log.ts'
import { createMessageReader } from '../../readers/messages/reader.ts'
import { createDecisions } from '../decisions/service.ts'
import { createMessages } from '../messages/service.ts'
import { createNotices } from '../notices/service.ts'
import { createApprovals } from './service.ts'

const AT_ONCE = 20
const MINUTE_MS = 60_000

const clock = movableClock()
const api = await startApi({ clock })
const other = api.engine.kind === 'postgres' ? await api.startNode() : null
after(async () => {
  await other?.close()
  await api.close()
})
const onOther = ({ token }: User) =>
  createClient({ baseUrl: (other ?? api.app).url + BASE_PATH, token, repeats: 0 })
const admin = await api.admin()
const world = await openWorld(api)
const { manager } = world
const second = await api.manager()

type Steps = CallInput<typeof policies.create>['body']['steps']

interface Scene {
  sponsor: MainAccount
  first: PersonUser
  next: PersonUser
  projectId: number
}

/** A sponsor with two people of compliance, whose rule asks for the steps after that of the platform. */
async function scene(steps: (people: Omit<Scene, 'projectId'>) => Steps | Promise<Steps>): Promise<Scene> {
  const sponsor = await api.sponsor()
  const first = await api.person(sponsor, 'compliance')
  const next = await api.person(sponsor, 'compliance')
  const { projectId } = await manager.call(projectRoutes.create, { body: { projectName: freshName('项目') } })
  await manager.call(projectRoutes.assignSponsors, {
    params: { projectId },
    body: { sponsorAdminUserIds: [sponsor.userId] },
  })
  const asked = await steps({ sponsor, first, next })
  await sponsor.call(policies.create, {
    body: { kind: 'budgetChange', validFrom: clock.today(), steps: asked },
  })
  return { sponsor, first, next, projectId }
}

const ANY_COMPLIANCE: Steps = [{ roles: ['compliance'], need: 'any' }]

/** A change of a budget that the manager asks for. */
async function ask({ projectId }: Pick<Scene, 'projectId'>, amount = '700'): Promise<number> {
  await manager.attempt(budgetRoutes.plan, { body: { projectId, category: 'venue', amount: '500' } })
  const body = { projectId, category: 'venue' as const, amount, reason: '换场地' }
  const { changeId } = await manager.call(budgetRoutes.askChange, { body })
  const row = await api.db
    .selectFrom('budget_change')
    .select('decision_id')
    .where('change_id', '=', changeId)
    .executeTakeFirstOrThrow()
  return row.decision_id
}

const get = (user: User, decisionId: number) => user.call(routes.get, { params: { decisionId } })
const stepOf = async (decisionId: number) => (await get(admin, decisionId)).stepId!
const lineOf = async ({ projectId }: Pick<Scene, 'projectId'>) =>
  (await manager.call(budgetRoutes.money, { params: { projectId } })).lines[0]?.planned

type Action = CallInput<typeof routes.act>['body']['action']
async function act(user: User, decisionId: number, action: Action, stepId?: number) {
  const step = stepId ?? (await stepOf(decisionId)) ?? undefined
  const asker = action === 'withdraw' || action === 'answer'
  const opinion = action === 'approve' ? null : '见附件'
  return user.attempt(routes.act, {
    body: { decisionId, action, opinion, ...(asker ? {} : { stepId: step }) },
  })
}
const todo = async (user: User) =>
  (await user.call(routes.list, { query: { tab: 'todo', pageSize: 100 } })).rows.map((row) => row.decisionId)

/** Approves the step of the platform, which comes first. */
async function passPlatform(decisionId: number): Promise<void> {
  assert.equal((await act(second, decisionId, 'approve')).status, 200)
}

describe('APR-1: policies', () => {
  it('APR-1: what was shipped holds until somebody sets up steps, and every version is refused that cannot work', async () => {
    const { policies: current } = await admin.call(policies.current, {})
    assert.deepEqual(
      current
        .filter(({ steps }) => steps.length > 0)
        .map(({ kind, policyId, steps }) => [kind, policyId, steps.map(({ roles, lead }) => [roles, lead])]),
      [
        ['waiver', null, [[['admin', 'manager'], false]]],
        ['feeAboveTier', null, [[['admin', 'manager'], false]]],
        ['budgetChange', null, [[['admin', 'manager'], true]]],
        // Of the payer whose form it is.
        ['bankPreset', null, [[['finance'], false]]],
      ],
    )
    const { sponsor, first } = await scene(() => ANY_COMPLIANCE)
    const today = clock.today()
    const base = { kind: 'waiver' as const, validFrom: today }
    const refused = async (user: User, body: CallInput<typeof policies.create>['body']) => {
      const { status, error, fields } = refusalOf(await user.attempt(policies.create, { body }))
      return [status, error, fields?.[0]]
    }
    const step = { roles: ['compliance' as const], need: 'any' as const }
    const five = Array.from({ length: 5 }, () => step)
    assert.deepEqual(await refused(first, { ...base, validFrom: '2020-01-01', steps: [step] }), [
      400,
      'DAY_PAST',
      'validFrom',
    ])
    assert.deepEqual(await refused(first, { ...base, kind: 'budgetChange', steps: [step] }), [
      409,
      'APPROVAL_POLICY_OVERLAPS',
      'validFrom',
    ])
    assert.equal((await refused(first, { ...base, steps: [...five, step] }))[2], 'steps')
    assert.equal((await refused(first, { ...base, steps: [{ need: 'any' }] }))[2], 'steps.0.roles')
    const eleven = Array.from({ length: 11 }, (_, place) => place + 1)
    assert.equal((await refused(first, { ...base, steps: [{ persons: eleven, need: 'any' }] }))[0], 400)
    assert.deepEqual(await refused(first, { ...base, steps: [{ persons: [manager.userId], need: 'any' }] }), [
      400,
      'APPROVAL_PERSON_OTHER',
      'steps.0.persons',
    ])
    assert.deepEqual(await refused(first, { ...base, steps: [{ roles: ['finance'], need: 'any' }] }), [
      400,
      'APPROVAL_STEP_EMPTY',
      'steps.0.roles',
    ])
    assert.deepEqual(await refused(first, { ...base, steps: [{ roles: ['manager'], need: 'any' }] }), [
      400,
      'APPROVAL_STEP_EMPTY',
      'steps.0.roles',
    ])
    assert.equal((await refused(first, { ...base, steps: [{ ...step, category: 'venue' }] }))[0], 400)
    assert.equal((await refused(first, { ...base, steps: [{ ...step, amountFrom: '1' }] }))[0], 400)
    const below = { kind: 'budgetLine' as const, validFrom: today, steps: [{ ...step, amountFrom: '-0.01' }] }
    assert.deepEqual(await refused(first, below), [400, 'VALIDATION_FAILED', 'steps.0.amountFrom'])
    const twice = { ...step, persons: [first.userId, first.userId] }
    assert.deepEqual(await refused(first, { ...base, steps: [twice] }), [
      400,
      'VALIDATION_FAILED',
      'steps.0.persons',
    ])
    assert.equal(
      (await refused(first, { ...base, steps: [{ ...step, escalateTo: [first.userId] }] }))[0],
      400,
    )
    assert.equal((await second.attempt(policies.create, { body: { ...base, steps: [step] } })).status, 403)
    const made = await first.call(policies.create, { body: { ...base, steps: five } })
    assert.deepEqual([made.steps.length, made.owner.orgId, made.isInForce], [5, sponsor.orgId, true])
    const { rows } = await sponsor.call(policies.list, { query: { kind: 'waiver' } })
    assert.deepEqual(
      rows.map(({ policyId }) => policyId),
      [made.policyId],
    )
    const { rows: foreign } = await world.sponsor.call(policies.list, { query: {} })
    assert.deepEqual(foreign, [])
  })

  it('APR-1: a step holds from its amount on and for its category', async () => {
    const own = await scene(() => [
      { roles: ['compliance'], need: 'any', amountFrom: '1000' },
      { roles: ['sponsor'], need: 'any', category: 'travel' },
    ])
    const count = async (amount: string) => {
      const decisionId = await ask(own, amount)
      const { stepCount } = await get(admin, decisionId)
      assert.equal((await act(manager, decisionId, 'withdraw')).status, 200)
      return stepCount
    }
    assert.deepEqual([await count('999.99'), await count('1000')], [1, 2])
  })
})

describe('APR-2, APR-3: steps', () => {
  it('APR-2: nothing takes effect before the last step, and then at once; nobody decides twice or the own request', async () => {
    const own = await scene(() => [
      { roles: ['compliance'], need: 'any', dueDays: 2 },
      { roles: ['sponsor', 'compliance'], need: 'any' },
    ])
    const decisionId = await ask(own)
    assert.deepEqual(refusalOf(await act(manager, decisionId, 'approve')).error, 'OWN_REQUEST')
    assert.equal(refusalOf(await act(own.first, decisionId, 'approve')).error, 'APPROVAL_NOT_YOURS')
    await passPlatform(decisionId)
    assert.equal(await lineOf(own), '500.00')
    assert.equal(refusalOf(await act(admin, decisionId, 'approve')).error, 'APPROVAL_NOT_YOURS')
    assert.deepEqual(await todo(own.first), [decisionId])
    assert.equal((await act(own.first, decisionId, 'approve')).status, 200)
    assert.equal(await lineOf(own), '500.00')
    assert.equal(refusalOf(await act(own.first, decisionId, 'approve')).error, 'APPROVAL_ONE_STEP')
    const shown = await get(own.sponsor, decisionId)
    assert.deepEqual(shown.changes, [{ field: 'amount', before: '500.00', after: '700.00' }])
    assert.deepEqual([shown.money?.freeBefore, shown.money?.freeAfter], ['500.00', '700.00'])
    assert.deepEqual(
      shown.opinions.map(({ verdict, number }) => [verdict, number]),
      [
        ['approved', 1],
        ['approved', 2],
      ],
    )
    assert.equal((await act(own.sponsor, decisionId, 'approve')).status, 200)
    assert.equal(await lineOf(own), '700.00')
    const { stepId: _, ...row } = await api.db
      .selectFrom('decision_vote')
      .select(['step_id as stepId', 'round', 'verdict', 'time', 'for_user_ids', 'decision_id'])
      .where('decision_id', '=', decisionId)
      .limit(1)
      .executeTakeFirstOrThrow()
    await assert.rejects(
      api.db
        .insertInto('decision_vote')
        .values({ ...row, step_id: null, user_id: manager.userId, to_user_id: null, opinion: null })
        .execute(),
      (error: { constraint?: string }) => error.constraint === 'decision_two_people',
    )
    await assert.rejects(
      api.db
        .insertInto('decision_vote')
        .values({ ...row, step_id: null, user_id: own.first.userId, to_user_id: null, opinion: null })
        .execute(),
      (error: { constraint?: string }) => error.constraint === 'decision_vote_once',
    )
  })

  it('APR-2: a rejection ends a request without an effect; another content ends it as stale', async () => {
    const own = await scene(() => ANY_COMPLIANCE)
    const refused = await ask(own)
    await passPlatform(refused)
    assert.equal((await act(own.first, refused, 'refuse')).status, 200)
    assert.deepEqual([(await get(own.first, refused)).status, await lineOf(own)], ['refused', '500.00'])
    const decisionId = await ask(own, '800')
    await passPlatform(decisionId)
    const stepId = await stepOf(decisionId)
    await sql`update budget_change set amount = 900 where decision_id = ${decisionId}`.execute(api.db)
    const reply = await act(own.first, decisionId, 'approve', stepId)
    assert.deepEqual([reply.status, reply.error?.error], [409, 'APPROVAL_STALE'])
    const { status, stepId: none } = await get(own.first, decisionId).catch(() => get(admin, decisionId))
    assert.deepEqual([status, none, await lineOf(own)], ['stale', null, '500.00'])
    assert.equal(refusalOf(await act(own.next, decisionId, 'approve', stepId)).error, 'APPROVAL_STALE')
  })

  it('APR-2 APR-8: who was asked and has not decided is told that a request is stale or decided, nobody else finds it', async () => {
    const supervisors: User[] = []
    const own = await scene(async ({ sponsor }) => {
      for (const role of ['supervisor', 'supervisor'] as const)
        supervisors.push(await api.person(sponsor, role))
      return [{ roles: ['supervisor'], need: 'any' }]
    })
    const [one, silent] = supervisors as [User, User]
    const stranger = await api.person(own.sponsor, 'finance')
    const answers = async (user: User, decisionId: number, stepId: number) => {
      const body = { decisionId, stepId }
      const item = { items: [body], action: 'approve' as const }
      const { results } = await user.call(routes.actMany, { body: item })
      const replies = [
        await user.attempt(routes.act, { body: { ...body, action: 'approve' } }),
        await user.attempt(routes.act, { body: { ...body, action: 'sendBack', opinion: '见附件' } }),
        await user.attempt(routes.signer, { body: { ...body, userId: one.userId, place: 'instead' } }),
      ]
      return new Set([...replies.map((reply) => refusalOf(reply).error), results[0]?.error])
    }
    const open = async (amount: string): Promise<[number, number]> => {
      const decisionId = await ask(own, amount)
      const early = await stepOf(decisionId)
      assert.deepEqual(await answers(silent, decisionId, early), new Set(['NOT_FOUND']))
      await passPlatform(decisionId)
      return [decisionId, await stepOf(decisionId)]
    }
    const decided = await open('700')
    assert.equal((await act(one, decided[0], 'approve', decided[1])).status, 200)
    assert.deepEqual(await answers(silent, ...decided), new Set(['APPROVAL_DECIDED']))
    assert.deepEqual(await answers(stranger, ...decided), new Set(['NOT_FOUND']))
    const changed = await open('800')
    await sql`update budget_change set amount = 900 where decision_id = ${changed[0]}`.execute(api.db)
    assert.equal(refusalOf(await act(one, changed[0], 'approve', changed[1])).error, 'APPROVAL_STALE')
    assert.deepEqual(await answers(silent, ...changed), new Set(['APPROVAL_STALE']))
    assert.deepEqual(await answers(stranger, ...changed), new Set(['NOT_FOUND']))
    const { status, abilities } = await get(silent, changed[0])
    assert.deepEqual([status, abilities.decide, await lineOf(own)], ['stale', false, '700.00'])
    const late = await manager.attempt(routes.act, {
      body: { decisionId: changed[0], action: 'withdraw' },
    })
    assert.equal(refusalOf(late).error, 'APPROVAL_STALE')
  })

  it('APR-3: all of a step are needed, and is nobody left, the main account is asked and told so', async () => {
    const own = await scene(({ first, next }) => [{ persons: [first.userId, next.userId], need: 'all' }])
    const decisionId = await ask(own)
    await passPlatform(decisionId)
    assert.equal((await act(own.first, decisionId, 'approve')).status, 200)
    assert.deepEqual([(await get(admin, decisionId)).status, await todo(own.first)], ['pending', []])
    assert.equal((await act(own.next, decisionId, 'approve')).status, 200)
    assert.equal(await lineOf(own), '700.00')

    const left = await scene(({ first }) => [{ persons: [first.userId], need: 'any' }])
    const nobody = await ask(left)
    await left.sponsor.call(personRoutes.changeStatus, {
      body: { personId: left.first.personId, status: '1' },
    })
    await passPlatform(nobody)
    const shown = await get(left.sponsor, nobody)
    assert.equal(shown.steps.find(({ state }) => state === 'open')?.isFallback, true)
    assert.deepEqual(await todo(left.sponsor), [nobody])
    assert.equal((await act(left.sponsor, nobody, 'approve')).status, 200)
    assert.equal(await lineOf(left), '700.00')
  })
})

describe('APR-8: races', () => {
  it('APR-8: of 20 decisions of one step at once one counts, and the others are told who and when', async () => {
    const own = await scene(() => [...ANY_COMPLIANCE, { roles: ['sponsor'], need: 'any' }])
    const decisionId = await ask(own)
    await passPlatform(decisionId)
    const stepId = await stepOf(decisionId)
    const people = [own.first, own.next]
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, place) => {
        const user = people[place % people.length]!
        const node = other && place % 3 === 0 ? onOther(user) : user
        return node.attempt(routes.act, { body: { decisionId, stepId, action: 'approve' } })
      }),
    )
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    for (const { status, error } of replies.filter((reply) => reply.status !== 200)) {
      assert.deepEqual([status, error?.error], [409, 'APPROVAL_DECIDED'])
      assert.match(error?.msg ?? '', /赵敏于2026-/)
    }
    const { opinions, status, stepNumber } = await get(admin, decisionId)
    assert.deepEqual([opinions.length, status, stepNumber], [2, 'pending', 3])
    assert.equal(await lineOf(own), '500.00')
  })

  it('APR-8: of a withdrawal and the last approval at once one wins, and nothing is half', async () => {
    const own = await scene(() => ANY_COMPLIANCE)
    for (let turn = 0; turn < 6; turn++) {
      const before = await lineOf(own).catch(() => '500.00')
      const decisionId = await ask(own, String(1000 + turn))
      await passPlatform(decisionId)
      const stepId = await stepOf(decisionId)
      const calls = [
        () => act(own.first, decisionId, 'approve', stepId),
        () => onOther(manager).attempt(routes.act, { body: { decisionId, action: 'withdraw' } }),
      ]
      const [a, b] = await Promise.all((turn % 2 ? calls : calls.toReversed()).map((call) => call()))
      assert.deepEqual(
        [a!.status, b!.status].toSorted((x, y) => x - y),
        [200, 409],
      )
      const { status } = await get(admin, decisionId)
      assert.ok(status === 'approved' || status === 'withdrawn')
      const line = await lineOf(own)
      assert.equal(line, status === 'approved' ? `${1000 + turn}.00` : (before ?? '500.00'))
      const { rows } = await sql`select from decision_seat where decision_id = ${decisionId}`.execute(api.db)
      assert.equal(rows.length, 0)
    }
  })
})

describe('APR-4: sending back, passing on, adding signers', () => {
  it('APR-4: a request that is sent back waits for its answer, and all steps begin anew', async () => {
    const own = await scene(() => [{ roles: ['compliance'], need: 'any', dueDays: 2 }])
    const decisionId = await ask(own)
    await passPlatform(decisionId)
    const stepId = await stepOf(decisionId)
    const dueBefore = (await get(own.first, decisionId)).dueTime
    const remindersOf = async () =>
      (
        await api.db
          .selectFrom('decision_step')
          .select('reminders')
          .where('decision_id', '=', decisionId)
          .where('due_days', 'is not', null)
          .executeTakeFirstOrThrow()
      ).reminders
    await sql`update decision_step set remind_time = ${clock.wire()} where step_id = ${stepId}`.execute(
      api.db,
    )
    await watcher().lookNow()
    // A node that is looking at the same moment takes the reminder instead.
    await until(async () => (await remindersOf()) === 1, 'the reminder')
    assert.equal(
      (await own.first.attempt(routes.act, { body: { decisionId, stepId, action: 'sendBack' } })).status,
      400,
    )
    assert.equal((await act(own.first, decisionId, 'sendBack')).status, 200)
    assert.equal(refusalOf(await act(own.next, decisionId, 'approve', stepId)).error, 'APPROVAL_SENT_BACK')
    assert.deepEqual(await todo(own.next), [])
    assert.equal((await get(manager, decisionId)).isSentBack, true)
    clock.advance(MINUTE_MS)
    assert.equal((await act(manager, decisionId, 'answer')).status, 200)
    assert.equal(refusalOf(await act(manager, decisionId, 'answer')).error, 'APPROVAL_NOT_SENT_BACK')
    await passPlatform(decisionId)
    const shown = await get(own.first, decisionId)
    assert.deepEqual([shown.round, shown.abilities.decide, await remindersOf()], [2, true, 0])
    assert.ok(dueBefore !== null && shown.dueTime !== null && shown.dueTime > dueBefore)
    assert.equal((await act(own.first, decisionId, 'approve')).status, 200)
    assert.equal(await lineOf(own), '700.00')
    assert.equal(refusalOf(await act(manager, decisionId, 'withdraw')).error, 'APPROVAL_DECIDED')
  })

  it('APR-4: a step is passed on to one fit person; at most 3 signers are added, before or after', async () => {
    const own = await scene(({ first }) => [{ persons: [first.userId], need: 'any' }])
    const decisionId = await ask(own)
    await passPlatform(decisionId)
    const stepId = await stepOf(decisionId)
    const supervisor = await api.person(own.sponsor, 'supervisor')
    const signer = (user: User, userId: number, place: 'instead' | 'before' | 'after', step = stepId) =>
      user.attempt(routes.signer, { body: { decisionId, stepId: step, userId, place } })
    for (const userId of [manager.userId, supervisor.userId, own.first.userId])
      assert.equal(
        refusalOf(await signer(own.first, userId, 'instead')).error,
        'APPROVAL_PERSON_UNFIT',
        String(userId),
      )
    assert.equal(refusalOf(await signer(own.sponsor, own.next.userId, 'instead')).error, 'APPROVAL_NOT_YOURS')
    assert.equal((await signer(own.first, own.next.userId, 'instead')).status, 200)
    assert.deepEqual([await todo(own.first), await todo(own.next)], [[], [decisionId]])
    assert.equal(refusalOf(await act(own.first, decisionId, 'approve', stepId)).status, 409)
    assert.equal((await signer(own.next, supervisor.userId, 'before')).status, 200)
    assert.deepEqual([await todo(own.next), await todo(supervisor)], [[], [decisionId]])
    assert.equal((await act(supervisor, decisionId, 'approve')).status, 200)
    assert.deepEqual(await todo(own.next), [decisionId])
    const others = [await api.person(own.sponsor, 'supervisor'), await api.person(own.sponsor, 'supervisor')]
    for (const { userId } of others) assert.equal((await signer(own.next, userId, 'after')).status, 200)
    assert.equal(
      refusalOf(await signer(own.next, own.sponsor.userId, 'after')).error,
      'APPROVAL_SIGNERS_SPENT',
    )
    assert.equal((await act(own.next, decisionId, 'approve')).status, 200)
    for (const user of others) {
      assert.equal(await lineOf(own), '500.00')
      assert.equal((await act(user, decisionId, 'approve')).status, 200)
    }
    assert.equal(await lineOf(own), '700.00')
  })
})

describe('APR-5: absence', () => {
  it('APR-5: a delegate decides for the absent person, never as the author, and not through a chain', async () => {
    const own = await scene(({ first }) => [{ persons: [first.userId], need: 'all' }])
    const times = { fromTime: `${clock.today()} 00:00:00`, toTime: '2026-12-31 23:59:59' }
    const away = (user: User, delegateUserId: number) =>
      user.attempt(routes.createAbsence, { body: { ...times, delegateUserId } })
    const third = await api.person(own.sponsor, 'compliance')
    assert.equal(refusalOf(await away(own.first, manager.userId)).error, 'APPROVAL_PERSON_UNFIT')
    assert.equal((await away(own.first, own.next.userId)).status, 200)
    assert.equal(refusalOf(await away(own.first, third.userId)).error, 'ABSENCE_OVERLAPS')
    const past = {
      fromTime: '2020-01-01 00:00:00',
      toTime: '2020-01-02 00:00:00',
      delegateUserId: third.userId,
    }
    assert.equal(
      refusalOf(await own.first.attempt(routes.createAbsence, { body: past })).error,
      'ABSENCE_PAST',
    )
    const decisionId = await ask(own)
    await passPlatform(decisionId)
    assert.deepEqual(await todo(own.next), [decisionId])
    assert.equal((await get(own.next, decisionId)).actsFor.length, 1)
    assert.equal((await act(own.next, decisionId, 'approve')).status, 200)
    const { opinions } = await get(own.next, decisionId)
    assert.deepEqual(opinions.at(-1)?.forNames, ['赵敏'])
    // Delegate and person are both away, so the main account is asked, and not the delegate of the delegate.
    assert.equal((await away(own.next, third.userId)).status, 200)
    const later = await ask(own, '900')
    await passPlatform(later)
    assert.deepEqual([await todo(own.sponsor), await todo(third)], [[later], []])
    assert.equal(refusalOf(await act(third, later, 'approve')).error, 'APPROVAL_NOT_YOURS')
    assert.equal((await act(own.sponsor, later, 'approve')).status, 200)
    assert.equal(await lineOf(own), '900.00')
    const { absences } = await own.next.call(routes.absences, {})
    const params = { absenceId: absences[0]!.absenceId }
    await own.next.call(routes.cancelAbsence, { params })
    assert.equal(refusalOf(await own.next.attempt(routes.cancelAbsence, { params })).error, 'NOT_FOUND')
    assert.deepEqual((await own.next.call(routes.absences, {})).absences, [])
  })

  it('APR-5: an author is no delegate: the request goes on to somebody else', async () => {
    const asker = second
    const { projectId } = await manager.call(projectRoutes.create, {
      body: { projectName: freshName('项目') },
    })
    const times = { fromTime: `${clock.today()} 00:00:00`, toTime: '2026-12-31 23:59:59' }
    const third = await api.manager()
    const absence = await third.call(routes.createAbsence, {
      body: { ...times, delegateUserId: asker.userId },
    })
    await asker.call(budgetRoutes.plan, { body: { projectId, category: 'venue', amount: '500' } })
    const body = { projectId, category: 'venue' as const, amount: '700', reason: '换场地' }
    await asker.call(budgetRoutes.askChange, { body })
    const { rows } = await asker.call(routes.list, { query: { tab: 'asked' } })
    const { decisionId, stepId } = rows[0]!
    assert.ok(!(await todo(asker)).includes(decisionId))
    assert.equal(refusalOf(await act(asker, decisionId, 'approve', stepId!)).error, 'OWN_REQUEST')
    assert.ok((await todo(third)).includes(decisionId))
    await third.call(routes.cancelAbsence, { params: { absenceId: absence.absenceId } })
  })
})

/** What a node does from time to time, done now; the requests are known to it by their project alone. */
function watcher() {
  const eventLog = createEventLog()
  const context = { db: api.db, clock, eventLog, log: null, events: { subscribe: () => {} } } as never
  const notices = createNotices({ db: api.db, clock, keys: null as never }, {})
  const approvals = createApprovals(context, { decisions: createDecisions({ clock }), notices })
  approvals.serve({ name: 'budgetChange', titles: () => Promise.resolve(new Map()) } as never)
  eventLog.readWithin(createMessageReader(createMessages(context), approvals, clock))
  return approvals
}

/** How often somebody was told that a request waits. */
const told = async (user: User, decisionId: number): Promise<number> =>
  (await user.call(messageRoutes.list, { query: { kind: 'approvalAsked', pageSize: 100 } })).rows.filter(
    ({ link }) => link?.id === decisionId,
  ).length

describe('APR-6: reminders', () => {
  it('APR-6: at half and at the due time those asked are reminded, then the next person is asked; time decides nothing', async () => {
    const own = await scene(({ first, next }) => [
      { persons: [first.userId], need: 'any', dueDays: 2, escalateTo: [next.userId] },
    ])
    const left = await scene(({ first }) => [{ persons: [first.userId], need: 'any' }])
    const [decisionId, alone] = [await ask(own), await ask(left)]
    await passPlatform(decisionId)
    await passPlatform(alone)
    const approvals = watcher()
    assert.deepEqual([await told(own.first, decisionId), await told(own.next, decisionId)], [1, 0])
    const step = () =>
      api.db
        .selectFrom('decision_step')
        .select(['remind_time as remindTime', 'due_time as dueTime', 'reminders'])
        .where('decision_id', '=', decisionId)
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow()
    const { remindTime, dueTime } = await step()
    // From Friday noon: two working days end on Tuesday, their half on Monday after the days off.
    assert.match(`${remindTime} ${dueTime}`, /^2026-11-23 .* 2026-11-24 /)
    /** As if so much of the time had passed; sessions would end with the clock. */
    const makeDue = () =>
      sql`update decision_step set remind_time = ${clock.wire()} where decision_id = ${decisionId} and state = 'open'`.execute(
        api.db,
      )
    await Promise.all([watcher().lookNow(), approvals.lookNow()])
    assert.equal((await step()).reminders, 0)
    await makeDue()
    await Promise.all([watcher().lookNow(), approvals.lookNow()])
    const half = await step()
    assert.deepEqual([half.reminders, half.remindTime], [1, dueTime])
    assert.deepEqual([await told(own.first, decisionId), await told(own.next, decisionId)], [2, 0])
    await makeDue()
    await Promise.all([watcher().lookNow(), approvals.lookNow()])
    assert.deepEqual([(await step()).reminders, (await step()).remindTime], [2, null])
    assert.deepEqual([await told(own.first, decisionId), await told(own.next, decisionId)], [3, 1])
    assert.deepEqual(await todo(own.next), [decisionId])
    assert.equal((await get(admin, decisionId)).status, 'pending')
    // Whoever was asked leaves, and nobody is left.
    const body = { personId: left.first.personId, status: '1' as const }
    await left.sponsor.call(personRoutes.changeStatus, { body })
    await approvals.lookNow()
    assert.deepEqual([await todo(left.sponsor), await told(left.sponsor, alone)], [[alone], 1])
    assert.equal((await act(own.next, decisionId, 'approve')).status, 200)
    assert.equal(await lineOf(own), '700.00')
    const ended = await manager.call(messageRoutes.list, { query: { kind: 'approvalEnded', pageSize: 100 } })
    assert.ok(ended.rows.some(({ link }) => link?.id === decisionId))
  })
})

describe('APR-7: lists and bulk', () => {
  it('APR-7: to do, done and asked; many at once with a result each, waivers one by one', async () => {
    const own = await scene(() => ANY_COMPLIANCE)
    const categories = ['venue', 'meals', 'travel'] as const
    const ids: number[] = []
    for (const category of categories) {
      const body = { projectId: own.projectId, category, amount: '500' }
      await manager.call(budgetRoutes.plan, { body })
      const asked = { ...body, amount: '700', reason: '增加' }
      await manager.call(budgetRoutes.askChange, { body: asked })
      ids.push((await manager.call(routes.list, { query: { tab: 'asked' } })).rows[0]!.decisionId)
    }
    for (const decisionId of ids) await passPlatform(decisionId)
    assert.deepEqual(await todo(own.first), ids.toReversed())
    const items = await Promise.all(
      ids.map(async (decisionId) => ({ decisionId, stepId: await stepOf(decisionId) })),
    )
    await act(own.next, ids[1]!, 'approve')
    const { meetingId } = await world.meeting()
    await world.attendee(meetingId)
    const waiver = { meetingId, check: 'signatures' as const, reason: '专家出国' }
    await manager.call(gateRoutes.askWaiver, { body: waiver })
    const [asked] = (await manager.call(routes.list, { query: { tab: 'asked', kind: 'waiver' } })).rows
    assert.deepEqual([asked?.title, asked?.category, asked?.stepCount].slice(1), ['signatures', 1])
    const extra = { decisionId: asked!.decisionId, stepId: asked!.stepId! }
    const { results } = await own.first.call(routes.actMany, {
      body: { items: [...items, extra], action: 'approve' },
    })
    assert.deepEqual(
      results.map(({ error }) => error),
      [null, 'APPROVAL_DECIDED', null, 'NOT_FOUND'],
    )
    const waivers = await second.call(routes.actMany, { body: { items: [extra], action: 'approve' } })
    assert.equal(waivers.results[0]?.error, 'APPROVAL_NOT_IN_BULK')
    const done = await own.first.call(routes.list, { query: { tab: 'done' } })
    assert.deepEqual(
      done.rows.map(({ decisionId, status }) => [decisionId, status]),
      [ids[2]!, ids[0]!].map((id) => [id, 'approved']),
    )
    assert.deepEqual(await todo(own.first), [])
    const tooMany = Array.from({ length: 201 }, (_, place) => ({ decisionId: place + 1, stepId: 1 }))
    assert.equal(
      (await own.first.attempt(routes.actMany, { body: { items: tooMany, action: 'approve' } })).status,
      400,
    )
    const people = await own.first.call(routes.people, { query: { keyword: '赵' } })
    assert.deepEqual(
      people.map(({ value }) => value),
      [own.first.userId, own.next.userId],
    )
    assert.equal((await world.sponsor.attempt(routes.get, { params: { decisionId: ids[0]! } })).status, 404)
  })
})
