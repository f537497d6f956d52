import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees.ts'
import { expertRoutes, type AuditStatus } from '@consilium/contract/experts.ts'
import { messageRoutes } from '@consilium/contract/messages.ts'
import { planRoutes } from '@consilium/contract/plans.ts'
import { projectRoutes } from '@consilium/contract/projects.ts'
import type { Page } from 'playwright-core'
import { freshName, type ExpertUser } from '@consilium/api/test/harness.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { assertPages, isComplete, PHONE } from './page-checks.ts'
import { logRequests } from './page-watch.ts'
import { openPortal } from './portal.ts'

/** What only an approved expert may have asked for. */
const GATED = /meetingAttendee|laborAgreement|projectPlan/
const GATED_ENTRIES = ['我的会议', '我的协议', '我的方案']

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager } = world

async function decide(
  { expertId }: ExpertUser,
  auditStatus: AuditStatus,
  auditOpinion?: string,
): Promise<void> {
  const { data } = await manager.call(expertRoutes.get, { params: { expertId } })
  const body = { expertId, version: data.version, auditStatus, ...(auditOpinion ? { auditOpinion } : {}) }
  await manager.call(expertRoutes.update, { body }).then((reply) => reply.data)
}

async function approvedExpert(): Promise<ExpertUser> {
  const expert = await api.expert()
  await decide(expert, 'approved')
  return expert
}

async function invite(expert: ExpertUser, given: Parameters<typeof world.meeting>[0] = {}) {
  const { meetingId } = await world.meeting({ scheduleStartTime: '2026-12-05 09:00:00', ...given })
  return world.attendee(meetingId, { phone: expert.phone })
}

const openProject = async () => {
  const body = { projectName: freshName('县域培训'), isPublished: true, publishedSummary: '面向县级医院。' }
  return (await manager.call(projectRoutes.create, { body })).data
}

const entry = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })
const badge = (page: Page, count: number) => page.getByRole('link', { name: `消息，${count} 条未读` })

async function unreadCount(expert: ExpertUser): Promise<number> {
  return (await expert.call(messageRoutes.list, { query: { isRead: 'false' } })).total
}

describe('an expert before and after the audit', () => {
  it('SVC-8 UX-26 UX-27 EVT-5: sees and asks for nothing before it, and everything once the approval arrives', async () => {
    const expert = await api.expert()
    await invite(expert)
    await visit({ as: expert }, async (page) => {
      const requests = logRequests(page)
      for (const path of ['/', '/my-meetings', '/my-agreements', '/my-plans', '/my-plans/new']) {
        await page.goto(path)
        await page.getByText('您的资料正在审核').waitFor()
      }
      await page.goto('/')
      await page.getByRole('heading', { name: '未读消息' }).waitFor()
      await entry(page, '我的资料').waitFor()
      for (const name of GATED_ENTRIES) assert.equal(await entry(page, name).count(), 0, name)
      for (const name of ['待签协议', '近期会议'])
        assert.equal(await page.getByRole('heading', { name }).count(), 0, name)
      await badge(page, await unreadCount(expert)).waitFor()
      assert.deepEqual(requests.matching(GATED), [])

      const reading = logRequests(page)
      await decide(expert, 'approved')
      for (const name of GATED_ENTRIES) await entry(page, name).waitFor()
      await page.getByRole('heading', { name: '待签协议' }).waitFor()
      await page.getByRole('link', { name: '签署协议 · 心衰诊疗提升' }).waitFor()
      assert.equal(await page.getByText('您的资料正在审核').count(), 0)
      assert.deepEqual(reading.matching(/login|^GET \/$/), [], 'neither a login nor a reload')
      await badge(page, await unreadCount(expert)).waitFor()
    })
  })

  it('UX-26: a rejection is told with its reason and what to do', async () => {
    const expert = await api.expert()
    await decide(expert, 'rejected', '身份证照片不清晰')
    await visit({ as: expert, path: '/', viewport: PHONE }, async (page) => {
      await page.getByText('审核意见：身份证照片不清晰').waitFor()
      await page.getByRole('link', { name: '完善我的资料' }).click()
      await page.getByRole('heading', { name: '身份证照片' }).waitFor()
    })
  })

  it('AUT-5: pages of one role are not there for another, and the menu is the role’s', async () => {
    const labels = async (as: 'admin' | 'manager') =>
      visit({ as, path: '/' }, async (page) => {
        await entry(page, '项目').waitFor()
        const links = await page.getByRole('navigation').getByRole('link').allInnerTexts()
        await page.goto('/my-agreements')
        await page.getByRole('heading', { name: '未找到该页面' }).waitFor()
        return links
      })
    const ofAdmin = await labels('admin')
    for (const label of await labels('manager')) assert.ok(ofAdmin.includes(label), label)
  })
})

