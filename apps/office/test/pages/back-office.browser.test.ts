// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { Page } from 'playwright-core'
import type { User } from '@consilium/api/test/harness.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { assertAccessible, assertNoSideScroll, assertTargets, goWithin, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager, executor, sponsor, project } = world

const NARROW = { width: 320, height: 640 }

const cents = (amount: string) => BigInt(amount.replaceAll(/[,.]/g, ''))
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + cents(amount), 0n)

describe('a new meeting', () => {
  it('MTG-2: has the name of its project, which its form shows read-only', async () => {
    const meetingId = await visit({ as: manager, path: '/meetings/new' }, async (page) => {
      assert.equal(await page.getByLabel('会议名称').count(), 0)
      await page.getByRole('combobox', { name: '项目' }).fill(project.projectName)
      await page.getByRole('option', { name: project.projectName }).click()
      const name = page.getByRole('textbox', { name: '会议名称' })
      await name.and(page.locator(`[value="${project.projectName}"]`)).waitFor()
      assert.equal(await name.isEditable(), false)
      await page.getByRole('button', { name: '保存' }).click()
      await page.getByRole('heading', { level: 1, name: project.projectName }).waitFor()
      const id = Number(new URL(page.url()).pathname.split('/').at(-1))
      await page.getByRole('link', { name: '编辑' }).click()
      await name.fill('心衰诊疗提升 · 北京站')
      await page.getByRole('button', { name: '保存' }).click()
      await page.getByRole('heading', { level: 1, name: '心衰诊疗提升 · 北京站' }).waitFor()
      return id
    })
    const data = await manager.call(meetingRoutes.get, { params: { meetingId } })
    assert.deepEqual([data.meetingName, data.projectName], ['心衰诊疗提升 · 北京站', project.projectName])
  })
})

describe('the attendees of a meeting', () => {
  const TITLES = ['应付金额', '增值税及附加', '个人所得税', '实付金额', '会议小结', '现场照片']
  const AMOUNTS = TITLES.slice(0, 4)

  /** Returns the cells of the columns with these titles, row by row. */
  async function cellsOf(page: Page, titles: readonly string[], part = 'tbody'): Promise<string[][]> {
    const table = page.getByRole('table', { name: '参会专家' })
    const heads = await table.getByRole('columnheader').allInnerTexts()
    const places = titles.map((title) => heads.findIndex((head) => head.trim() === title))
    assert.ok(!places.includes(-1), heads.join(' '))
    const rows = await table.locator(`${part} tr`).all()
    return Promise.all(
      rows.map(async (row) => {
        const cells = await row.locator('td, th').allInnerTexts()
        return places.map((place) => cells[place] ?? '')
      }),
    )
  }

  it('ATT-1 ATT-2 COR-22 UX-19: show phone, department, title, fees, taxes and totals; a double click adds one once', async () => {
    const { meetingId } = await world.meeting()
    await world.attendee(meetingId, { laborFee: '5000', summary: '讨论了随访方案' })
    await world.attendee(meetingId, { laborFee: '830.55' })
    const third = await api.expert()
    const path = `/meetings/${meetingId}?tab=attendees`
    await visit({ as: executor, path }, async (page) => {
      const table = page.getByRole('table', { name: '参会专家' })
      await table.waitFor()
      for (const name of ['手机号', '科室', '职称'])
        await table.getByRole('columnheader', { name, exact: true }).waitFor()
      await page.getByRole('button', { name: '添加专家', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: '添加专家' })
      await dialog.getByLabel('手机号').fill(third.phone)
      await dialog.getByLabel('应付金额').fill('61000.40')
      await assertAccessible(page, 'adding an attendee')
      await dialog.getByRole('button', { name: '保存' }).dblclick()
      await dialog.waitFor({ state: 'detached' })
      await table.getByRole('row').nth(3).waitFor()

      const rows = await cellsOf(page, TITLES)
      assert.equal(rows.length, 3)
      const first = rows.find(([payable]) => payable === '5,000.00')
      assert.deepEqual(first, ['5,000.00', '52.47', '792.08', '4,155.45', '讨论了随访方案', '—'])
      const shown = await cellsOf(page, AMOUNTS, 'tfoot')
      for (const [column, title] of AMOUNTS.entries())
        assert.equal(cents(shown[0]?.[column] ?? ''), sum(rows.map((row) => row[column] ?? '')), title)
      for (const [payable, ...parts] of rows)
        assert.equal(cents(payable ?? ''), sum(parts.slice(0, 3)), `the parts of ${payable}`)

      await page.setViewportSize(PHONE)
      await page.getByRole('list', { name: '参会专家' }).getByRole('listitem').first().waitFor()
      await assertNoSideScroll(page, 'attendees on a phone')
      await assertTargets(page, 'attendees on a phone')
    })
    assert.equal((await executor.call(attendeeRoutes.list, { query: { meetingId } })).total, 3)
  })
})

