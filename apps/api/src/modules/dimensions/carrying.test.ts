// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { DimensionIds } from '@consilium/contract/dimensions/carried-dimensions.ts'
import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { readSheetText } from '@consilium/sheets/workbook-reader.ts'
import { freshName, type MainAccount, type User } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const AT_ONCE = 20

const api = await sharedApi({ after })
const [manager, leader] = [await api.manager(), await api.leader()]
const [own, other] = [await api.sponsor(), await api.sponsor()]
const [executor, limited] = [await api.executor(), await api.limited([own])]
const supervisor = await api.person(own, 'supervisor')

let entries = 0
async function entry(
  sponsor: MainAccount,
  kind: 'product' | 'costCenter' | 'department' = 'product',
  name = '药',
) {
  const code = `${kind}-${String(++entries).padStart(3, '0')}`
  return (await sponsor.call(dimensionRoutes.create, { body: { kind, code, name } })).dimensionId
}
const create = (given: object = {}, sponsors: readonly MainAccount[] = [own]) =>
  manager.attempt(projectRoutes.create, {
    body: {
      projectName: freshName('项目'),
      sponsorAdminUserIds: sponsors.map(({ userId }) => userId),
      execAdminUserIds: [executor.userId],
      ...given,
    },
  })
const project = async (given: object = {}, sponsors: readonly MainAccount[] = [own]) =>
  (await create(given, sponsors)).data
const find = (user: User, projectId: number) => user.call(projectRoutes.get, { params: { projectId } })
async function put(user: User, projectId: number, given: DimensionIds) {
  const { version } = await find(user, projectId)
  return user.attempt(projectRoutes.update, { body: { projectId, version, ...given } })
}
const meet = (projectId: number, given: DimensionIds = {}) =>
  executor.attempt(meetingRoutes.create, { body: { projectId, ...given } })
const meeting = (user: User, meetingId: number) => user.call(meetingRoutes.get, { params: { meetingId } })
async function narrow(meetingId: number, given: DimensionIds) {
  const { version } = await meeting(executor, meetingId)
  return executor.attempt(meetingRoutes.update, { body: { meetingId, version, ...given } })
}
const idsOf = (carried: readonly { dimensionId: number }[]) => carried.map(({ dimensionId }) => dimensionId)

