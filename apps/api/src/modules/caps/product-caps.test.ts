// Engine: postgres
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { capRoutes as routes } from '@consilium/contract/caps/caps.ts'
import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import { gateRoutes } from '@consilium/contract/gates/gate-routes.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { freshName, startApi, type MainAccount, type User } from '../../../test/harness.ts'
import { openWorld, seasonClock } from '../../../test/meeting-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const AT_ONCE = 20

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { manager, executor, sponsor } = world
const [other, admin] = [await api.sponsor(), await api.admin()]
const compliance = await api.person(sponsor, 'compliance')
const validFrom = seasonClock.today()

let days = 0
const onADay = () => ({ scheduleStartTime: `2026-12-${String((days++ % 28) + 1).padStart(2, '0')} 09:00:00` })
const productOf = async (owner: MainAccount, name = '药') =>
  (
    await owner.call(dimensionRoutes.create, {
      body: { kind: 'product', code: freshName('P-'), name },
    })
  ).dimensionId
const cap = (productId: number | null, limit: string) =>
  ({ scope: 'sponsor', period: 'calendarYear', measure: 'amount', limit, productId }) as const
const setCaps = (user: User, caps: readonly object[]) =>
  user.attempt(routes.createPolicy, {
    body: { validFrom, overlaps: 'off', tiers: [], caps: caps as ReturnType<typeof cap>[] },
  })
const project = (productIds: readonly number[], sponsors: readonly User[] = [sponsor]) =>
  manager.call(projectRoutes.create, {
    body: {
      projectName: freshName('项目'),
      productIds: [...productIds],
      sponsorAdminUserIds: sponsors.map(({ userId }) => userId),
      execAdminUserIds: [executor.userId],
    },
  })
const meet = (projectId: number, productIds?: number[]) =>
  world.meeting({ projectId, ...onADay(), ...(productIds ? { productIds } : {}) })
const invite = (meetingId: number, phone: string, laborFee: string) =>
  executor.attempt(attendeeRoutes.create, { body: { meetingId, phone, laborFee } })
const stateOf = async (
  query: { meetingId: number } | { projectId: number; productIds?: number[] },
  expertId: number,
) => {
  const { productIds, ...where } = { productIds: undefined, ...query }
  const [state] = await executor.call(routes.state, {
    query: {
      expertIds: String(expertId),
      ...where,
      ...(productIds ? { productIds: productIds.join(',') } : {}),
    },
  })
  return state?.state
}

it('SPN-4: a cap that names a product counts fees of meetings with that product, its own or those of its project', async () => {
  const [one, two] = [await productOf(sponsor, '甲药'), await productOf(sponsor, '乙药')]
  assert.equal((await setCaps(compliance, [cap(one, '5000')])).status, 200)
  const { projectId } = await project([one, two])
  const free = await project([])
  const expert = await world.expert({}, null)
  const spend = async (meetingId: number, fee: string) =>
    refusalOf(await invite(meetingId, expert.phone, fee)).error ?? 'done'
  assert.equal(await spend((await meet(projectId, [two])).meetingId, '9000'), 'done')
  assert.equal(await spend((await meet(free.projectId)).meetingId, '9000'), 'done')
  const { meetingId } = await meet(projectId)
  assert.equal(await spend(meetingId, '5000.01'), 'CAP_EXCEEDED')
  assert.equal(await spend(meetingId, '3000'), 'done')
  const narrowed = await meet(free.projectId, [one])
  assert.equal(await spend(narrowed.meetingId, '2000.01'), 'CAP_EXCEEDED')
  assert.equal(await spend(narrowed.meetingId, '2000'), 'done')
  const { expertId } = expert
  assert.equal(await stateOf({ meetingId: (await meet(projectId)).meetingId }, expertId), 'blocked')
  assert.equal(await stateOf({ meetingId: (await meet(projectId, [two])).meetingId }, expertId), 'within')
  assert.equal(await stateOf({ projectId }, expertId), 'blocked')
  assert.equal(await stateOf({ projectId, productIds: [two] }, expertId), 'within')
  const near = (await compliance.call(routes.near, {})).filter((row) => row.expertId === expertId)
  assert.deepEqual(
    near.map(({ used, limit, state, productName }) => [used, limit, state, productName]),
    [['5000.00', '5000', 'blocked', '甲药']],
  )
})