describe('the workspace of a meeting', () => {
  it('UX-21 UX-22 UX-30: every tab is accessible and fits a phone', async () => {
    // As long as a number may be.
    const businessId = 'M20261128-CARDIOVASCULAR-MULTIDISCIPLINARY-HEARTFAILURE-00000001'
    const { meetingId } = await world.meeting({ businessId, laborBudget: '9999999.99' })
    await world.attendee(meetingId)
    const body = { projectName: 'Cardiovascular Community Physician Programme of the Northern Provinces' }
    await manager.call(projectRoutes.create, { body })
    const pages = ['overview', 'attendees', 'materials', 'invoices'].map(
      (tab) => `/meetings/${meetingId}?tab=${tab}`,
    )
    await visit({ as: manager, path: '/projects', viewport: PHONE, language: 'en' }, async (page) => {
      for (const path of ['/projects', ...pages]) {
        await goWithin(page, path)
        await assertAccessible(page, path)
        await assertNoSideScroll(page, path)
        await assertTargets(page, path)
        await page.setViewportSize(NARROW)
        await assertNoSideScroll(page, `${path} at 320 px`)
        await page.setViewportSize(PHONE)
      }
    })
  })
})

describe('pages that roles share', () => {
  /**
   * Returns the menu entries of a role, and whether its project list offers creation and assignment; asserts that it finds
   * no page of experts.
   */
  const viewOf = (as: User | RoleType) =>
    visit({ as, path: '/projects' }, async (page) => {
      await page
        .getByRole('table', { name: '项目' })
        .getByRole('link', { name: project.projectName, exact: true })
        .waitFor()
      const entries = await page.getByRole('navigation', { name: '菜单' }).getByRole('link').allInnerTexts()
      const creates = await page.getByRole('link', { name: '新建项目' }).count()
      const removes = await page
        .getByRole('button', { name: `更多操作：${project.projectName}`, exact: true })
        .count()
      await goWithin(page, '/my-agreements')
      await page.getByRole('heading', { level: 1, name: '页面不存在' }).waitFor()
      return { entries, creates, removes }
    })

  it('AUT-5: administrators have more than managers; other roles read, each with its own menu, and find no page of experts', async () => {
    const [ofAdmin, ofManager, ofExecutor, ofSponsor] = [
      await viewOf('admin'),
      await viewOf(manager),
      await viewOf(executor),
      await viewOf(sponsor),
    ]
    const more = ofAdmin.entries.filter((entry) => !ofManager.entries.includes(entry))
    assert.deepEqual(more, ['账号', '字典', '操作日志'])
    assert.deepEqual(
      ofManager.entries.filter((entry) => !ofAdmin.entries.includes(entry)),
      [],
    )
    for (const { creates, removes } of [ofAdmin, ofManager]) assert.deepEqual([creates, removes], [1, 1])
    for (const { creates, removes, entries } of [ofExecutor, ofSponsor]) {
      assert.deepEqual([creates, removes], [0, 0])
      assert.ok(entries.includes('人员') && !entries.includes('专家'))
    }
    assert.ok(ofSponsor.entries.includes('支持意向') !== ofExecutor.entries.includes('支持意向'))
  })
})
