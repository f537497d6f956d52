// Engine: postgres
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import type { Language } from '@consilium/contract/errors.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import type { Page } from 'playwright-core'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { valueOf, type DateKind } from '../../src/components/dates/date-text.ts'
import {
  assertAccessible,
  assertDatesWhole,
  assertNoSideScroll,
  assertTargets,
  DESKTOP,
  goWithin,
  isPainted,
  PHONE,
} from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager } = world

const SOURCES = join(import.meta.dirname, '../../src')

/** Opens the portal in a language that the browser does not have. */
async function openIn(page: Page, language: Language, path: string): Promise<void> {
  await page.addInitScript(`localStorage.setItem('consilium.language', '${language}')`)
  await page.goto(path)
}

const textsOf = (page: Page, selector: string) => page.locator(`[role=dialog] ${selector}`).allTextContents()

it('WEB-30: with a browser in English and the portal in Chinese, a calendar is Chinese and is used without a mouse', async () => {
  const { meetingId } = await world.meeting({ scheduleStartTime: '2026-12-05 09:00:00' })
  const visitor = {
    as: manager,
    language: 'en',
    viewport: PHONE,
    colorScheme: 'dark',
    ownWindow: true,
  } as const
  await visit(visitor, async (page) => {
    await openIn(page, 'zh-CN', `/meetings/${meetingId}/edit`)
    const start = page.getByRole('textbox', { name: '开始时间' })
    await start.focus()
    assert.equal(await start.inputValue(), '2026-12-05 09:00')
    await page.keyboard.press('Alt+ArrowDown')
    const calendar = page.getByRole('dialog', { name: '日历' })
    await calendar.locator('button[aria-label="2026年12月5日 星期六"]:focus').waitFor()
    await calendar.getByText('2026年12月').waitFor()
    assert.deepEqual(await textsOf(page, 'thead th'), ['一', '二', '三', '四', '五', '六', '日'])
    await assertAccessible(page, 'calendar')
    await assertTargets(page, 'calendar')
    await assertNoSideScroll(page, 'calendar')
    const box = await calendar.boundingBox()
    assert.ok(box && box.x >= 0 && box.x + box.width <= PHONE.width, JSON.stringify(box))

    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await calendar.getByRole('spinbutton', { name: '时', exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('1430')
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '打开日历' }).first().and(page.locator(':focus')).waitFor()
    assert.equal(await start.inputValue(), '2026-12-12 14:30')

    const end = page.getByRole('textbox', { name: '结束时间' })
    await end.fill('2026-12-12 9:00')
    await end.press('Tab')
    await page.getByText('不能早于 2026-12-12 14:30').waitFor()
    assert.equal(await end.inputValue(), '2026-12-12 09:00')
    await end.fill('12/12/2026')
    await end.press('Tab')
    await page.getByText('请按 2026-01-31 09:30 的格式填写时间').waitFor()
    await end.fill('202612121700')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('button', { name: '保存' }).waitFor({ state: 'detached' })
  })
  const saved = await manager.call(meetingRoutes.get, { params: { meetingId } })
  assert.deepEqual(
    [saved.scheduleStartTime, saved.scheduleEndTime],
    ['2026-12-12 14:30:00', '2026-12-12 17:00:00'],
  )
})