describe('dimensions of projects and meetings', () => {
  it('SPN-4: a project carries entries of its sponsors, and a meeting has them or narrower ones', async () => {
    const [one, two, three] = [await entry(own), await entry(own), await entry(own)]
    const department = await entry(own, 'department', '市场部')
    const { projectId, ...made } = await project({ productIds: [two, one], departmentIds: [department] })
    assert.deepEqual(
      [made.productIds, made.products[0]?.name, made.costCenterIds, made.departments[0]?.name],
      [[one, two], '药', [], '市场部'],
    )
    const { meetingId, ...drawn } = (await meet(projectId)).data
    assert.deepEqual([drawn.productIds, idsOf(drawn.products)], [[], [one, two]])
    const narrower = (await narrow(meetingId, { productIds: [two] })).data
    assert.deepEqual([narrower.productIds, idsOf(narrower.products)], [[two], [two]])
    assert.deepEqual(idsOf(narrower.departments), [department])
    assert.deepEqual(refusalOf(await narrow(meetingId, { productIds: [three] })), {
      status: 409,
      error: 'DIMENSION_BEYOND_PROJECT',
      fields: ['productIds'],
    })
    assert.deepEqual(
      refusalOf(await meet(projectId, { productIds: [three] })).error,
      'DIMENSION_BEYOND_PROJECT',
    )
    assert.deepEqual(refusalOf(await put(manager, projectId, { productIds: [one] })), {
      status: 409,
      error: 'DIMENSION_NARROWED',
      fields: ['productIds'],
    })
    assert.deepEqual((await find(manager, projectId)).productIds, [one, two])
    assert.equal((await put(manager, projectId, { productIds: [] })).status, 200)
    assert.deepEqual(idsOf((await meeting(executor, meetingId)).products), [two])
    assert.equal((await narrow(meetingId, { productIds: [] })).status, 200)
    assert.equal((await narrow(meetingId, { productIds: [three, one] })).status, 200)
  })

  it('SPN-4: an entry of another kind, of no sponsor of the project, or disabled cannot be chosen, and nothing is half', async () => {
    const [mine, foreign, center] = [await entry(own), await entry(other), await entry(own, 'costCenter')]
    for (const productIds of [[mine, foreign], [center], [9_000_000_001]]) {
      const before = (await manager.call(projectRoutes.list, { query: {} })).total
      assert.deepEqual(refusalOf(await create({ productIds })), {
        status: 400,
        error: 'VALIDATION_FAILED',
        fields: ['productIds'],
      })
      assert.equal((await manager.call(projectRoutes.list, { query: {} })).total, before)
    }
    const { projectId } = await project({ productIds: [mine] })
    const { version } = await own.call(dimensionRoutes.get, { params: { dimensionId: mine } })
    await own.call(dimensionRoutes.update, { body: { dimensionId: mine, version, status: '1' } })
    assert.equal((await create({ productIds: [mine] })).error?.error, 'DIMENSION_DISABLED')
    const more = await entry(own)
    assert.equal((await put(manager, projectId, { productIds: [mine, more] })).status, 200)
    assert.equal((await meet(projectId, { productIds: [mine] })).status, 200)
  })

  it('SPN-4: 50 entries of a kind and no more', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => index + 1)
    assert.deepEqual(refusalOf(await create({ departmentIds: ids })).fields, ['departmentIds'])
    const real: number[] = []
    for (let index = 0; index < 50; index++) real.push(await entry(own, 'department'))
    assert.equal((await create({ departmentIds: real })).status, 200)
  })

  it('SPN-4: an entry in use is not deleted, and the refusal names what carries it', async () => {
    const product = await entry(own)
    const { projectId, projectName } = await project({ productIds: [product] })
    const { meetingId } = (await meet(projectId, { productIds: [product] })).data
    const remove = () => own.attempt(dimensionRoutes.remove, { params: { dimensionId: String(product) } })
    const { status, error } = await remove()
    assert.deepEqual(
      [
        status,
        error?.error,
        error?.details?.map(({ field, records }) => [field, records?.map(({ name }) => name)]),
      ],
      [
        409,
        'RECORD_IN_USE',
        [
          ['project', [projectName]],
          ['meeting', [projectName]],
        ],
      ],
    )
    await manager.call(meetingRoutes.remove, { params: { meetingId: String(meetingId) } })
    assert.equal((await put(manager, projectId, { productIds: [] })).status, 200)
    assert.equal((await remove()).status, 200)
  })

  it('SPN-4: a project that moves to another sponsor leaves what the first one said behind, its meetings too', async () => {
    const [mine, next] = [await entry(own), await entry(other)]
    const { projectId } = await project({ productIds: [mine] })
    const { meetingId } = (await meet(projectId, { productIds: [mine] })).data
    await manager.call(projectRoutes.assignSponsors, {
      params: { projectId },
      body: { sponsorAdminUserIds: [other.userId] },
    })
    assert.deepEqual((await find(manager, projectId)).productIds, [])
    assert.deepEqual((await meeting(executor, meetingId)).products, [])
    assert.equal((await put(manager, projectId, { productIds: [mine] })).status, 400)
    assert.equal((await put(manager, projectId, { productIds: [next] })).status, 200)
    assert.deepEqual(idsOf((await meeting(executor, meetingId)).products), [next])
    assert.equal((await own.attempt(projectRoutes.get, { params: { projectId } })).status, 404)
  })

  it('SPN-4: of projects that change and meetings that narrow at once none ends beyond the other', async () => {
    const [one, two] = [await entry(own), await entry(own)]
    const { projectId } = await project({ productIds: [one, two] })
    const meetings: number[] = []
    for (let index = 0; index < AT_ONCE / 2; index++) meetings.push((await meet(projectId)).data.meetingId)
    const answers = await Promise.all(
      meetings.flatMap((meetingId) => [
        narrow(meetingId, { productIds: [two] }),
        put(manager, projectId, { productIds: [one] }),
      ]),
    )
    assert.deepEqual(
      answers.filter(({ status }) => ![200, 409].includes(status)),
      [],
    )
    const { productIds } = await find(manager, projectId)
    const held = await Promise.all(meetings.map((meetingId) => meeting(executor, meetingId)))
    for (const { productIds: ids } of held)
      assert.ok(
        ids.every((id) => productIds.includes(id)),
        JSON.stringify([productIds, ids]),
      )
    assert.ok(answers.some(({ status }) => status === 200))
  })
})

