// Engine: postgres
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { materialRoutes } from '@consilium/contract/materials/materials.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { Page } from 'playwright-core'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import {
  assertAccessible,
  assertNoSideScroll,
  assertTargets,
  DESKTOP,
  goWithin,
  PHONE,
} from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { manager, executor } = world

const PROJECTS = 75
await Promise.all(
  Array.from({ length: PROJECTS }, (_, index) =>
    manager.call(projectRoutes.create, {
      body: { projectName: `随访研究 ${String(index + 1).padStart(2, '0')}` },
    }),
  ),
)

await manager.call(projectRoutes.create, {
  body: { projectName: '慢性呼吸道疾病规范化诊疗多中心真实世界长期观察与基层医师能力提升项目' },
})

const TABLET = { width: 820, height: 1180 }
const POLL_MS = 100
const PATIENCE_MS = 10_000

/** The figures that can be seen, and of these the ones that lie only partly within the table's place. */
const FIGURES = `(() => {
  const place = document.querySelector('[role=region]:has(table)')
  const width = (selector) => place.querySelector(selector)?.offsetWidth ?? 0
  const { left, right } = place.getBoundingClientRect()
  const isShown = ({ firstElementChild: shown }) => shown === null || getComputedStyle(shown).opacity === '1'
  const figures = [...place.querySelectorAll('tbody td, tfoot td')].filter(
    (cell) => getComputedStyle(cell).textAlign === 'end' && /\\d/.test(cell.textContent) && isShown(cell),
  )
  const range = document.createRange()
  const isCut = (cell) => {
    range.selectNodeContents(cell)
    const box = range.getBoundingClientRect()
    return box.left < left - 1 || box.right > right - width('th[data-actions]') + 1
  }
  return { seen: figures.length, cut: figures.filter(isCut).map((cell) => cell.textContent) }
})()`
const figures = (page: Page) => page.evaluate<{ seen: number; cut: string[] }>(FIGURES)

/** Columns of figures or days that are hidden although they lie within the table's place. */
const LOST = `(() => {
  const place = document.querySelector('[role=region]:has(table)')
  const width = (selector) => place.querySelector(selector)?.offsetWidth ?? 0
  const { left, right } = place.getBoundingClientRect()
  const isWithin = (box) =>
    box.left >= left + width('th[data-name]') && box.right <= right - width('th[data-actions]')
  return [...place.querySelectorAll('th[data-figure]')]
    .filter((head) => isWithin(head.getBoundingClientRect()))
    .filter(({ dataset }) => place.style.getPropertyValue('--cut-' + dataset.figure) === '0')
    .map((head) => head.textContent)
})()`

async function lostColumns(page: Page): Promise<string[]> {
  const patience = performance.now() + PATIENCE_MS
  for (;;) {
    const lost = await page.evaluate<string[]>(LOST)
    if (lost.length === 0 || performance.now() > patience) return lost
    await page.waitForTimeout(POLL_MS)
  }
}

/** What stays cut after the table has measured its new width, which it does a moment after the window has one. */
async function cutFigures(page: Page): Promise<string[]> {
  const patience = performance.now() + PATIENCE_MS
  for (;;) {
    const { cut } = await figures(page)
    if (cut.length === 0 || performance.now() > patience) return cut
    await page.waitForTimeout(POLL_MS)
  }
}

/** Badges and phones that can be seen and lie only partly within the table's place. */
const CUT_BADGES = `(() => {
  const place = document.querySelector('[role=region]:has(table)')
  const { right } = place.getBoundingClientRect()
  const edge = right - (place.querySelector('th[data-actions]')?.offsetWidth ?? 0)
  const range = document.createRange()
  return [...place.querySelectorAll('tbody td')]
    .filter((cell) => cell.querySelector('.mantine-Badge-root') || /^1\\d{10}$/.test(cell.textContent))
    .filter((cell) => getComputedStyle(cell.firstElementChild ?? cell).opacity === '1')
    .filter((cell) => {
      range.selectNodeContents(cell.querySelector('.mantine-Badge-root, span') ?? cell.firstElementChild ?? cell)
      const box = range.getBoundingClientRect()
      return box.left < edge && box.right > edge + 1
    })
    .map((cell) => cell.textContent)
})()`

/** Columns of words of which a few strokes are seen at the edge. */
const SLIVERS = `(() => {
  const place = document.querySelector('[role=region]:has(table)')
  const edge = place.getBoundingClientRect().right - (place.querySelector('th[data-actions]')?.offsetWidth ?? 0)
  return [...place.querySelectorAll('th[data-words]')]
    .filter((head) => getComputedStyle(head.firstElementChild).opacity === '1')
    .filter((head) => {
      const { left, width } = head.getBoundingClientRect()
      return edge > left + 1 && edge - left < 0.29 * width
    })
    .map((head) => head.textContent)
})()`

/** What stays cut after the table has measured its new width. */
async function cutBadges(page: Page): Promise<string[]> {
  const patience = performance.now() + PATIENCE_MS
  for (;;) {
    const cut = [...(await page.evaluate<string[]>(CUT_BADGES)), ...(await page.evaluate<string[]>(SLIVERS))]
    if (cut.length === 0 || performance.now() > patience) return cut
    await page.waitForTimeout(POLL_MS)
  }
}