it('SPN-4: a meeting that takes another product is asked for its caps again', async () => {
  const [one, two] = [await productOf(sponsor), await productOf(sponsor)]
  await setCaps(sponsor, [cap(one, '4000')])
  const { projectId } = await project([one, two])
  const { phone } = await world.expert({}, null)
  const made = await meet(projectId, [two])
  assert.equal((await invite(made.meetingId, phone, '5000')).status, 200)
  const change = async (productIds: number[]) => {
    const { version } = await executor.call(meetingRoutes.get, { params: { meetingId: made.meetingId } })
    return executor.attempt(meetingRoutes.update, {
      body: { meetingId: made.meetingId, version, productIds },
    })
  }
  for (const productIds of [[one], [one, two], []])
    assert.deepEqual(refusalOf(await change(productIds)), {
      status: 409,
      error: 'CAP_EXCEEDED',
      fields: ['productIds'],
    })
  const kept = await executor.call(meetingRoutes.get, { params: { meetingId: made.meetingId } })
  assert.deepEqual(kept.productIds, [two])
  await setCaps(sponsor, [cap(one, '5000')])
  assert.equal((await change([one])).status, 200)
})

it('SPN-4: caps name products of their own sponsor, which tells no other one, and keep them from being deleted', async () => {
  const [mine, foreign] = [await productOf(sponsor, '独有药'), await productOf(other)]
  const refused = await setCaps(admin, [cap(mine, '1000')])
  assert.deepEqual(refusalOf(refused), {
    status: 400,
    error: 'CAP_PRODUCT_BEYOND',
    fields: ['caps.0.productId'],
  })
  for (const productId of [foreign, 9_000_000_001])
    assert.deepEqual(refusalOf(await setCaps(sponsor, [cap(null, '1000'), cap(productId, '1000')])), {
      status: 400,
      error: 'VALIDATION_FAILED',
      fields: ['caps.1.productId'],
    })
  const preview = await sponsor.attempt(routes.previewPolicy, {
    body: { validFrom, overlaps: 'off', tiers: [], caps: [cap(foreign, '1')] },
  })
  assert.equal(preview.status, 400)
  const { data } = await setCaps(sponsor, [cap(mine, '1000.00'), cap(null, '9000000')])
  assert.deepEqual(
    [data.caps.map(({ productId }) => productId), data.products.map(({ name }) => name)],
    [[mine, null], ['独有药']],
  )
  const { caps } = (await sponsor.call(routes.listPolicies, {})).rows[0]!
  assert.equal((await setCaps(sponsor, caps)).status, 200, 'what was read is taken back')
  assert.ok(!JSON.stringify(await other.call(routes.listPolicies, {})).includes('独有药'))
  const removed = await sponsor.attempt(dimensionRoutes.remove, { params: { dimensionId: String(mine) } })
  assert.deepEqual(
    [removed.status, removed.error?.error, removed.error?.details?.map(({ field }) => field)],
    [409, 'RECORD_IN_USE', ['capPolicy']],
  )
})

it('SPN-4: of twenty invitations at once as many fit as the cap of the product allows, and the gate says the same', async () => {
  const product = await productOf(sponsor)
  await setCaps(sponsor, [cap(product, '5000')])
  const { projectId } = await project([product], [sponsor, other])
  const { phone } = await world.expert({}, null)
  const meetings = await world.meetings(AT_ONCE, { projectId, ...onADay() })
  const answers = await Promise.all(meetings.map((meetingId) => invite(meetingId, phone, '1000')))
  assert.equal(answers.filter(({ status }) => status === 200).length, 5)
  await admin.call(gateRoutes.createPolicy, {
    body: { validFrom, rules: [{ stage: 'inviting', check: 'caps', mode: 'block' }] },
  })
  const at = meetings[answers.findIndex(({ status }) => status === 200)]!
  const capsCheck = async () =>
    (await executor.call(gateRoutes.get, { params: { meetingId: at } })).checks.find(
      ({ id }) => id === 'caps',
    )?.met
  assert.equal(await capsCheck(), true)
  await setCaps(sponsor, [cap(product, '4999')])
  assert.equal(await capsCheck(), false)
})
