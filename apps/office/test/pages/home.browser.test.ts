// Engine: postgres
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { Page } from 'playwright-core'
import { seasonClock } from '@consilium/api/test/meeting-world.ts'
import { assertNoSideScroll, assertTargets, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit, userOf } = await openPortal({ clock: seasonClock })
const manager = await userOf('manager')
const sponsor = await api.sponsor()
const executor = await api.executor()
const today = seasonClock.today()

async function fill(): Promise<void> {
  const project = await manager.call(projectRoutes.create, {
    body: { projectName: '晨间数字', orgId: sponsor.orgId },
  })
  const assignment = { params: project, body: { execAdminUserIds: [executor.userId] } }
  await manager.call(projectRoutes.assignExecutors, assignment)
  const meetingIds: number[] = []
  for (const supervisionTime of [`${today} 00:00:00`, `${today} 23:59:59`, null]) {
    const body = { projectId: project.projectId, execUserId: executor.userId, supervisionTime }
    meetingIds.push((await manager.call(meetingRoutes.create, { body })).meetingId)
  }
  await manager.call(meetingRoutes.changeStage, {
    body: { meetingId: meetingIds[2]!, currentStage: 'approved' },
  })
  await api.expert({ name: '待审医生' })
  await api.expert({ name: '候审医生' })
}

const figure = (page: Page, part: string, label: string | RegExp) =>
  page.getByRole('region', { name: part }).getByRole('link', { name: label })

/** Follows a count to its list, which must have that many rows. */
async function followed(page: Page, part: string, label: string | RegExp, count: number): Promise<void> {
  const link = figure(page, part, label)
  await link.getByText(String(count), { exact: true }).waitFor()
  await link.click()
  const rows = page.getByRole('table').locator('tbody tr')
  await rows.nth(count - 1).waitFor()
  assert.equal(await rows.count(), count)
  await page.goBack()
}

describe('the home page of a platform without a meeting', () => {
  it('shows a manager the steps to the first meeting, and which are done', async () => {
    await visit({ as: manager, path: '/', language: 'en' }, async (page) => {
      const steps = page.getByRole('region', { name: 'Getting started' }).getByRole('listitem')
      const done = steps.filter({ has: page.getByRole('img', { name: 'Done' }) })
      await steps.nth(3).waitFor()
      assert.deepEqual(await done.allInnerTexts(), ['Add sponsors and executors'])
      await steps.getByRole('link', { name: 'Create a project and assign sponsors and executors' }).click()
      await page.getByRole('heading', { level: 1, name: 'New project' }).waitFor()
    })
  })
})

describe('the home page of staff and executors', () => {
  before(fill)

  it('AUT-5 UX-14: a manager sees tasks and meetings by stage, each figure linked to its list; figures that cannot be read are not drawn as if they were on their way', async () => {
    await visit({ as: manager, path: '/', expected: [/500/] }, async (page) => {
      await followed(page, '待处理', '专家待审核', 2)
      assert.match(page.url(), /\/$/)
      await followed(page, '会议阶段分布', '草稿', 2)
      await followed(page, '会议阶段分布', '已批准', 1)
      await followed(page, '未来两周督导安排', new RegExp(today.slice('yyyy-'.length)), 2)
      await figure(page, '概览', '会议').getByText('3', { exact: true }).waitFor()
      assert.equal(await page.getByRole('region', { name: '从这里开始' }).count(), 0)

      await page.route(/\/business\/(meeting\/overview|expert\/list)/, (route) =>
        route.fulfill({ status: 500, body: '' }),
      )
      await page.reload()
      for (const part of ['会议阶段分布', '未来两周督导安排', '概览']) {
        const region = page.getByRole('region', { name: part })
        await region.getByRole('button', { name: '重试' }).waitFor()
        await region.locator('.mantine-Skeleton-root').waitFor({ state: 'detached' })
      }
      await figure(page, '概览', '专家').getByText('—').waitFor()
    })
  })

  it('AUT-5: an executor sees its own meetings, and no tasks of managers', async () => {
    await visit({ as: await api.executor(), path: '/', language: 'en' }, async (page) => {
      await figure(page, 'Meetings by stage', 'Draft').getByText('0', { exact: true }).waitFor()
      await page.getByText('No supervision is scheduled in the next two weeks').waitFor()
      await page.getByRole('region', { name: 'To do' }).getByText('Nothing waits for you').waitFor()
    })
  })

  // roles-homes.browser.test.ts judges its accessibility; English texts are the longer ones.
  it('UX-21 UX-22: fits a phone in English', async () => {
    await visit({ as: manager, path: '/', language: 'en' }, async (page) => {
      await figure(page, 'To do', 'Experts to review').getByText('2', { exact: true }).waitFor()
      await page.setViewportSize(PHONE)
      await assertNoSideScroll(page, 'home')
      await assertTargets(page, 'home')
      await page.setViewportSize({ width: 320, height: 640 })
      await assertNoSideScroll(page, 'home at 320 px')
    })
  })
})