async function invoiceMeeting(): Promise<number> {
  const { meetingId } = await world.meeting()
  const invoices = [
    ['2663109290267225', '14791.36', '887.48'],
    ['2603483377814791', '1016630.19', '998.20'],
    ['2689922160860887', '11934.00', '1551.42'],
  ] as const
  for (const [invoiceNumber, amount, taxAmount] of invoices)
    await executor.call(materialRoutes.meetingInvoice.create, {
      body: {
        meetingId,
        invoiceNumber,
        amount,
        taxAmount,
        totalAmount: amount,
        buyerName: '仁和会务服务有限公司北京分公司',
        sellerName: '滨江会展酒店有限公司宁波分公司',
      },
    })
  const { phone } = await world.expert({ name: '周伯安' }, null)
  await world.attendee(meetingId, { phone, laborFee: '7654321' })
  return meetingId
}

/** The filters whose value or name is wider than its place. */
const cutChoices = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const pen = document.createElement('canvas').getContext('2d')
    return [...document.querySelectorAll('main select, main input[type=text]')].flatMap((input) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(input)
      pen.font = font
      const text = input.selectedOptions?.[0]?.text ?? (input.value || input.placeholder)
      const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      return pen.measureText(text).width > room + 1 ? [text + ': ' + room] : []
    })
  })()`)

describe('the table of a list', () => {
  it('WEB-2 WEB-20: no figure is ever cut; an edge beyond which there is more is marked; totals stand under their columns', async () => {
    const meetingId = await invoiceMeeting()
    const path = `/meetings/${meetingId}?tab=invoices`
    await visit({ as: manager, path, language: 'en' }, async (page) => {
      const place = page.getByRole('region', { name: 'Invoices', exact: true })
      await place.getByRole('row', { name: '2663109290267225' }).waitFor()
      const { seen, cut } = await figures(page)
      assert.deepEqual([seen, cut], [12, []])
      const total = place.locator('tfoot').getByRole('cell', { name: '1,043,355.55' })
      assert.equal(await total.count(), 2)
      const type = page.getByLabel('Invoice type')
      for (const width of [DESKTOP.width, 1280]) {
        await page.setViewportSize({ ...DESKTOP, width })
        await type.selectOption({ label: 'VAT special invoice (electronic, code 20)' })
        await page.locator('[data-set]').waitFor()
        assert.deepEqual(await cutChoices(page), [], `filters at ${width} px`)
        await type.selectOption('')
        await page.locator('[data-set]').waitFor({ state: 'detached' })
        await place.getByRole('row', { name: '2663109290267225' }).waitFor()
      }
      for (const width of [1200, 1010, 900]) {
        await page.setViewportSize({ ...DESKTOP, width })
        assert.deepEqual(await cutFigures(page), [], `${width} px`)
        await assertNoSideScroll(page, `invoices at ${width} px`)
        // What is paid is in sight longest.
        const paid = await place.getByRole('columnheader', { name: 'Total' }).boundingBox()
        const actions = await place.getByRole('columnheader', { name: 'Actions' }).boundingBox()
        if (width > 1000) assert.ok(paid!.x + paid!.width <= actions!.x + 1, `${width} px`)
      }
      await goWithin(page, `/meetings/${meetingId}?tab=attendees`)
      await page.getByRole('table', { name: 'Attendees' }).getByText('7,654,321.00').first().waitFor()
      for (const width of [1760, 1700, 1640, 1280, 1240, 1200, 1160, 1120]) {
        await page.setViewportSize({ ...DESKTOP, width })
        assert.deepEqual(await cutBadges(page), [], `replies, phones and words at ${width} px`)
      }
      await page.setViewportSize({ ...DESKTOP, width: 900 })
      await goWithin(page, `/meetings/${meetingId}?tab=invoices`)
      await page.locator('[data-more-right]').waitFor()
      await place.evaluate((element) => element.scrollTo({ left: 10_000 }))
      await page.locator('[data-more-left]:not([data-more-right])').waitFor()
      await assertAccessible(page, 'a table that is wider than its place')
    })
  })

  it('WEB-3 WEB-10 WEB-20: what is selected is in sight with its actions; all that match can be selected; head and page number stay at hand', async () => {
    const expert = await api.expert()
    await visit({ as: manager, path: '/projects?projectName=随访&pageSize=50' }, async (page) => {
      const rows = page.getByRole('table', { name: '项目' }).locator('tbody tr')
      const bar = page.getByRole('status').filter({ hasText: '已选' })
      await page.getByRole('checkbox', { name: '选择 随访研究 75', exact: true }).check()
      const box = await bar.boundingBox()
      assert.ok(box && box.y + box.height <= DESKTOP.height, JSON.stringify(box))
      await rows.last().scrollIntoViewIfNeeded()
      const head = await page.getByRole('columnheader', { name: '项目名称' }).boundingBox()
      assert.equal(Math.round(head?.y ?? 0), 56)
      await bar.getByRole('button', { name: '选择全部 75 条' }).click()
      await bar.getByText('已选 75 项').waitFor()
      await page.keyboard.press('Escape')

      await goWithin(page, '/projects?projectName=随访&pageSize=10')
      await page.getByRole('textbox', { name: '跳至' }).fill('7')
      await page.keyboard.press('Enter')
      await page.waitForURL(/pageNum=7/)
      await rows.first().waitFor()

      // Of ten thousand rows the way to the next page stays beside the numbers on the narrowest phone.
      await page.route(/\/business\/project\/list/, async (route) => {
        const url = new URL(route.request().url())
        url.searchParams.set('pageNum', '1')
        const response = await route.fetch({ url: url.toString() })
        await route.fulfill({ response, json: { ...(await response.json()), total: 10_000 } })
      })
      await page.setViewportSize({ width: 320, height: 700 })
      await page.goto('/projects?projectName=随访&pageSize=10&pageNum=487')
      const pages = page.getByRole('navigation', { name: '分页' })
      await pages.getByRole('button', { name: '1000' }).waitFor()
      const tops = await Promise.all(
        ['上一页', '487', '1000', '下一页'].map(async (name) => {
          const place = await pages.getByRole('button', { name, exact: true }).boundingBox()
          return Math.round(place!.y)
        }),
      )
      assert.equal(new Set(tops).size, 1, tops.join())
      await page.unroute(/\/business\/project\/list/)
      await goWithin(page, '/projects?projectName=随访&pageSize=10')
      await page.getByRole('list', { name: '项目' }).getByRole('checkbox').first().waitFor()

      await page.setViewportSize(PHONE)
      await page.getByRole('list', { name: '项目' }).getByRole('checkbox').first().check()
      const low = await bar.boundingBox()
      assert.ok(low && low.y + low.height <= PHONE.height, JSON.stringify(low))
      await assertTargets(page, 'a selection on a phone')

      await page.setViewportSize(DESKTOP)
      await goWithin(page, '/projects?projectName=真实世界')
      await rows.first().waitFor()
      await page.setViewportSize(TABLET)
      assert.deepEqual(await lostColumns(page), [], 'the column of names has become narrower')

      await goWithin(page, `/experts?name=${expert.name}`)
      await page.setViewportSize(DESKTOP)
      const row = page.getByRole('row', { name: expert.name })
      await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: '通过', exact: true }).click()
      await page.getByRole('dialog', { name: '通过：1 条' }).getByRole('button', { name: '取消' }).click()
      await row.getByText('待审核').waitFor()
      await row.getByRole('link', { name: `审核 ${expert.name}` }).click()
      await page
        .getByRole('dialog', { name: '审核' })
        .getByRole('radio', { name: '通过', exact: true })
        .waitFor()
    })
  })

  it('WEB-7 WEB-20 WEB-29: the way back keeps the filters; views are kept by name; the heading has the focus', async () => {
    await visit({ as: manager, path: '/projects?projectName=随访研究 0' }, async (page) => {
      const rows = page.getByRole('table', { name: '项目' }).locator('tbody tr')
      await page.getByRole('button', { name: '项目名称' }).click()
      await page.waitForURL(/orderByColumn/)
      await page.getByRole('link', { name: '随访研究 07', exact: true }).click()
      await page.locator('h1:focus', { hasText: '随访研究 07' }).waitFor()
      await page.getByRole('link', { name: '编辑', exact: true }).click()
      const trail = page.getByRole('navigation', { name: '当前位置' })
      await trail.getByRole('link', { name: '随访研究 07' }).click()
      await page.getByRole('heading', { level: 1, name: '随访研究 07' }).waitFor()
      await trail.getByRole('link', { name: '项目' }).click()
      await page.waitForURL(/projectName=.*orderByColumn=projectName/)
      await rows.first().waitFor()
      assert.equal(await rows.count(), 9)

      await page.getByRole('button', { name: '视图' }).click()
      await page.getByRole('textbox', { name: '视图名称' }).fill('首批随访')
      await page.getByRole('button', { name: '保存' }).click()
      await page.goto('/projects')
      await page.getByRole('button', { name: '视图' }).click()
      await page.getByRole('button', { name: '首批随访', exact: true }).click()
      await page.waitForURL(/projectName=.*orderByColumn=projectName|orderByColumn=projectName.*projectName=/)
      await page.getByRole('button', { name: '列', exact: true }).click()
      await page.getByRole('checkbox', { name: '紧凑行高' }).check()
      await page.locator('table[data-density=compact]').waitFor()

      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.getByRole('textbox', { name: '搜索名称（可用拼音）、编号、手机号、发票号' }).fill('深色')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' })
      await page.keyboard.press('Control+k')
      const searched = page.getByRole('textbox', { name: '搜索名称（可用拼音）、编号、手机号、发票号' })
      await searched.fill('2603483377814791')
      await page.getByText(/滨江会展酒店有限公司宁波分公司 · ¥\s1,016,630\.19/).waitFor()
      await searched.fill('新建项目')
      await page.getByRole('button', { name: '新建项目' }).last().click()
      await page.waitForURL(/\/projects\/new$/)
    })
  })
})
