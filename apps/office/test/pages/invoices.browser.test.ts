// Engine: postgres
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { recognitionRoutes } from '@consilium/contract/recognition/invoice-recognition.ts'
import { materialRoutes, type MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { startVerifierServer } from '@consilium/api/test/verifier-server.ts'
import { openWorld, seasonClock } from '@consilium/api/test/meeting-world.ts'
import { drawSeeded, makePicture } from '@consilium/ocr/synth/generate.ts'
import { makeNegative } from '@consilium/ocr/synth/negatives.ts'
import { toHeic } from '@consilium/ocr/synth/files/heic.ts'
import { renderPdf } from '@consilium/ocr/synth/files/render-pdf.ts'
import { startOcr } from '@consilium/ocr/test/ocr-service.ts'
import { codePicture, DIGITAL_PAYLOAD } from '@consilium/ocr/test/pictures.ts'
import {
  assertAccessible,
  assertAccessibleEverywhere,
  assertNoSideScroll,
  chooseOfRow,
  countClicks,
  DESKTOP,
  goWithin,
  PHONE,
} from '../page-checks.ts'
import { openPortal } from '../portal.ts'

/** These tests check results, however slow the machine is. */
const PATIENT = { pageMs: 100_000, totalMs: 100_000 }
const POLL_MS = 100

const ocr = await startOcr({ limits: PATIENT })
after(() => ocr.close())
const verifier = await startVerifierServer({ otherwise: { state: 'unsupported' }, cost: '0.05' })
after(() => verifier.close())
const { api, visit } = await openPortal({
  clock: seasonClock,
  env: { OCR_URL: ocr.url, INVOICE_VERIFIER_URL: verifier.url },
})
const world = await openWorld(api)
const { executor } = world
const routes = materialRoutes.meetingInvoice

const chooser = (page: Page) => page.locator('input[type=file]:not([capture])')
const pdf = async (seed: number, spoil?: (text: string) => string) => {
  const { marks, invoice } = drawSeeded(seed, '31', 'none')
  const printed = spoil
    ? marks.map((mark) => (mark.kind === 'text' ? { ...mark, text: spoil(mark.text) } : mark))
    : marks
  const name = `${invoice.fields.invoice_number}.pdf`
  return { name, mimeType: 'application/pdf', buffer: await renderPdf(printed), fields: invoice.fields }
}
/** An invoice whose printed number is another than that in its code, so that somebody must look at it. */
const doubtful = async (seed: number) => {
  const { fields } = drawSeeded(seed, '31', 'none').invoice
  return pdf(seed, (text) => (text === fields.invoice_number ? `9${text.slice(1)}` : text))
}
const invoicesOf = async (meetingId: number): Promise<MeetingInvoice[]> =>
  (await executor.call(routes.list, { query: { meetingId, pageSize: 100 } })).rows

async function untilFinished(meetingId: number, submissions = 1): Promise<void> {
  for (;;) {
    const { rows } = await executor.call(recognitionRoutes.list, { query: { meetingId } })
    if (rows.length >= submissions && rows.every(({ isFinished }) => isFinished)) return
    await delay(POLL_MS)
  }
}

type SentFile = Awaited<ReturnType<typeof pdf>>
const asFile = ({ name, mimeType, buffer }: SentFile) =>
  new File([new Uint8Array(buffer)], name, { type: mimeType })

/** A meeting with the recognized invoices of these files. */
async function meetingWith(files: readonly SentFile[]): Promise<number> {
  const { meetingId } = await world.meeting()
  await executor.call(recognitionRoutes.submit, { body: { meetingId }, files: files.map(asFile) })
  await untilFinished(meetingId)
  return meetingId
}

const workbench = (page: Page) => page.getByRole('dialog', { name: '核对发票' })
const field = (page: Page, name: string) => workbench(page).locator(`[name="${name}"]`)
/** Resolves when the workbench shows the invoice with this number. */
async function shows(page: Page, number: string | null): Promise<void> {
  while ((await field(page, 'invoiceNumber').inputValue()) !== number) await delay(POLL_MS)
}

describe('submitting invoices', () => {
  it('WEB-8 REC-19: wrong files are named before anything is sent, and the others are read; a HEIC photo is shown', async () => {
    const { meetingId } = await world.meeting()
    const good = await pdf(8)
    const files = [
      { name: '照片.heic', mimeType: '', buffer: await toHeic(sharp(await codePicture(DIGITAL_PAYLOAD))) },
      { name: '其实是文本.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') },
      { name: '空.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
      { name: '日程.docx', mimeType: '', buffer: Buffer.from('PK\u0003\u0004') },
      good,
    ]
    await visit({ as: executor, path: `/meetings/${meetingId}?tab=invoices` }, async (page) => {
      const sent = page.waitForRequest((request) => request.url().endsWith('/recognize'))
      await chooser(page).setInputFiles(
        files.map(({ name, mimeType, buffer }) => ({ name, mimeType, buffer })),
      )
      const body = (await sent).postDataBuffer()?.toString() ?? ''
      for (const { name } of files.slice(1, 4)) {
        assert.ok(!body.includes(name), `${name} was sent`)
        await page.getByRole('alert').filter({ hasText: name }).waitFor()
      }
      await assertAccessible(page, 'files that are left out')
      await untilFinished(meetingId)
      const number = DIGITAL_PAYLOAD.split(',')[3]!
      const row = page.getByRole('table', { name: '发票' }).getByRole('row', { name: number })
      await row.getByRole('button', { name: `编辑 ${number}` }).click()
      const photo = workbench(page).getByRole('img', { name: '照片.heic' }).first()
      await photo.waitFor()
      // The policy of the page lets no text be evaluated later, which waiting for a condition in it would need.
      const width = async () => Number(await photo.evaluate('(picture) => picture.naturalWidth'))
      while ((await width()) <= 100) await delay(POLL_MS)
    })
    assert.deepEqual(
      new Set((await invoicesOf(meetingId)).map(({ files: [file] }) => file?.fileName)),
      new Set(['照片.heic', good.name]),
    )
  })

  it('UX-29 SVC-11 OCR-9 REC-12 WEB-25: continues after its page is closed; results and originals are shown on return; more are added without a question, and the same file asks first, and replaces its own only', async () => {
    const { meetingId } = await world.meeting()
    const picture = await makePicture(7, '32', 'none')
    const printed = drawSeeded(51, '31', 'none')
    const files = [
      { name: '拍照.png', mimeType: 'image/png', buffer: picture.file },
      { name: '电子.pdf', mimeType: 'application/pdf', buffer: await renderPdf(printed.marks) },
    ]
    const path = `/meetings/${meetingId}?tab=invoices`
    await visit({ as: executor, path }, async (page) => {
      await chooser(page).setInputFiles(files)
      // Without a width, and so not visible, until the first file is read.
      await page.getByRole('progressbar', { name: '已完成' }).waitFor({ state: 'attached' })
      await assertAccessible(page, 'while invoices are read')
      await page
        .getByRole('navigation', { name: '菜单' })
        .getByRole('link', { name: '项目', exact: true })
        .click()
      await page.getByRole('heading', { level: 1, name: '项目' }).waitFor()
      await untilFinished(meetingId)

      await goWithin(page, path)
      await page.getByText('识别完成：2 个文件，失败 0 个').waitFor()
      await page.getByRole('button', { name: '查看全部 2 个文件' }).click()
      for (const { name } of files) await page.getByRole('listitem').filter({ hasText: name }).waitFor()
      await page.getByRole('button', { name: '收起' }).click()
      const table = page.getByRole('table', { name: '发票' })
      for (const { invoice } of [picture, printed]) {
        const row = table.getByRole('row', { name: invoice.fields.invoice_number ?? '' })
        for (const printedField of ['issue_date', 'seller_name'] as const)
          await row.getByRole('cell', { name: invoice.fields[printedField] ?? '', exact: true }).waitFor()
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
        await page.keyboard.press('Escape')
        await check.waitFor({ state: 'hidden' })
      }
      const read = await invoicesOf(meetingId)
      assert.deepEqual(
        Object.fromEntries(read.map(({ invoiceNumber, totalAmount }) => [invoiceNumber, totalAmount])),
        Object.fromEntries(
          [picture, printed].map(({ invoice: { fields } }) => [fields.invoice_number, fields.total_amount]),
        ),
      )

      for (const { recordId, version } of read)
        await executor.call(routes.update, { body: { recordId, version, remark: '已核对' } })
      const remarks = async () =>
        new Map((await invoicesOf(meetingId)).map(({ invoiceNumber, remark }) => [invoiceNumber, remark]))
      const [kept, again] = [picture, printed].map(({ invoice }) => invoice.fields.invoice_number)
      const added = await pdf(22)
      await chooser(page).setInputFiles(added)
      await page.getByRole('row', { name: added.fields.invoice_number ?? '' }).waitFor()
      assert.deepEqual(
        await remarks(),
        new Map([
          [kept, '已核对'],
          [again, '已核对'],
          [added.fields.invoice_number, null],
        ]),
      )
      await chooser(page).setInputFiles(files[1]!)
      const question = page.getByRole('dialog', { name: '重新识别相同的文件？' })
      await question.getByText('电子.pdf').waitFor()
      await question.getByRole('button', { name: '开始识别' }).click()
      await question.waitFor({ state: 'hidden' })
      await untilFinished(meetingId, 3)
      const left = await remarks()
      assert.deepEqual([left.get(kept ?? null), left.get(again ?? null), left.size], ['已核对', null, 3])
    })
  })
})

describe('slips that are no invoices', () => {
  /** The only slip of a meeting becomes the result of a second file, and its first one has as many as an answer holds. */
  async function surround(meetingId: number): Promise<void> {
    const { rows } = await executor.call(recognitionRoutes.list, { query: { meetingId } })
    const { batchId } = rows[0]!
    const { files } = await executor.call(recognitionRoutes.get, { params: { batchId } })
    const other = { batch_id: batchId, file_no: 1, is_invoice: false, error_code: 'NO_QR' } as const
    const many = Array.from({ length: 500 }, (_, at) => ({ ...other, result_no: at + 1, page: at + 1 }))
    const second = {
      batch_id: batchId,
      file_no: 2,
      file_id: files[0]!.file.fileId,
      status: 'done',
      next_attempt_time: null,
    } as const
    await api.db.insertInto('recognition_file').values(second).execute()
    await api.db
      .updateTable('recognition_result')
      .set({ file_no: 2 })
      .where('batch_id', '=', batchId)
      .execute()
    await api.db.insertInto('recognition_result').values(many).execute()
    await api.db
      .updateTable('recognition_file')
      .set({ status: 'failed', error_code: 'TOO_MANY_PAGES' })
      .where('batch_id', '=', batchId)
      .where('file_no', '=', 1)
      .execute()
  }

  it('REC-31 SEC-33: have a line of their own, are entered by a person who sees the values first, and are shown on demand where the answer has no room for the results of their file', async () => {
    const { meetingId } = await world.meeting()
    const taxi = await makeNegative(3, 'taxi receipt', 'none')
    await visit({ as: executor, path: `/meetings/${meetingId}?tab=invoices` }, async (page) => {
      await chooser(page).setInputFiles({ name: '打车.png', mimeType: 'image/png', buffer: taxi })
      const slip = page.getByText(/^出租车票（非增值税发票）：/)
      await slip.waitFor()
      assert.deepEqual(await invoicesOf(meetingId), [])
      await page.getByRole('button', { name: '核对并登记' }).click()
      const form = page.getByRole('dialog', { name: '手工登记' })
      const of = (name: string) => form.locator(`[name="${name}"]`).inputValue()
      assert.match(await of('invoiceNumber'), /^\d{8}$/)
      assert.match(await of('totalAmount'), /^\d+\.\d{2}$/)
      await form.getByRole('button', { name: '打开 打车.png' }).waitFor()
      await assertAccessible(page, 'the form of a slip')
      await form.getByRole('button', { name: '保存' }).click()
      await form.waitFor({ state: 'hidden' })
      await slip.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: '查看文件' }).click()
      await page.getByText('已登记', { exact: true }).waitFor()
      await assertNoSideScroll(page, 'the report with a slip')
      const [entered] = await invoicesOf(meetingId)
      assert.deepEqual([entered?.source, entered?.files[0]?.fileName], ['manual', '打车.png'])

      await executor.call(routes.remove, { params: { recordId: String(entered!.recordId) } })
      await surround(meetingId)
      await page.reload()
      const show = page.getByRole('button', { name: '查看 1 条识别结果' })
      await show.waitFor()
      assert.equal(await slip.count(), 0)
      await page.getByText('打车.png 识别结果太多，此文件的结果点开查看').waitFor()
      // What became of a long file and what to do is said once, however many of its pages are alike.
      await page
        .getByText('内容太多，只识别了前面的部分；请拆分文件，上传其余部分 · 500 处不是发票：没有二维码')
        .waitFor()
      await assertAccessible(page, 'results that are left out')
      await show.click()
      await slip.waitFor()
      await show.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: '核对并登记' }).waitFor()
    })
  })
})