describe('messages', () => {
  it('UX-27 EVT-5: the badge follows what arrives, is read and is all read', async () => {
    const expert = await approvedExpert()
    await visit({ as: expert, path: '/messages' }, async (page) => {
      await badge(page, 1).waitFor()
      const attendee = await invite(expert)
      await badge(page, 2).waitFor()
      await page.getByRole('link', { name: `会议邀请：${attendee.meetingName}` }).click()
      await badge(page, 1).waitFor()
      await page.getByRole('link', { name: '查看相关内容' }).click()
      await page.waitForURL(`**/my-meetings/${attendee.attendeeId}`)
      await page.getByText('2026-12-05 09:00').waitFor()
      await page.goto('/messages')
      await page.getByRole('button', { name: '全部标为已读' }).click()
      await badge(page, 0).waitFor()
      assert.ok(await page.getByRole('button', { name: '全部标为已读' }).isDisabled())
      assert.equal(await unreadCount(expert), 0)
    })
  })
})

describe('plans and sign-ups', () => {
  it('a rejected plan is changed and submitted again', async () => {
    const expert = await approvedExpert()
    const { data: plan } = await expert.call(planRoutes.create, { body: { planName: '随访方案' } })
    const body = { planId: plan.planId, auditStatus: 'rejected' as const, auditOpinion: '请补充样本量' }
    await manager.call(planRoutes.audit, { body }).then(({ data }) => data)
    await visit({ as: expert, path: `/my-plans/${plan.planId}`, viewport: PHONE }, async (page) => {
      await page.getByRole('alert').or(page.getByRole('status')).getByText('请补充样本量').waitFor()
      await page.getByRole('link', { name: '修改并重新提交' }).click()
      await page.getByLabel('备注').fill('样本量 300 例')
      await page.getByRole('button', { name: '保存' }).click()
      await page.waitForURL(`**/my-plans/${plan.planId}`)
      await page.getByText('样本量 300 例').waitFor()
    })
    const { data } = await expert.call(planRoutes.get, { params: { planId: plan.planId } })
    assert.equal(data.auditStatus, 'pending')
  })

  it('UX-16: an expert signs up once; the second time is told kindly', async () => {
    const project = await openProject()
    const expert = await api.expert()
    const signUp = async (page: Page) => {
      await page.goto('/sign-ups/new')
      await page.getByRole('button', { name: `报名 · ${project.projectName}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: '报名' }).click()
    }
    await visit({ as: expert, viewport: PHONE }, async (page) => {
      await signUp(page)
      await page.waitForURL('**/sign-ups')
      await page.getByRole('button', { name: `修改 · ${project.projectName}` }).waitFor()
      await signUp(page)
      await page.locator('[data-kind=warning]').waitFor()
      assert.equal(await page.locator('[data-kind=error]').count(), 0)
    })
  })
})

describe('every page of an expert', () => {
  it('UX-21 UX-22: fits a phone and a desk, and is there for everybody', async () => {
    const expert = await approvedExpert()
    const attendee = await invite(expert)
    await openProject()
    const { data: plan } = await expert.call(planRoutes.create, { body: { planName: '随访方案' } })
    const [message] = (await expert.call(messageRoutes.list, {})).rows
    const { rows } = await expert.call(attendeeRoutes.list, {})
    assert.equal(rows.length, 1)
    const paths = [
      '/',
      '/my-meetings',
      `/my-meetings/${attendee.attendeeId}`,
      '/my-agreements',
      '/my-plans',
      '/my-plans/new',
      `/my-plans/${plan.planId}`,
      '/sign-ups',
      '/sign-ups/new',
      '/my-profile',
      '/my-profile/edit',
      '/messages',
      `/messages/${message?.msgId}`,
    ]
    await visit({ as: expert, path: '/' }, async (page) => {
      await isComplete(page)
      await assertPages(page, paths)
    })
  })
})
