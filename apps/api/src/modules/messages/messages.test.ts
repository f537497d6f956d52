// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { expertRoutes, type AuditStatus } from '@consilium/contract/experts/experts.ts'
import { messageRoutes as routes } from '@consilium/contract/messages/messages.ts'
import type { ExpertUser } from '../../../test/harness.ts'
import { sharedApi } from '../../../test/shared-api.ts'
import { textOf } from './texts.ts'

const api = await sharedApi({ after })
const manager = await api.manager()

/** Sets an expert's audit status, which sends the expert a message. */
async function audit(expert: ExpertUser, auditStatus: AuditStatus, auditOpinion?: string): Promise<void> {
  const { expertId } = expert
  const { version } = await manager.call(expertRoutes.get, { params: { expertId } })
  const opinion = auditOpinion === undefined ? {} : { auditOpinion }
  await manager.call(expertRoutes.update, { body: { expertId, version, auditStatus, ...opinion } })
}

/** An expert with this many unread messages. */
async function reader(count: number): Promise<ExpertUser> {
  const expert = await api.expert()
  for (let sent = 0; sent < count; sent++) await audit(expert, sent % 2 === 0 ? 'approved' : 'rejected')
  return expert
}

const messagesOf = async (expert: ExpertUser) => (await expert.call(routes.list, {})).rows
const UNKNOWN = { msgId: 8_999_999_999_999_999 }

describe('messages', () => {
  it('EVT-6: require a login and valid ids', async () => {
    for (const route of [routes.list, routes.readAll])
      assert.equal((await api.anonymous.attempt(route, {})).status, 401)
    for (const route of [routes.get, routes.markRead])
      assert.equal((await api.anonymous.attempt(route, { params: { msgId: 1 } })).status, 401)
    const bad = await manager.attempt(routes.get, { params: { msgId: 'first' } })
    assert.deepEqual([bad.status, bad.error?.details?.[0]?.field], [400, 'msgId'])
    const filter = await manager.attempt(routes.list, { query: { kind: 'gossip' as 'expertAudit' } })
    assert.deepEqual([filter.status, filter.error?.details?.[0]?.field], [400, 'kind'])
  })

  it('EVT-6: the list is newest first, paged and filtered', async () => {
    const expert = await reader(3)
    const all = await messagesOf(expert)
    assert.equal(all.length, 3)
    assert.deepEqual(
      all.map(({ msgId }) => msgId),
      all.map(({ msgId }) => msgId).toSorted((a, b) => b - a),
    )
    await expert.call(routes.markRead, { params: { msgId: all[1]!.msgId } })
    const unread = await expert.call(routes.list, { query: { isRead: 'false', pageSize: 1, pageNum: 2 } })
    assert.equal(unread.total, 2)
    assert.deepEqual(
      unread.rows.map(({ msgId }) => msgId),
      [all[2]!.msgId],
    )
    const read = await expert.call(routes.list, { query: { isRead: 'true', kind: 'expertAudit' } })
    assert.deepEqual(
      read.rows.map(({ msgId, isRead }) => [msgId, isRead]),
      [[all[1]!.msgId, true]],
    )
    assert.equal((await expert.call(routes.list, { query: { kind: 'meetingInvitation' } })).total, 0)
  })

  it('EVT-6: the range of creation times includes the second that a message shows', async () => {
    const expert = await reader(1)
    const [message] = await messagesOf(expert)
    const within = (beginTime: string, endTime: string) =>
      expert
        .call(routes.list, { query: { 'params[beginTime]': beginTime, 'params[endTime]': endTime } })
        .then(({ total }) => total)
    assert.equal(await within(message!.createTime, message!.createTime), 1)
    assert.equal(await within('2020-01-01 00:00:00', '2020-12-31 00:00:00'), 0)
  })

  it('EVT-6: reading one by its id leaves it unread; marking it as read is a separate operation', async () => {
    const expert = await reader(2)
    const { msgId } = (await messagesOf(expert))[0]!
    const read = () => expert.call(routes.get, { params: { msgId } })
    assert.deepEqual([(await read()).isRead, (await read()).readTime], [false, null])
    const data = await expert.call(routes.markRead, { params: { msgId } })
    assert.equal(data.unreadCount, 1)
    const marked = await read()
    assert.equal(marked.isRead, true)
    assert.match(marked.readTime ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const again = await expert.call(routes.markRead, { params: { msgId } })
    assert.equal(again.unreadCount, 1)
    assert.equal((await read()).readTime, marked.readTime, 'the first reading counts')
  })

  it('EVT-6: readAll marks all of the caller and nobody else’s', async () => {
    const [expert, other] = [await reader(3), await reader(2)]
    assert.equal((await expert.call(routes.readAll, {})).unreadCount, 0)
    assert.ok((await messagesOf(expert)).every(({ isRead }) => isRead))
    assert.ok((await messagesOf(other)).every(({ isRead }) => !isRead))
  })

  it('EVT-6: those of others are not found, not even by an administrator', async () => {
    const expert = await reader(1)
    const { msgId } = (await messagesOf(expert))[0]!
    for (const stranger of [await api.expert(), manager, await api.admin()]) {
      for (const route of [routes.get, routes.markRead]) {
        assert.equal((await stranger.attempt(route, { params: { msgId } })).status, 404)
        assert.equal((await stranger.attempt(route, { params: UNKNOWN })).status, 404)
      }
      assert.ok(!(await stranger.call(routes.list, {})).rows.some((row) => row.msgId === msgId))
    }
    assert.equal((await messagesOf(expert))[0]?.isRead, false)
  })
})

describe('texts', () => {
  it('are in the language of each request', async () => {
    const expert = await api.expert()
    await audit(expert, 'rejected', '请补充职称证明')
    const { msgId } = (await messagesOf(expert))[0]!
    const readIn = async (language: 'zh-CN' | 'en') =>
      await api.as(expert.token, language).call(routes.get, { params: { msgId } })
    const [zh, en] = [await readIn('zh-CN'), await readIn('en')]
    assert.equal(zh.title, '专家审核结果')
    assert.equal(zh.content, '您的专家资料未通过审核。审核意见：请补充职称证明')
    assert.equal(en.title, 'Review of your expert profile')
    assert.equal(en.content, 'Your expert profile has not been approved. Remark: 请补充职称证明')
    assert.deepEqual(zh.link, { resource: 'expert', id: expert.expertId })
  })

  it('of an invitation name the meeting and the project, and time and place where they are known', () => {
    const meeting = { meetingName: '心血管论坛', projectName: '稳心计划' }
    const settled = { ...meeting, time: '2026-12-01 09:00:00', place: '北京' }
    const full = textOf('meetingInvitation', settled, 'zh-CN')
    assert.equal(full.title, '会议邀请：心血管论坛')
    assert.equal(
      full.content,
      '诚邀您参加项目“稳心计划”的会议“心血管论坛”。时间：2026-12-01 09:00。地点：北京。',
    )
    const early = textOf('meetingInvitation', { ...meeting, time: '', place: '' }, 'zh-CN').content
    assert.ok(!early.includes('时间') && !early.includes('地点'))
    assert.ok(!textOf('meetingInvitation', meeting, 'en').content.includes('undefined'))
  })
})
