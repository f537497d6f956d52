// Engine: postgres
// Slow
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible, assertNoSideScroll, chooseOfRow, goWithin, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { visit, userOf } = await openPortal()
const manager = await userOf('manager')

const TABLET = { width: 820, height: 1180 }
const NAMES = Array.from({ length: 23 }, (_, index) => `心血管研究 ${String(index + 1).padStart(2, '0')}`)
for (const projectName of NAMES) await manager.call(projectRoutes.create, { body: { projectName } })

const table = (page: Page) => page.getByRole('table', { name: '项目' })
const bodyRows = (page: Page) => table(page).locator('tbody tr')
const nameFilter = (page: Page) => page.getByLabel('项目名称')
const link = (page: Page, name: string) => table(page).getByRole('link', { name, exact: true })
const order = (page: Page) => page.getByRole('button', { name: '项目名称' })

async function sortedByName(page: Page): Promise<void> {
  await order(page).click()
  await page.waitForURL(/orderByColumn=projectName/)
}

describe('a list', () => {
  it('UX-1 UX-2 UX-3 UX-11 UX-12 UX-13: keeps filters, order, page and size in the address, through a reload; is sorted by keyboard, which is announced; shows the old rows until new ones arrive; is restored after visiting a record, and reset by a click in the menu; and distinguishes an empty list from no match', async () => {
    await visit({ as: manager, path: '/projects' }, async (page) => {
      await nameFilter(page).fill('研究 1')
      await page.waitForURL(/projectName=/)
      await sortedByName(page)
      await page.reload()
      assert.equal(await nameFilter(page).inputValue(), '研究 1')
      await link(page, NAMES[9]!).waitFor()
      assert.equal(await bodyRows(page).count(), 10)
      await assert.doesNotReject(
        page
          .getByRole('columnheader', { name: '项目名称' })
          .and(page.locator('[aria-sort=ascending]'))
          .waitFor(),
      )

      await goWithin(page, '/projects')
      await page.locator('th[aria-sort=ascending]').waitFor({ state: 'detached' })
      await order(page).focus()
      await page.keyboard.press('Enter')
      await page.locator('th[aria-sort=ascending]').waitFor()
      await page.keyboard.press('Enter')
      await page.locator('th[aria-sort=descending]').waitFor()

      await table(page).and(page.locator('[aria-busy=false]')).waitFor()
      await bodyRows(page).nth(1).waitFor()
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/project\/list.*projectName/, async (route) => {
        await held
        await route.continue()
      })
      await nameFilter(page).fill('研究 03')
      await table(page).and(page.locator('[aria-busy=true]')).waitFor()
      assert.ok((await bodyRows(page).count()) > 1)
      release()
      await table(page).and(page.locator('[aria-busy=false]')).waitFor()
      assert.equal(await bodyRows(page).count(), 1)

      await goWithin(page, '/projects?projectName=研究 2&orderByColumn=projectName&isAsc=asc')
      await link(page, NAMES[19]!).click()
      await page.getByRole('heading', { level: 1, name: NAMES[19]! }).waitFor()
      await page.goBack()
      await link(page, NAMES[19]!).waitFor()
      assert.equal(await nameFilter(page).inputValue(), '研究 2')
      await page
        .getByRole('navigation', { name: '菜单' })
        .getByRole('link', { name: '项目', exact: true })
        .click()
      await page.waitForURL(/\/projects$/)
      assert.equal(await nameFilter(page).inputValue(), '')

      await goWithin(page, '/projects?projectName=没有这个项目')
      await page.getByText('没有符合条件的记录').waitFor()
      await page.getByRole('status').getByRole('button', { name: '清除筛选' }).click()
      await bodyRows(page).first().waitFor()

      await goWithin(page, '/special-plans')
      const nothing = page.getByRole('status')
      await nothing.getByText('还没有专项方案').waitFor()
      await nothing.getByRole('link', { name: '添加第一条' }).click()
      await page.getByRole('heading', { level: 1, name: '新建专项方案' }).waitFor()
    })
  })

  it('UX-5 UX-6: shows the columns that this user has chosen, also after a reload, and not to other users', async () => {
    const choose = async (page: Page) => {
      await page.getByRole('button', { name: '列', exact: true }).click()
      await page.getByRole('checkbox', { name: '申办方' }).uncheck()
      await page.keyboard.press('Escape')
    }
    const sponsors = (page: Page) => table(page).getByRole('columnheader', { name: '申办方' })
    await visit({ as: manager, path: '/projects' }, async (page) => {
      await table(page).waitFor()
      await choose(page)
      await page.reload()
      await table(page).waitFor()
      assert.equal(await sponsors(page).count(), 0)
    })
    await visit({ as: 'admin', path: '/projects' }, async (page) => {
      await sponsors(page).waitFor()
    })
  })

  it('UX-4 UX-9 UX-14 COR-4: undoes a deletion, hides only the deleted project, not the meeting with the same id, shows the last remaining page after a real deletion, a failure no longer than it is read, and why a list could not be read, with the id of the request', async () => {
    const path = '/projects?projectName=研究&orderByColumn=projectName&isAsc=asc&pageSize=10&pageNum=3'
    const remove = (page: Page, name: string) => chooseOfRow(page, name, '删除')
    const create = (projectName: string) => manager.call(projectRoutes.create, { body: { projectName } })
    const held = await create('有会议的项目')
    const meeting = async () => {
      const data = await manager.call(meetingRoutes.create, { body: { projectId: held.projectId } })
      return data
    }
    const going = await create('将删除的项目')
    let last = await meeting()
    while (last.meetingId < going.projectId) last = await meeting()
    await visit({ as: manager, expected: [/503/] }, async (page) => {
      await page.clock.install()
      await page.goto(path)
      await remove(page, NAMES[22]!)
      await link(page, NAMES[22]!).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '撤销' }).click()
      await link(page, NAMES[22]!).waitFor()
      for (const name of NAMES.slice(20)) await remove(page, name)
      await page.clock.fastForward('01:00')
      await page.waitForURL(/pageNum=2/)
      await link(page, NAMES[10]!).waitFor()

      // A failure stays until it could be read, and goes with what is pressed next.
      await page.route(/project\/export/, (route) => route.fulfill({ status: 503, body: '' }))
      await page.getByRole('button', { name: '导出' }).click()
      const failure = page.getByRole('alert').filter({ hasText: '请求失败' })
      const heading = page.getByRole('heading', { level: 1 })
      await failure.waitFor()
      await heading.click()
      await page.clock.fastForward(5000)
      await failure.click()
      assert.equal(await failure.count(), 1)
      await heading.click()
      await failure.waitFor({ state: 'detached' })

      await goWithin(page, '/projects?projectName=将删除')
      await remove(page, going.projectName)
      await link(page, going.projectName).waitFor({ state: 'detached' })
      await goWithin(page, `/meetings?orderByColumn=meetingId&isAsc=desc`)
      await page.getByRole('table', { name: '会议' }).getByText(last.businessId).waitFor()
      await goWithin(page, '/projects?projectName=将删除')
      assert.equal(await link(page, going.projectName).count(), 0)

      let isDown = true
      const refusal = { code: 503, msg: '服务繁忙', error: 'UNAVAILABLE', requestId: 'request-17' }
      await page.route(/project\/list/, (route) =>
        isDown ? route.fulfill({ status: 503, json: refusal }) : route.continue(),
      )
      await page.goto('/projects')
      const alert = page.getByRole('alert')
      await alert.getByText('request-17').waitFor()
      isDown = false
      await alert.getByRole('button', { name: '重试' }).click()
      await bodyRows(page).first().waitFor()
    })
    const { total } = await manager.call(projectRoutes.list, { query: { projectName: '研究' } })
    assert.equal(total, 20)
  })

  it('UX-7 UX-8 UX-10: keeps a selection across pages, announces its size, clears it with Esc, and gives a reason for each row that a bulk action could not change', async () => {
    const path = '/projects?orderByColumn=projectName&isAsc=asc&pageSize=10'
    await visit({ as: manager, path }, async (page) => {
      await page.getByRole('checkbox', { name: `选择 ${NAMES[0]}` }).check()
      await page.getByRole('button', { name: '下一页' }).click()
      await page.getByRole('checkbox', { name: `选择 ${NAMES[10]}` }).check()
      const bar = page.getByRole('status').filter({ hasText: '已选 2 项' })
      await bar.waitFor()
      await assertAccessible(page, 'a list with a selection')
      await page.keyboard.press('Escape')
      await bar.waitFor({ state: 'detached' })

      await goWithin(page, path)
      const [gone, kept] = [NAMES[0]!, NAMES[1]!]
      const { rows } = await manager.call(projectRoutes.list, { query: { projectName: gone } })
      await page.getByRole('checkbox', { name: `选择 ${gone}` }).check()
      await page.getByRole('checkbox', { name: `选择 ${kept}` }).check()
      await manager.call(projectRoutes.remove, { params: { projectId: String(rows[0]?.projectId) } })
      await bar.getByRole('button', { name: '删除' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
      const report = page.getByRole('dialog', { name: '1 条成功，1 条失败' })
      await report.getByRole('row', { name: gone }).waitFor()
    })
  })

  it('UX-20: redirects to the login without a session, and back to the same address', async () => {
    await visit({ path: '/projects?projectName=研究 12', expected: [/401/] }, async (page) => {
      await page.getByLabel('用户名').fill(manager.userName)
      await page.getByRole('textbox', { name: '密码' }).fill(manager.password)
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await link(page, NAMES[11]!).waitFor()
      assert.equal(await nameFilter(page).inputValue(), '研究 12')
    })
  })

  it('UX-21: becomes cards on a phone, without horizontal scrolling, and keeps one row of filters on a tablet', async () => {
    await visit({ as: manager, path: '/projects?pageSize=10', viewport: PHONE }, async (page) => {
      await page.getByRole('list', { name: '项目' }).getByRole('listitem').first().waitFor()
      assert.equal(await page.getByRole('table').count(), 0)
      await assertNoSideScroll(page, 'the project list')
      await assertAccessible(page, 'the project list on a phone')
      await page.setViewportSize(TABLET)
      const more = page.getByRole('button', { name: '更多筛选', exact: true })
      await more.waitFor()
      const top = async (field: Locator) => (await field.boundingBox())?.y
      assert.equal(await top(nameFilter(page)), await top(page.getByLabel('项目编号')), 'filters share a row')
      assert.equal(await page.getByLabel('开始时间（起）').count(), 0)
      await assertNoSideScroll(page, 'the project list on a tablet')
      await assertAccessible(page, 'the project list on a tablet')
      await more.click()
      await page.getByRole('button', { name: '开始时间', exact: true }).click()
      const period = page.getByRole('dialog', { name: '开始时间' })
      await period.getByLabel('开始时间（起）').waitFor()
      await assertAccessible(page, 'the periods of a filter')
      await period.getByRole('button', { name: '本月' }).click()
      await page.getByRole('button', { name: '开始时间：本月' }).waitFor()
    })
  })
})
