// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import {
  publicityExecutionRoutes as execution,
  publicitySupportRoutes as support,
  type PublicityExecutionIntent,
  type PublicitySupportIntent,
} from '@consilium/contract/publicity/publicity.ts'
import { freshName, freshPhone } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import {
  exists,
  inUseBy,
  intentWorld,
  NOT_FOUND,
  PAST,
  STALE,
  UNKNOWN_ID,
} from '../../../test/intent-world.ts'
import { refusalOf } from '../../../test/outcomes.ts'

const api = await sharedApi({ after })
const { anonymous } = api
const { manager, createProject, submit, signUp, read, readSignUp, submitted } = await intentWorld(api)
const leader = await api.leader()
const sponsor = await api.sponsor()
const executor = await api.executor()
const expert = await api.expert({ name: '周医生' })

const idsFound = async (query: Record<string, unknown>) => {
  const { rows, total } = await manager.call(support.list, { query: { pageSize: 200, ...query } })
  assert.equal(total, rows.length)
  return rows.map(({ intentId }) => intentId)
}

describe('managers maintain the intents', () => {
  it('PUB-5: list with every filter', async () => {
    const own = await createProject({ projectName: freshName('筛选项目') })
    const { projectId } = own
    const linked = await submitted({ projectId, phone: expert.phone, name: '陈堃', orgName: '康宁集团' })
    const visitor = await submitted({ projectId, source: 'share', name: '赵一' })
    await manager.call(support.changeStatus, { body: { intentId: visitor.intentId, status: 'contacted' } })
    const found = (query: Record<string, unknown>) => idsFound({ projectId, ...query })
    assert.deepEqual(await found({}), [visitor.intentId, linked.intentId])
    assert.deepEqual(await idsFound({ projectName: own.projectName.slice(1) }), [
      visitor.intentId,
      linked.intentId,
    ])
    assert.deepEqual(await found({ name: '堃' }), [linked.intentId])
    assert.deepEqual(await found({ phone: expert.phone.slice(1) }), [linked.intentId])
    assert.deepEqual(await found({ orgName: '康宁' }), [linked.intentId])
    assert.deepEqual(await found({ source: 'share' }), [visitor.intentId])
    assert.deepEqual(await found({ status: 'contacted' }), [visitor.intentId])
    assert.deepEqual(await found({ linked: true }), [linked.intentId])
    assert.deepEqual(await found({ linked: false }), [visitor.intentId])
    const range = { 'params[beginTime]': linked.createTime, 'params[endTime]': visitor.createTime }
    assert.equal((await found(range)).length, 2)
    assert.deepEqual(await found({ 'params[endTime]': PAST }), [])
    assert.deepEqual(await found({ orderByColumn: 'name', isAsc: 'asc', name: '赵' }), [visitor.intentId])
    const bad = await manager.attempt(support.list, { query: { linked: 'maybe', hospital: '1' } as never })
    assert.deepEqual(refusalOf(bad).fields?.toSorted(), ['hospital', 'linked'])
  })

  it('PUB-5: execution intents are found by hospital and department', async () => {
    const { projectId } = await createProject()
    const { data } = await signUp(anonymous, { projectId, hospital: '协和医院', department: '心外科' })
    await signUp(anonymous, { projectId, hospital: '首都医院' }).then((reply) => reply.data)
    for (const query of [{ hospital: '协和' }, { department: '外科' }]) {
      const { rows } = await manager.call(execution.list, { query: { projectId, ...query } })
      assert.deepEqual(
        rows.map(({ intentId }) => intentId),
        [data.intentId],
      )
    }
  })

  it('PUB-5: a correction leaves omitted fields unchanged, clears null fields, and is refused when stale', async () => {
    const intent = await submitted({ orgName: '仁和', position: '经理', remark: '备注' })
    const { intentId, version } = intent
    const body = { intentId, version, name: '李某某', remark: null }
    const data = await manager.call(support.update, { body })
    const kept = { ...intent, name: '李某某', remark: null, version: version + 1 }
    assert.deepEqual(data satisfies PublicitySupportIntent, kept)
    const other = { ...body, name: '王某某' }
    assert.deepEqual(refusalOf(await manager.attempt(support.update, { body: other })), STALE)
    const missing = await manager.attempt(support.update, { body: { intentId: UNKNOWN_ID, version: 1 } })
    assert.deepEqual(refusalOf(missing), NOT_FOUND)
  })

  it('PUB-5: an execution intent is corrected in its own fields', async () => {
    const { intentId } = (await signUp(anonymous, { hospital: '首都医院' })).data
    const { version } = await readSignUp(intentId)
    const body = { intentId, version, hospital: '协和医院', title: '副主任医师' }
    const data = await manager.call(execution.update, { body })
    const { hospital, title, department } = data satisfies PublicityExecutionIntent
    assert.deepEqual([hospital, title, department], ['协和医院', '副主任医师', null])
  })

  it('PUB-3 PUB-5: a corrected phone changes the linked account, but not that of a logged-in submitter', async () => {
    const { projectId } = await createProject()
    const correct = ({ intentId, version }: PublicitySupportIntent, phone: string) =>
      manager.call(support.update, { body: { intentId, version, phone } })
    const mistyped = await submitted({ projectId, phone: executor.phone })
    assert.equal(mistyped.userId, executor.userId)
    const corrected = await correct(mistyped, sponsor.phone)
    assert.deepEqual([corrected.phone, corrected.userId], [sponsor.phone, sponsor.userId])
    assert.equal((await correct(corrected, freshPhone())).userId, null)

    const { data } = await submit(expert, { projectId, phone: executor.phone })
    const byLogin = await correct(await read(data.intentId), leader.phone)
    assert.deepEqual([byLogin.phone, byLogin.userId], [leader.phone, expert.userId])
  })

  it('PUB-4 PUB-5: a phone cannot be corrected into a duplicate', async () => {
    const [first, second] = [await submitted(), await submitted()]
    const { intentId, version } = second
    const reply = await manager.attempt(support.update, { body: { intentId, version, phone: first.phone } })
    assert.deepEqual(refusalOf(reply), exists('phone'))
    assert.deepEqual(await read(intentId), second)
  })

  it('PUB-5: every change of status is allowed', async () => {
    const { intentId, version } = await submitted()
    for (const status of ['contacted', 'accepted', 'declined', 'pending'] as const) {
      const data = await manager.call(support.changeStatus, { body: { intentId, status } })
      assert.equal(data.status, status)
    }
    assert.ok((await read(intentId)).version > version)
    const unknown = await manager.attempt(support.changeStatus, {
      body: { intentId: UNKNOWN_ID, status: 'accepted' },
    })
    assert.deepEqual(refusalOf(unknown), NOT_FOUND)
    const bad = await manager.attempt(support.changeStatus, { body: { intentId, status: 'maybe' as never } })
    assert.deepEqual(refusalOf(bad).fields, ['status'])
  })

  it('PUB-5: deletes all or none, and the phone may submit again', async () => {
    const [first, second] = [await submitted(), await submitted()]
    const remove = (...ids: number[]) =>
      manager.attempt(support.remove, { params: { intentId: ids.join(',') } })
    assert.deepEqual(refusalOf(await remove(first.intentId, UNKNOWN_ID)), NOT_FOUND)
    assert.equal((await read(first.intentId)).intentId, first.intentId)
    assert.equal((await remove(first.intentId, second.intentId)).status, 200)
    const gone = await manager.attempt(support.get, { params: { intentId: first.intentId } })
    assert.deepEqual(refusalOf(gone), NOT_FOUND)
    assert.equal((await submit(anonymous, { phone: first.phone })).status, 200)
  })

  it('PUB-3: an intent with a phone does not prevent the deletion of its account', async () => {
    const admin = await api.admin()
    const staff = await api.manager()
    const { intentId } = await submitted({ phone: staff.phone, source: 'other' })
    assert.equal((await read(intentId)).userId, staff.userId)

    const removal = await admin.attempt(accountRoutes.remove, { params: { userId: String(staff.userId) } })
    assert.equal(removal.status, 200)
    assert.deepEqual([(await read(intentId)).userId, (await read(intentId)).phone], [null, staff.phone])
  })

  it('PUB-5: a project with intents cannot be deleted', async () => {
    const { projectId } = await createProject()
    await submitted({ projectId })
    const reply = await manager.attempt(projectRoutes.remove, { params: { projectId: String(projectId) } })
    assert.deepEqual(refusalOf(reply), inUseBy('publicitySupport'))
  })
})
