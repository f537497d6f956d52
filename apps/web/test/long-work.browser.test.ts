// Engine: embedded
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { recognitionRoutes } from '@consilium/contract/invoice-recognition.ts'
import { materialRoutes } from '@consilium/contract/materials.ts'
import { personRoutes } from '@consilium/contract/persons.ts'
import type { Download, Page } from 'playwright-core'
import { sheetRows } from '@consilium/api/test/exported-rows.ts'
import { freshPhone } from '@consilium/api/test/harness.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { peopleTable, TITLES } from '@consilium/api/test/people-table.ts'
import { drawSeeded, makePicture } from '@consilium/ocr/synth/generate.ts'
import { renderPdf } from '@consilium/ocr/synth/render-pdf.ts'
import { startOcr } from '@consilium/ocr/test/ocr-service.ts'
import { assertAccessible, assertNoSideScroll, chooseOfRow, goWithin, PHONE } from './page-checks.ts'
import { openPortal } from './portal.ts'

/** These tests check results, however slow the machine is. */
const PATIENT = { pageMs: 100_000, totalMs: 100_000 }
const POLL_MS = 100
const IMPORTED = 240
const ROWS_PER_PAGE = 100

const ocr = await startOcr({ limits: PATIENT })
after(() => ocr.close())
const { api, visit } = await openPortal({ clock: seasonClock, env: { OCR_URL: ocr.url } })
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

describe('recognition of invoices', () => {
  async function untilFinished(meetingId: number): Promise<void> {
    for (;;) {
      const { rows } = await executor.call(recognitionRoutes.list, { query: { meetingId } })
      if (rows[0]?.isFinished) return
      await delay(POLL_MS)
    }
  }

  it('UX-29 SVC-11 OCR-9 REC-12: continues after its page is closed; results and originals are shown on return', async () => {
    const { meetingId } = await world.meeting()
    const picture = await makePicture(7, '32', 'none')
    const printed = drawSeeded(8, '31', 'none')
    const files = [
      { name: '拍照.png', mimeType: 'image/png', buffer: picture.file },
      { name: '电子.pdf', mimeType: 'application/pdf', buffer: await renderPdf(printed.marks) },
    ]
    const path = `/meetings/${meetingId}?tab=invoices`
    await visit({ as: executor, path }, async (page) => {
      await chooser(page).setInputFiles(files)
      await page.getByRole('button', { name: '收起' }).waitFor()
      await assertAccessible(page, 'while invoices are read')
      await page
        .getByRole('navigation', { name: '菜单' })
        .getByRole('link', { name: '项目', exact: true })
        .click()
      await page.getByRole('heading', { level: 1, name: '项目' }).waitFor()
      await untilFinished(meetingId)

      await goWithin(page, path)
      await page.getByText('识别完成：2 个文件，失败 0 个').waitFor()
      const table = page.getByRole('table', { name: '发票' })
      for (const { invoice } of [picture, printed]) {
        const row = table.getByRole('row', { name: invoice.fields.invoice_number ?? '' })
        for (const field of ['issue_date', 'seller_name', 'buyer_name'] as const)
          await row.getByRole('cell', { name: invoice.fields[field] ?? '', exact: true }).waitFor()
      }
      await chooseOfRow(page, picture.invoice.fields.invoice_number ?? '', '原件')
      const original = page.getByRole('dialog')
      await original.getByRole('button', { name: '打开 拍照.png' }).waitFor()
      await assertAccessible(page, 'the original of an invoice')
      await page.keyboard.press('Escape')
      for (const { invoice } of [picture, printed]) {
        await table.getByRole('button', { name: `编辑 ${invoice.fields.invoice_number}` }).click()
        const check = page.getByRole('dialog', { name: '核对发票' })
        await check.getByRole('button', { name: '票面位置：购买方税号' }).click()
        const focused = check.locator(':focus')
        assert.equal(await focused.inputValue(), invoice.fields.buyer_tax_id)
        await assertAccessible(page, 'an invoice beside its original')
        await page.keyboard.press('Escape')
        await check.waitFor({ state: 'hidden' })
      }
    })
    const { rows } = await executor.call(materialRoutes.meetingInvoice.list, { query: { meetingId } })
    assert.deepEqual(
      Object.fromEntries(rows.map(({ invoiceNumber, totalAmount }) => [invoiceNumber, totalAmount])),
      Object.fromEntries(
        [picture, printed].map(({ invoice: { fields } }) => [fields.invoice_number, fields.total_amount]),
      ),
    )
  })
})