describe('the workbench of invoices', () => {
  let files: SentFile[] = []
  let meetingId = 0
  before(async () => {
    files = [await pdf(41), await doubtful(32), await pdf(42)]
    meetingId = await meetingWith(files)
  })

  it('WEB-25: an invalid change stays and is named instead of being left behind; on a phone the original is above the fields, and buttons lead on', async () => {
    await visit({ as: executor, path: `/meetings/${meetingId}?tab=invoices` }, async (page) => {
      const { promise: isTyped, resolve: showOriginal } = Promise.withResolvers<void>()
      await page.route(/\/common\/file\//, (route) => isTyped.then(() => route.continue()))
      await page
        .getByRole('button', { name: /^编辑 / })
        .first()
        .click()
      const bench = workbench(page)
      await field(page, 'amount').fill('abc')
      showOriginal()
      await bench.getByRole('button', { name: '票面位置：价税合计' }).waitFor()
      assert.equal(
        await bench.locator(':focus').inputValue(),
        'abc',
        'the focus stays while the original appears',
      )
      await page.keyboard.press('PageDown')
      await bench.locator('[name=amount][aria-invalid=true]').waitFor()
      assert.equal(await field(page, 'amount').inputValue(), 'abc')
      assert.equal(await bench.getByText(/第 \d 张，共 3 张/).count(), 1)
      await page.keyboard.press('Escape')
      const unsaved = page.getByRole('dialog').filter({ hasText: '未保存' })
      await unsaved.getByRole('button', { name: '放弃并离开' }).click()
      await bench.waitFor({ state: 'hidden' })

      await page.setViewportSize(PHONE)
      await page
        .getByRole('button', { name: /^编辑 / })
        .first()
        .click()
      const box = bench.getByRole('button', { name: '票面位置：价税合计' })
      await box.waitFor()
      const [above, below] = [await box.boundingBox(), await field(page, 'totalAmount').boundingBox()]
      assert.ok(above && below && above.y + above.height < below.y)
      await assertNoSideScroll(page, 'the workbench on a phone')
      const place = Number(/\d/.exec(await bench.getByText(/第 \d 张，共 3 张/).innerText())?.[0])
      const [other, name] = place === 1 ? [2, '下一张'] : [place - 1, '上一张']
      await bench.getByRole('button', { name, exact: true }).click()
      await bench.getByText(`第 ${other} 张，共 3 张`).waitFor()
    })
  })

  it('WEB-25 REC-25: two clicks lead from the meeting to the doubtful invoice beside its original; keys lead on, and changes are kept', async () => {
    await visit({ as: executor, path: `/meetings/${meetingId}` }, async (page) => {
      const clicks = await countClicks(page)
      await page.getByRole('tab', { name: '发票' }).click()
      await page.getByRole('button', { name: '核对 1 张存疑发票' }).click()
      const bench = workbench(page)
      await bench.getByText('第 1 张，共 3 张').waitFor()
      assert.equal(await clicks(), 2)
      await shows(page, files[1]!.fields.invoice_number)
      const first = bench.getByRole('region', { name: '请先核对' }).locator('input').first()
      assert.equal(await first.getAttribute('name'), 'invoiceNumber')
      const number = files[1]!.fields.invoice_number!
      await bench.getByRole('button', { name: `发票号码采用“9${number.slice(1)}”` }).click()
      assert.equal(
        await first.inputValue(),
        `9${number.slice(1)}`,
        'REC-25: what is offered is taken by a click',
      )
      await first.fill(number)
      const box = bench.getByRole('button', { name: '票面位置：购买方税号' })
      await box.click()
      assert.equal(await bench.locator(':focus').inputValue(), files[1]!.fields.buyer_tax_id)
      assert.equal(await box.getAttribute('data-active'), 'true')
      const [left, right] = [await box.boundingBox(), await field(page, 'buyerTaxId').boundingBox()]
      assert.ok(left && right && left.x + left.width < right.x, 'the original is left of the fields')
      await assertAccessibleEverywhere(page, 'the workbench of invoices')

      await field(page, 'remark').fill('已对照原件')
      await page.keyboard.press('PageDown')
      await bench.getByText('第 2 张，共 3 张').waitFor()
      await page.keyboard.press('PageDown')
      await bench.getByText('第 3 张，共 3 张').waitFor()
      await page.keyboard.press('PageUp')
      await page.keyboard.press('PageUp')
      await bench.getByText('第 1 张，共 3 张').waitFor()
      assert.equal(await field(page, 'remark').inputValue(), '已对照原件')
      for (const place of [1, 2]) {
        await bench.getByText(`第 ${place} 张，共 3 张`).waitFor()
        await bench.getByRole('button', { name: '保存，下一张' }).click()
      }
      await bench.getByRole('button', { name: '保存并关闭' }).click()
      await bench.waitFor({ state: 'hidden' })
      assert.equal(await page.getByRole('button', { name: /存疑发票/ }).count(), 0)
    })
    const checked = await invoicesOf(meetingId)
    assert.deepEqual(
      checked.filter(({ needsReview }) => needsReview),
      [],
    )
    const kept = checked.find(({ invoiceNumber }) => invoiceNumber === files[1]!.fields.invoice_number)
    assert.equal(kept?.remark, '已对照原件')
  })
})

describe('what the authority says', () => {
  const AUTHORITY = '税务局登记的酒店有限公司'
  /** A drawn picture of an invoice, whose seller the authority knows by another name. */
  const drawn = async (seed: number) => {
    const { file, invoice } = await makePicture(seed, '32', 'none')
    const number = invoice.fields.invoice_number ?? ''
    verifier.tell(number, { state: 'valid', fields: { invoiceNumber: number, sellerName: AUTHORITY } })
    return { name: `${number}.png`, mimeType: 'image/png', buffer: file, fields: invoice.fields }
  }
  const stateOf = async (meetingId: number, number: string, state: string) => {
    const isThere = ({ invoiceNumber, verificationState }: MeetingInvoice) =>
      invoiceNumber === number && verificationState === state
    while (!(await invoicesOf(meetingId)).some(isThere)) await delay(POLL_MS)
  }
  const panel = (page: Page) => workbench(page).getByRole('group', { name: '税务查验' })

  it('INV-3: recognition, print and authority stand side by side, on a desk and on a phone, and a value can be taken', async () => {
    const file = await drawn(91)
    const meetingId = await meetingWith([file])
    const number = file.fields.invoice_number ?? ''
    await stateOf(meetingId, number, 'valid')
    const typed = '26112000000000000300'
    verifier.tell(typed, { state: 'valid', fields: { invoiceNumber: typed, sellerName: AUTHORITY } })
    await executor.call(routes.create, {
      body: {
        meetingId,
        invoiceType: '32',
        invoiceNumber: typed,
        issueDate: '2026-11-10',
        totalAmount: '106.00',
        sellerName: '登记错的酒店',
      },
    })
    await stateOf(meetingId, typed, 'valid')
    const path = `/meetings/${meetingId}?tab=invoices`
    await visit({ as: executor, path }, async (page) => {
      await page.getByText('查验一致').and(page.locator(':not(option)')).first().waitFor()
      await page
        .getByRole('button', { name: `编辑 ${number}` })
        .first()
        .click()
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport)
        await panel(page)
          .getByText(file.fields.seller_name ?? '')
          .first()
          .waitFor()
        await panel(page).getByText(AUTHORITY).waitFor()
        await panel(page).getByText('已采用税务机关数据').waitFor()
        await panel(page).getByRole('img', { name: '票面上的销售方' }).waitFor()
        await assertNoSideScroll(page, 'three sources of an invoice')
        await assertAccessible(page, 'three sources of an invoice')
      }
      await page.setViewportSize(DESKTOP)
      await page.keyboard.press('Escape')
      await workbench(page).waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: `编辑 ${typed}` }).click()
      await panel(page).getByText('登记错的酒店').waitFor()
      await panel(page).getByRole('button', { name: '采用税务机关的销售方' }).click()
      assert.equal(await field(page, 'sellerName').inputValue(), AUTHORITY)
      await workbench(page).getByRole('button', { name: /^保存/ }).click()
    })
    while (!(await invoicesOf(meetingId)).every(({ sellerName }) => sellerName === AUTHORITY))
      await delay(POLL_MS)
  })

  it('INV-2: an invoice is verified again from the list, which follows the answer and is filtered by it; use and costs have a page', async () => {
    const { meetingId } = await world.meeting()
    const number = '26112000000000000400'
    verifier.tell(number, { state: 'notFound' })
    await executor.call(routes.create, {
      body: {
        meetingId,
        invoiceType: '32',
        invoiceNumber: number,
        issueDate: '2026-11-10',
        totalAmount: '106.00',
      },
    })
    await stateOf(meetingId, number, 'notFound')
    await visit({ as: executor, path: `/meetings/${meetingId}?tab=invoices` }, async (page) => {
      const table = page.getByRole('table', { name: '发票' })
      await table.getByText('查无此票').waitFor()
      verifier.tell(number, { state: 'valid' })
      await chooseOfRow(page, number, '重新查验')
      await table.getByText('查验一致').waitFor()
      await goWithin(page, `/meetings/${meetingId}?tab=invoices&verificationState=voided`)
      await page.getByText('还没有发票').or(page.getByText('没有符合条件')).first().waitFor()
    })
    await visit({ as: 'manager', path: '/invoice-verification' }, async (page) => {
      await page
        .getByText(/今日 \d+ 次，上限 1,000 次/)
        .first()
        .waitFor()
      await page.getByRole('cell', { name: seasonClock.today() }).waitFor()
      await assertAccessibleEverywhere(page, 'use of the verifier')
    })
  })
})
