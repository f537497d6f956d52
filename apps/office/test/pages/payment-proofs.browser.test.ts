// Engine: postgres
// What proves payments, and the branches of banks that they go to.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, it } from 'node:test'
import { openBatchWorld } from '@consilium/api/test/batch-world.ts'
import { movableClock } from '@consilium/api/test/movable-clock.ts'
import { archiveOf, invoicePicture, startOcrServer, writtenPdf } from '@consilium/api/test/ocr-server.ts'
import { pdfText } from '@consilium/api/test/meeting-world.ts'
import { often } from '@consilium/test-kit/often.ts'
import type { Page } from 'playwright-core'
import { assertAccessible, assertNoSideScroll, assertPages, DESKTOP, PHONE } from '../page-checks.ts'
import { openPortal } from '../portal.ts'
import { countRows, ROWS_OF_TABLE } from '../rows-in-sight.ts'

const clock = movableClock()
const ocr = await startOcrServer()
after(() => ocr.close())
const { api, visit } = await openPortal({ clock, env: { OCR_URL: ocr.url } })
const world = await openBatchWorld(api, clock)
const { executor, manager, person, payee, pay, payable, draft, lock, release, linesOf } = world
const language = 'zh-CN'
const PAPERS = '/labor-payments/papers'

/** A released batch with these fees, its first line, and who sees its page. */
async function released(...amounts: string[]) {
  const fees: Awaited<ReturnType<typeof payable>>[] = []
  for (const amount of amounts) fees.push(await payable(await person(), amount))
  const { batchId } = await draft(fees)
  await lock(batchId)
  await release(batchId)
  const [first] = await linesOf(batchId)
  const finance = await api.person(executor, 'finance')
  return { first, finance, path: `/labor-payments/batches/${batchId}` }
}

async function linesInSight(page: Page): Promise<void> {
  await page.locator(ROWS_OF_TABLE).nth(1).waitFor()
  for (const { width, seen, least } of await countRows(page, ROWS_OF_TABLE))
    assert.ok(seen >= least, `${width}: ${seen}`)
}

it('PAY-7: a month says which paper each payment has or lacks, and takes the invoice that is its own', async () => {
  const small = await pay(await payee(), '500', clock.today())
  const large = await pay(await payee(), '3000', clock.today())
  const finance = await api.person(executor, 'finance')
  await visit({ as: finance, path: PAPERS, language }, async (page) => {
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
    await assertPages(page, [PAPERS])
    await page.reload()
    await page.getByText('已有收款凭证 1 笔，500.00 元').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载收款凭证' }).first().click()
    const text = pdfText(readFileSync(await (await download).path()))
    assert.ok(text.includes(small.name) && text.includes('500.00'))
  })
})

