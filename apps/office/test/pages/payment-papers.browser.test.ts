// Engine: postgres
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openBatchWorld } from '@consilium/api/test/batch-world.ts'
import { movableClock } from '@consilium/api/test/movable-clock.ts'
import { invoicePicture, startOcrServer } from '@consilium/api/test/ocr-server.ts'
import { pdfText } from '@consilium/api/test/meeting-world.ts'
import { readFileSync } from 'node:fs'
import { after } from 'node:test'
import { assertAccessible, assertPages } from '../page-checks.ts'
import { openPortal } from '../portal.ts'

const clock = movableClock()
const ocr = await startOcrServer()
after(() => ocr.close())
const { api, visit } = await openPortal({ clock, env: { OCR_URL: ocr.url } })
const world = await openBatchWorld(api, clock)
const { executor, payee, pay } = world
const language = 'zh-CN'
const path = '/labor-payments/papers'

it('PAY-7: a month says which paper each payment has or lacks, and takes the invoice that is its own', async () => {
  const small = await pay(await payee(), '500', clock.today())
  const large = await pay(await payee(), '3000', clock.today())
  const finance = await api.person(executor, 'finance')
  await visit({ as: finance, path, language }, async (page) => {
    await page.getByText('共 2 笔，应付 3,500.00 元').waitFor()
    await page.getByText('缺代开发票 1 笔，3,000.00 元').waitFor()
    await page.getByRole('button', { name: '上传代开发票' }).first().click()
    const dialog = page.getByRole('dialog')
    const choose = async (total: string) => {
      const chosen = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: '选择发票' }).click()
      const buffer = invoicePicture({
        invoice_type: '32',
        invoice_number: '26447000000098765432',
        buyer_name: executor.orgName,
        seller_name: large.name,
        total_amount: total,
      })
      await (await chosen).setFiles({ name: '发票.png', mimeType: 'image/png', buffer })
    }
    await choose('3000.01')
    await dialog.getByText('价税合计“3000.01”，应为“3000.00”').waitFor()
    await assertAccessible(page, 'an invoice that differs')
    await choose('3000.00')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('已有代开发票 1 笔，3,000.00 元').waitFor()
    await assertPages(page, [path])
    await page.reload()
    await page.getByText('已有收款凭证 1 笔，500.00 元').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载收款凭证' }).first().click()
    const text = pdfText(readFileSync(await (await download).path()))
    assert.ok(text.includes(small.name) && text.includes('500.00'))
  })
})