describe('dimensions on shared projects', () => {
  it('SPN-4 SPN-1: a sponsor reads and finds nothing of the other one, and nobody overwrites what is not seen', async () => {
    const mark = freshName('独属')
    const [mine, theirs] = [await entry(own), await entry(other, 'product', mark)]
    const { projectId, projectName } = await project({ productIds: [mine, theirs] }, [own, other])
    const { meetingId } = (await meet(projectId, { productIds: [mine, theirs] })).data
    for (const user of [own, supervisor, limited]) {
      for (const read of [await find(user, projectId), await meeting(user, meetingId)]) {
        assert.deepEqual(read.productIds, [mine])
        assert.ok(!JSON.stringify(read).includes(mark))
      }
      for (const route of [projectRoutes, meetingRoutes]) {
        const listed = await user.call(route.list, { query: { projectName } })
        assert.equal(listed.total, 1)
        assert.ok(!JSON.stringify(listed).includes(mark))
        assert.equal((await user.call(route.list, { query: { projectName, productId: mine } })).total, 1)
        const hidden = await user.call(route.list, { query: { projectName, productId: theirs } })
        assert.equal(hidden.total, 0)
        const { bytes } = await user.call(route.export, { body: { projectName } })
        const cells = JSON.stringify(await readSheetText(Buffer.from(bytes)))
        assert.ok(cells.includes('药') && !cells.includes(mark))
        const none = await user.call(route.export, { body: { projectName, productId: theirs } })
        assert.ok(!JSON.stringify(await readSheetText(Buffer.from(none.bytes))).includes(projectName))
      }
      const query = { kind: 'product', keyword: mark } as const
      assert.deepEqual(await user.call(projectRoutes.dimensionOptions, { params: { projectId }, query }), [])
    }
    for (const user of [executor, manager, other]) {
      assert.ok(JSON.stringify(await find(user, projectId)).includes(mark))
      assert.equal(
        (await user.call(meetingRoutes.list, { query: { projectName, productId: theirs } })).total,
        1,
      )
    }
    await manager.call(meetingRoutes.remove, { params: { meetingId: String(meetingId) } })
    assert.equal((await put(limited, projectId, { productIds: [theirs] })).status, 400)
    assert.equal((await put(limited, projectId, { productIds: [] })).status, 200)
    assert.deepEqual((await find(manager, projectId)).productIds, [theirs])
  })

  it('SPN-4: choices are those of the sponsors of the project, and of a meeting those that it may have', async () => {
    const tag = freshName('选')
    const [one, two] = [await entry(own, 'product', `${tag}一`), await entry(own, 'product', `${tag}二`)]
    await entry(other, 'product', `${tag}外`)
    const { projectId } = await project({ productIds: [two] })
    await manager.call(projectRoutes.setLead, { params: { projectId }, body: { leadUserId: leader.userId } })
    const options = async (user: User, forMeeting: boolean) =>
      (
        await user.call(projectRoutes.dimensionOptions, {
          params: { projectId },
          query: { kind: 'product', keyword: tag, forMeeting },
        })
      ).map(({ value }) => value)
    for (const user of [leader, executor, own]) {
      assert.deepEqual(await options(user, false), [one, two])
      assert.deepEqual(await options(user, true), [two])
    }
    assert.equal((await put(leader, projectId, { productIds: [] })).status, 200)
    assert.deepEqual(await options(executor, true), [one, two])
    const stranger = await api.executor()
    const query = { kind: 'product' } as const
    for (const user of [stranger, other])
      assert.equal(
        (await user.attempt(projectRoutes.dimensionOptions, { params: { projectId }, query })).status,
        404,
      )
  })
})
