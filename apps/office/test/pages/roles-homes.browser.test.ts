// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { budgetRoutes } from '@consilium/contract/budgets/budgets.ts'
import type { Page } from 'playwright-core'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import {
  assertAccessibleEverywhere,
  assertDatesWhole,
  assertNoSideScroll,
  assertTargets,
  isComplete,
  PHONE,
} from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager, executor, sponsor, project } = world

const todo = (page: Page) => page.getByRole('region', { name: '待处理' })

async function assertFits(page: Page, name: string): Promise<void> {
  await assertAccessibleEverywhere(page, name)
  await page.setViewportSize(PHONE)
  await assertNoSideScroll(page, name)
  await assertTargets(page, name)
}

describe('homes by role', () => {
  it('WEB-22: a manager approves an expert from home with two clicks, and goes on to the next', async () => {
    await api.expert({ name: '待审甲' })
    await api.expert({ name: '待审乙' })
    await visit({ as: manager, path: '/' }, async (page) => {
      await todo(page).getByRole('link', { name: '专家待审核 2' }).waitFor()
      await assertFits(page, 'home of a manager')
      await todo(page).getByRole('link', { name: '待审甲' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      const bar = page.getByRole('navigation', { name: '待处理' })
      await bar.getByText('此项已处理 · 还有 1 项').waitFor()
      await assertFits(page, 'an expert among those who wait')
      await bar.getByRole('link', { name: '下一项 · 待审乙' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await bar.getByText('此类事项已全部处理').waitFor()
      await bar.getByRole('link', { name: '返回首页' }).click()
      await todo(page).getByText('没有等您处理的事项').waitFor()
    })
  })

  it('WEB-22: an executor sees what its meetings lack by when, the next meetings and the money', async () => {
    const { meetingId } = await world.meeting({
      scheduleStartTime: '2026-12-24 09:00:00',
      scheduleLocation: '杭州',
      laborBudget: '4000',
    })
    await world.attendee(meetingId, { laborFee: '5000' })
    for (const currentStage of ['inviting', 'scheduled', 'agreements'] as const)
      await manager.call(meetingRoutes.changeStage, { body: { meetingId, currentStage } })
    await visit({ as: executor, path: '/' }, async (page) => {
      const row = todo(page).getByRole('link', { name: /1 份未签/ })
      assert.match(await row.innerText(), /截止 2026-12-24\s09:00[^]*督促签署/)
      const next = page.getByRole('region', { name: '接下来的会议' }).getByRole('link')
      assert.match(await next.innerText(), /已签 0 \/ 1[^]*¥\s5,000\.00 \/ 4,000\.00\s*超出 ¥\s1,000\.00/)
      const money = page.getByRole('region', { name: '资金' })
      await money.getByText('超出 ¥ 1,000.00').waitFor()
      await assertFits(page, 'home of an executor')
      await assertDatesWhole(page, 'home of an executor')
      await row.click()
      await page.getByRole('tab', { name: '参会专家', selected: true }).waitFor()
    })
    await visit({ as: sponsor, path: '/', language: 'en' }, async (page) => {
      await page.getByText('Nothing waits for you').waitFor()
      await page.getByRole('region', { name: 'Money' }).getByText('¥ 1,000.00 over').waitFor()
      const next = page.getByRole('region', { name: 'Next meetings' }).getByRole('link')
      assert.match(await next.innerText(), /0 of 1 signed/)
      // Little waits, so that the supervisions fill the column of the stages instead of a row of their own, and both columns end
      // together.
      const supervisions = page.getByRole('region', { name: 'Supervisions in the next two weeks' })
      await supervisions.waitFor()
      const unread = page.getByRole('region', { name: 'Unread messages' })
      await unread.getByText('No unread messages').waitFor()
      const boxes = [page.getByRole('region', { name: 'Meetings by stage' }), supervisions, unread]
      const [stages, below, beside] = await Promise.all(boxes.map((each) => each.boundingBox()))
      assert.deepEqual([below?.x, below?.width], [stages?.x, stages?.width])
      const ends = [below, beside].map((box) => Math.round(box!.y + box!.height))
      assert.equal(ends[0], ends[1])
    })
  })

  it('WEB-22: an expert sees what the fees of the year come to', async () => {
    const expert = await world.expert()
    const { meetingId } = await world.meeting({ scheduleStartTime: '2026-11-27 09:00:00' })
    const { netAmount } = await world.attendee(meetingId, { phone: expert.phone, laborFee: '800' })
    assert.equal(netAmount, '800.00')
    await visit({ as: expert, path: '/', viewport: PHONE }, async (page) => {
      const fees = page.getByRole('region', { name: '劳务费' })
      assert.match(await fees.innerText(), /2026 年[^]*已约定\s*¥\s800\.00[^]*已签署\s*¥\s0\.00/)
    })
  })
})

describe('the home of an expert whose fee is to change', () => {
  it('TRU-7 WEB-22: lists the change among what is to be signed, until it is taken back', async () => {
    const expert = await world.expert()
    const { meetingId } = await world.meeting({ scheduleStartTime: '2026-12-05 09:00:00' })
    const { attendeeId, version } = await world.attendee(meetingId, { phone: expert.phone, laborFee: '3000' })
    await world.sign(expert, attendeeId)
    await visit({ as: expert, path: '/', viewport: PHONE }, async (page) => {
      const toSign = page.getByRole('region', { name: '待签协议' })
      await toSign.getByText('没有待签署的协议').waitFor()
      const body = { attendeeId, version, laborFee: '4000', reason: '课时增加' }
      await executor.call(attendeeRoutes.update, { body })
      await page.reload()
      await toSign.getByRole('link', { name: /^查看费用变更/ }).waitFor()
      await toSign.getByRole('link', { name: /查看全部 1 份/ }).click()
      await page.getByRole('link', { name: /^查看费用变更/ }).waitFor()
      assert.match(page.url(), /\/my-agreements\?.*toSign=true/)
      await executor.call(attendeeRoutes.withdrawAmendment, { params: { attendeeId } })
      await page.reload()
      await page.getByText('没有符合条件的协议').waitFor()
    })
    await visit({ as: executor, path: `/meetings/${meetingId}?tab=attendees` }, async (page) => {
      await page.getByText(/已签署 1 \/ 1 人/).waitFor()
      assert.equal(await page.getByRole('button', { name: /^提醒未签署/ }).count(), 0)
    })
  })
})

describe('the page of a project', () => {
  it('WEB-23: shows stages, meetings, budget, intents and a time line; a meeting shows its own', async () => {
    const { projectId } = project
    const { meetingId } = await world.draft({ scheduleLocation: '苏州' })
    await manager.call(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'approved' } })
    await manager.call(budgetRoutes.plan, { body: { projectId, category: 'labor', amount: '20000' } })
    await visit({ as: manager, path: `/projects/${projectId}` }, async (page) => {
      await isComplete(page)
      const strip = page.getByRole('list', { name: '会议各阶段' })
      assert.match(await strip.getByRole('listitem').nth(1).innerText(), /[1-9]\s*已批准/)
      await page.getByRole('meter', { name: '已用 / 项目预算' }).waitFor()
      await page.getByRole('region', { name: '意向' }).getByText('0 待处理 · 0 已接受').first().waitFor()
      const line = page.getByRole('list', { name: '时间线' })
      await line.getByRole('link', { name: '会议（苏州）进入“已批准”' }).waitFor()
      await assertFits(page, 'the page of a project')
      await page
        .getByRole('region', { name: '会议', exact: true })
        .getByRole('link', { name: /苏州/ })
        .click()
      await page.waitForURL(`**/meetings/${meetingId}`)
      await line.getByText('会议进入“已批准”').waitFor()
      await line.getByText('新建会议').waitFor()
      await assertFits(page, 'the page of a meeting')
    })
  })
})
