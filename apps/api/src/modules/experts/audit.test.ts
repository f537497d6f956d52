// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { expertRoutes as routes, type ExpertUpdate } from '@consilium/contract/experts/experts.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { startApi, type ExpertUser } from '../../../test/harness.ts'

const api = await startApi()
after(() => api.close())
const managers = [await api.manager(), await api.manager(), await api.admin()] as const
const [manager] = managers

const versionOf = async ({ expertId }: ExpertUser) =>
  (await manager.call(routes.get, { params: { expertId } })).version

type Change = Partial<Omit<ExpertUpdate, 'expertId' | 'version'>>

async function update(expert: ExpertUser, change: Change) {
  const { expertId } = expert
  const body = { expertId, version: await versionOf(expert), ...change }
  return await manager.call(routes.update, { body })
}

const messagesOf = async (expert: ExpertUser) => (await expert.call(messageRoutes.list, {})).rows
const contents = async (expert: ExpertUser) => (await messagesOf(expert)).map(({ content }) => content)

describe('auditing an expert', () => {
  it('EXP-3: a changed status sends the expert the result and the opinion', async () => {
    const expert = await api.expert()
    await update(expert, { auditStatus: 'rejected', auditOpinion: '请补充职称证明' })
    await update(expert, { auditStatus: 'approved' })
    const messages = await messagesOf(expert)
    assert.deepEqual(
      messages.map(({ content }) => content),
      ['您的专家资料已通过审核。', '您的专家资料未通过审核。审核意见：请补充职称证明'],
    )
    for (const { kind, link } of messages)
      assert.deepEqual([kind, link], ['expertAudit', { resource: 'expert', id: expert.expertId }])
  })

  it('EXP-3: a change that keeps the status notifies nobody', async () => {
    const expert = await api.expert()
    await update(expert, { auditStatus: 'pending' })
    await update(expert, { auditOpinion: '资料齐全' })
    await update(expert, { unit: '新单位', name: '李文' })
    assert.deepEqual(await contents(expert), [])
    await update(expert, { auditStatus: 'approved', unit: '另一单位' })
    await update(expert, { auditStatus: 'approved', auditOpinion: '同意' })
    assert.equal((await contents(expert)).length, 1)
  })

  it('EXP-3: notifies that expert only', async () => {
    const [expert, other] = [await api.expert(), await api.expert()]
    await update(expert, { auditStatus: 'approved' })
    assert.deepEqual(await contents(other), [])
    for (const user of managers) assert.equal((await user.call(messageRoutes.list, {})).total, 0)
  })

  it('EXP-3: an opinion belongs to its decision, and a new decision without one clears it', async () => {
    const expert = await api.expert()
    const rejected = await update(expert, { auditStatus: 'rejected', auditOpinion: '照片不清晰' })
    assert.equal(rejected.auditOpinion, '照片不清晰')
    assert.equal((await update(expert, { title: '教授' })).auditOpinion, '照片不清晰')
    assert.equal((await update(expert, { auditStatus: 'approved' })).auditOpinion, null)
  })

  it('EXP-3: of concurrent decisions one succeeds, and the expert is notified once', async () => {
    for (let round = 0; round < 3; round++) {
      const expert = await api.expert()
      const body = { expertId: expert.expertId, version: 1, auditStatus: 'approved' as const }
      const replies = await Promise.all(
        Array.from({ length: 9 }, (_, index) => managers[index % 3]!.attempt(routes.update, { body })),
      )
      // What the same manager sent again is answered as done (FLT-24).
      const deciders = replies.flatMap(({ status }, index) => (status === 200 ? [index % 3] : []))
      assert.equal(new Set(deciders).size, 1)
      for (const { error } of replies) assert.ok(!error || error.error === 'STALE_RECORD', error?.error)
      assert.equal((await contents(expert)).length, 1)
    }
  })

  it('COR-15: when a rejected expert corrects the profile, it is pending again in the managers’ queue', async () => {
    const expert = await api.expert()
    const queued = async () => {
      const query = { auditStatus: 'pending' as const, phone: expert.phone }
      return (await manager.call(routes.list, { query })).total
    }
    await update(expert, { auditStatus: 'rejected', auditOpinion: '照片不清晰' })
    assert.equal(await queued(), 0)
    await update(expert, { unit: '由管理员更正' })
    assert.equal(await queued(), 0, 'a correction by a manager decides nothing')
    const me = await expert.call(routes.me, {})
    const body = { version: me.version, title: '教授' }
    const mended = await expert.call(routes.updateMe, { body })
    assert.deepEqual([mended.auditStatus, mended.auditOpinion, mended.title], ['pending', null, '教授'])
    assert.equal(await queued(), 1)
    assert.equal((await contents(expert))[0], '您的专家资料已转为待审核。')
    assert.equal((await manager.call(messageRoutes.list, {})).total, 0)

    await update(expert, { auditStatus: 'approved' })
    const again = { version: mended.version + 1, department: '急诊科' }
    assert.equal((await expert.call(routes.updateMe, { body: again })).auditStatus, 'approved')
  })

  it('EXP-3: refuses an unknown status, naming the field', async () => {
    const expert = await api.expert()
    const body = { expertId: expert.expertId, version: 1, auditStatus: 'excellent' as 'approved' }
    const { status, error } = await manager.attempt(routes.update, { body })
    assert.deepEqual([status, error?.details?.[0]?.field], [400, 'auditStatus'])
    assert.deepEqual(await contents(expert), [])
  })
})