it('WEB-30: with a browser in Chinese and the portal in English, months and ranges are English, and addresses stay as they are', async () => {
  await visit({ as: manager, language: 'zh-CN', viewport: DESKTOP, ownWindow: true }, async (page) => {
    await openIn(page, 'en', '/labor-payments?period=2026-11')
    await page.getByRole('textbox', { name: 'Month' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const calendar = page.getByRole('dialog', { name: 'Calendar' })
    await calendar.locator('button[aria-label="November 2026"]:focus').waitFor()
    assert.deepEqual((await textsOf(page, 'td button')).slice(0, 3), ['Jan', 'Feb', 'Mar'])
    assert.equal(await calendar.getByRole('button', { name: 'Clear' }).count(), 0, 'there is always a month')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForURL(/period=2026-10/)
    await page.getByRole('button', { name: 'Open the calendar' }).and(page.locator(':focus')).waitFor()

    await goWithin(page, '/projects')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    const from = page.getByRole('textbox', { name: /, from$/ }).first()
    const to = page.getByRole('textbox', { name: /, to$/ }).first()
    await from.pressSequentially('2026-11-1')
    await page.waitForURL(/params%5BbeginStartTime%5D=2026-11-01|beginStartTime/)
    await from.pressSequentially('0')
    await page.waitForURL(/2026-11-10/)
    const before = page.url()
    await to.fill('11/22/2026')
    await to.press('Tab')
    await page.getByText('Enter a date such as 2026-01-31').waitFor()
    assert.equal(page.url(), before)
    await to.fill('')
    await to.press('Alt+ArrowDown')
    await calendar.waitFor()
    assert.deepEqual(await textsOf(page, 'thead th'), ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'])
    await page.keyboard.press('Escape')
    await to.fill('2026-11-30')
    await page.waitForURL(/2026-11-30/)
    await from.press('Alt+ArrowDown')
    await calendar.locator('button[aria-label="Tuesday, 10 November 2026"]:focus').waitFor()
    await assertAccessible(page, 'calendar of a filter')
    await calendar.getByRole('button', { name: 'Clear' }).press('Enter')
    await page.waitForURL((url) => !url.href.includes('2026-11-10') && url.href.includes('2026-11-30'))
    assert.equal(await from.inputValue(), '')
  })
})

it('WEB-38: every named period and both days of a filter are whole on phones, in both languages', async () => {
  for (const [language, when] of [
    ['zh-CN', '会议时间'],
    ['en', 'When'],
  ] as const)
    await visit(
      { as: manager, path: '/meetings', language, viewport: { width: 390, height: 844 } },
      async (page) => {
        await page.getByRole('button', { name: language === 'en' ? 'Filters' : '筛选' }).click()
        await page.getByRole('button', { name: when, exact: true }).click()
        const menu = page.getByRole('dialog', { name: when })
        await menu.getByRole('button', { name: language === 'en' ? 'Next month' : '下月' }).waitFor()
        for (const width of [390, 320]) {
          const name = `periods at ${width} px in ${language}`
          await page.setViewportSize({ width, height: 844 })
          await isPainted(page)
          await assertNoSideScroll(page, name)
          await assertTargets(page, name)
          const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('[role=dialog] *')]
            .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
            .map((each) => each.className + ' ' + each.textContent)`)
          assert.deepEqual(cut, [], name)
        }
      },
    )
})

it('WEB-30: no date breaks over lines, in records, their time lines and a list on a phone', async () => {
  const { meetingId } = await world.meeting({ scheduleStartTime: '2026-12-05 09:00:00' })
  const pages = [`/meetings/${meetingId}`, `/projects/${world.project.projectId}`, '/meetings']
  await visit({ as: manager, viewport: PHONE, path: '/' }, async (page) => {
    for (const path of pages) {
      await goWithin(page, path)
      await assertDatesWhole(page, path)
    }
  })
})

it('WEB-30: what is typed is read in one order, or not at all; no field leaves its language to the browser', () => {
  const cases: readonly [DateKind, string, string | null][] = [
    ['day', ' 2026-11-22 ', '2026-11-22'],
    ['day', '2026/1/5', '2026-01-05'],
    ['day', '2026年1月5日', '2026-01-05'],
    ['day', '20260105', '2026-01-05'],
    ['day', '2026-02-30', null],
    ['day', '05-01-2026', null],
    ['day', '2026-1', null],
    ['time', '2026-11-22 9:05', '2026-11-22 09:05:00'],
    ['time', '2026-11-22T09:05', '2026-11-22 09:05:00'],
    ['time', '2026-11-22 24:00', null],
    ['time', '2026-11-22', null],
    ['time', '202611220905', '2026-11-22 09:05:00'],
    ['month', '2026年1月', '2026-01'],
    ['month', '202613', null],
    ['month', '', ''],
  ]
  for (const [kind, typed, value] of cases) assert.equal(valueOf(kind, typed), value, `${kind} ${typed}`)
  const files = globSync('**/*.tsx', { cwd: SOURCES })
  assert.ok(files.length > 100)
  const native = /type=\{?["'](?:date|datetime-local|month|week|time)["']/
  assert.deepEqual(
    files.filter((file) => native.test(readFileSync(join(SOURCES, file), 'utf8'))),
    [],
  )
})
