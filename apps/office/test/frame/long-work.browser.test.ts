// Engine: embedded
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import type { Download, Page } from 'playwright-core'
import { sheetRows } from '@consilium/api/test/exports/exported-rows.ts'
import { freshPhone } from '@consilium/api/test/harness.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { peopleTable, TITLES } from '@consilium/api/test/people-table.ts'
import { assertAccessible, assertNoSideScroll, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const IMPORTED = 120
const ROWS_PER_PAGE = 100

const { api, visit } = await openPortal({ clock: seasonClock })
const world = await openWorld(api)
const { executor } = world

const chooser = (page: Page) => page.locator('input[type=file]:not([capture])')

describe('an import of people', () => {
  const csv = (rows: readonly (readonly string[])[]) => ({
    name: '人员.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.map((row) => row.join(',')).join('\r\n')),
  })
  const bodyRows = (page: Page) => page.getByRole('table').locator('tbody tr')
  const rowNumbers = async (page: Page) => bodyRows(page).locator('td:first-child').allInnerTexts()

  /** Corrects the rejected rows of the workbook in place and keeps the column of reasons. */
  async function putRight(download: Download): Promise<string[][]> {
    const rows = await sheetRows(readFileSync(await download.path()))
    const titles = Object.keys(rows[0] ?? {})
    const corrected = rows.map((row, index) => {
      const right: Record<string, string | null> = {
        ...row,
        手机号: freshPhone(),
        用户名: `again_${index}`,
        角色: '督导',
      }
      for (const title of ['姓名', '部门']) right[title] = (right[title] || '补录').slice(0, 50)
      return titles.map((title) => right[title] ?? '')
    })
    return [titles, ...corrected]
  }

  it('UX-21 UX-29: lists every row, page by page; failed rows are downloaded, corrected and uploaded again', async () => {
    const lines = peopleTable('55', IMPORTED)
    const refused = lines.filter(({ refusal }) => refusal !== null).length
    await visit({ as: executor, path: '/persons/import' }, async (page) => {
      await chooser(page).setInputFiles(csv([TITLES, ...lines.map(({ cells }) => cells)]))
      const told = page.getByText(`成功 ${IMPORTED - refused} 行，失败 ${refused} 行`)
      await told.waitFor()
      await page.reload()
      await told.waitFor()
      assert.equal(await bodyRows(page).count(), refused)
      const reasons = await bodyRows(page).locator('td:last-child').allInnerTexts()
      for (const [index, { refusal }] of lines.filter((line) => line.refusal !== null).entries())
        assert.match(reasons[index] ?? '', refusal ?? /./)
      await assertAccessible(page, 'the result of an import')

      await page.getByRole('switch', { name: '只看失败的行' }).click()
      const seen: string[] = []
      for (let shown = 0; shown < IMPORTED; shown += ROWS_PER_PAGE) {
        if (shown > 0) await page.getByRole('button', { name: '下一页' }).click()
        await page.getByRole('cell', { name: String(shown + 2), exact: true }).waitFor()
        const numbers = await rowNumbers(page)
        assert.ok(numbers.length <= ROWS_PER_PAGE)
        seen.push(...numbers)
      }
      assert.deepEqual(
        seen,
        lines.map((_line, index) => String(index + 2)),
      )
      await page.setViewportSize(PHONE)
      await page.getByRole('list', { name: '从 Excel 导入人员' }).getByRole('listitem').first().waitFor()
      await assertNoSideScroll(page, 'the result of an import')
      await assertAccessible(page, 'the result of an import on a phone')

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: '下载失败的行' }).click()
      const corrected = await putRight(await download)
      assert.equal(corrected.length - 1, refused)
      await page.getByRole('button', { name: '上传另一个文件' }).click()
      await chooser(page).setInputFiles(csv(corrected))
      await page.getByText(`成功 ${refused} 行，失败 0 行`).waitFor()
      assert.equal(await page.getByRole('button', { name: '下载失败的行' }).count(), 0)
    })
    assert.equal((await executor.call(personRoutes.list, {})).total, IMPORTED)
  })
})