it('PAY-3: a directory of clearing codes is imported with a result for each row that is left out', async () => {
  await visit({ as: manager, path: '/bank-branches', language }, async (page) => {
    await page.getByText('还没有联行号', { exact: false }).waitFor()
    await page.getByRole('link', { name: '导入目录' }).first().click()
    const text = [
      '行号,行名,省,市',
      '105331000006,中国建设银行股份有限公司杭州西湖支行,浙江省,杭州市',
      '105331000014,中国建设银行股份有限公司杭州西湖东路支行,浙江省,杭州市',
      '10533100,中国建设银行股份有限公司杭州高新支行,浙江省,杭州市',
    ].join('\r\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: '联行号.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByText('新增 2 条，更新 0 条，未变 0 条，未导入 1 行', { exact: false }).waitFor()
    await page.getByText('联行号应为12位数字', { exact: false }).waitFor()
    await assertAccessible(page, 'an import with a row that was left out')
    await page.getByRole('link', { name: '查看目录' }).click()
    await page.getByText('105331000006').first().waitFor()
    await assertPages(page, ['/bank-branches', '/bank-branches/import'])
  })
})

it('PAY-3: the form of an account says its clearing code, and proposes branches with similar names', async () => {
  await visit({ as: await person(), path: '/my-profile/edit', language }, async (page) => {
    await page.getByLabel('开户银行').first().fill('建设银行')
    const branch = page.getByRole('combobox', { name: '开户支行' })
    await branch.fill('杭州西湖')
    await page.getByText('未找到该支行的联行号', { exact: false }).waitFor()
    await assertAccessible(page, 'branches that are proposed')
    await page.getByRole('option', { name: '中国建设银行股份有限公司杭州西湖支行', exact: true }).click()
    await page.getByText('联行号 105331000006：中国建设银行股份有限公司杭州西湖支行').waitFor()
    await branch.fill('杭州西湖东路支行')
    await page.getByText('联行号 105331000014', { exact: false }).waitFor()
  })
})

it('PAY-6: receipts are imported with a result for each, seen on their lines, and replaced beside the former', async () => {
  const { first, finance, path } = await released('5000', '6000')
  await visit({ as: finance, path, language }, async (page) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.getByText('已有 0 笔，缺 2 笔').waitFor()
    await button('导入电子回单').click()
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('dialog').getByRole('button', { name: '选择文件' }).click()
    const receipt = writtenPdf('回单甲')
    const zipped = archiveOf({ [`${first!.reference}.pdf`]: receipt, '说明.txt': Buffer.from('x') })
    await (await chosen).setFiles({ name: '回单.zip', mimeType: 'application/zip', buffer: zipped })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('共 2 个文件：新关联 1 份，此前已关联 0 份，未关联 1 个。').waitFor()
    await dialog.getByText('不是 PDF').waitFor()
    await assertAccessible(page, 'results of an import of receipts')
    await page.keyboard.press('Escape')
    await page.getByText('已有 1 笔，缺 1 笔').waitFor()
    await page.getByRole('button', { name: `查看：${first!.name} 的电子回单` }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: '下载' }).click()
    assert.deepEqual(readFileSync(await (await download).path()), receipt)
    const other = page.waitForEvent('filechooser')
    await page.getByRole('dialog').getByRole('button', { name: '换一份' }).click()
    const pdf = {
      name: '回单-2026年11月第一批专家劳务费-更正后重新上传.pdf',
      mimeType: 'application/pdf',
      buffer: writtenPdf('回单乙'),
    }
    await (await other).setFiles(pdf)
    await page.getByRole('dialog').getByText('已被替换').waitFor()
    await assertAccessible(page, 'receipts of a line')
    await page.getByRole('dialog').getByText('赵敏，').first().waitFor()
    await page.keyboard.press('Escape')
    await assertPages(page, [path])
  })
})

it('WEB-33 PAY-6: receipts that fit no line or several are kept, leave the lines of their batch in sight, are read once the service answers, and a person says the line', async () => {
  const { first, finance, path } = await released('5000', '5000')
  ocr.become('down')
  await visit({ as: finance, path, language }, async (page) => {
    await page.getByRole('button', { name: '导入电子回单', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const chosen = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: '选择文件' }).click()
    const both = writtenPdf(`收款账号 6222****5678 金额 ${first!.netAmount}`)
    const files = { 'a.pdf': both, 'b.pdf': writtenPdf('手续费 1.00') }
    const zipped = { name: '回单.zip', mimeType: 'application/zip', buffer: archiveOf(files) }
    await (await chosen).setFiles(zipped)
    await dialog.getByText('还有 2 份回单正在识别文字', { exact: false }).waitFor()
    await page.keyboard.press('Escape')
    const section = page.getByRole('region', { name: '待指定的回单' })
    await section.getByText('正在识别 2 份回单的文字……').waitFor()
    ocr.become('works')
    await section.getByText('2 份回单未能对应到唯一的付款，请逐份指定。').waitFor()
    await section.getByText('对应多笔付款').waitFor()
    await assertAccessible(page, 'receipts without a line')
    await page.getByRole('button', { name: '2 份待指定' }).click()
    await section.waitFor({ state: 'detached' })
    await linesInSight(page)
    await page.setViewportSize(DESKTOP)
    // English texts may be longer.
    if (often(0, 1) === 1)
      await visit({ as: finance, path, language: 'en' }, async (other) => {
        await other.getByRole('button', { name: '2 without a line' }).waitFor()
        await linesInSight(other)
      })
    await page.getByRole('button', { name: '2 份待指定' }).click()
    await section.getByLabel('对应的付款：a.pdf').first().click()
    await page.getByRole('option', { name: first!.name }).first().click()
    await section.getByRole('button', { name: '指定' }).first().click()
    await page.getByText('已有 1 笔，缺 1 笔').waitFor()
    await section.getByRole('button', { name: '删除：b.pdf' }).click()
    await section.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '待指定' }).waitFor({ state: 'detached' })
    await page.setViewportSize(PHONE)
    await page.getByText('已有 1 笔，缺 1 笔').waitFor()
    await assertNoSideScroll(page, path)
  })
})
