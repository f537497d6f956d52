// Slow
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  INVOICE_FIELDS,
  RecognitionAnswer,
  RecognizedText,
  type RecognizedInvoice,
  type RecognizedPages,
} from '@consilium/contract/recognition/recognition.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { startOcr, type Answer, type OcrService } from './ocr-service.ts'
import {
  bmpPage,
  DIGITAL_PAYLOAD,
  ELECTRONIC_PAYLOAD,
  page,
  PAYMENT_LINK,
  pngPage,
  tiffPages,
} from './pictures.ts'
import { zip } from '@consilium/archive/test/zip.ts'
import { drawSeeded } from '../synth/generate.ts'
import { renderOfd } from '../synth/files/render-ofd.ts'
import { renderPdf } from '../synth/files/render-pdf.ts'
import { wholeForm } from '@consilium/tracing/test/whole-form.ts'

const RECOGNITION_FILE_MAX_BYTES = 50 * 1024 * 1024

const API_KEY = 'key-between-services'
/** Limits that are not reached on a busy machine either. */
const PATIENT = { pageMs: 100_000, totalMs: 100_000 }
const TEXTS = 'ocr_text_recognitions_total'

let service: OcrService
const folder = mkdtempSync(join(tmpdir(), 'consilium-ocr-'))
const allowed = join(folder, 'allowed')
const png = await pngPage(DIGITAL_PAYLOAD)
const drawn = drawSeeded(7, '32', 'none')

before(async () => {
  mkdirSync(join(allowed, 'deep'), { recursive: true })
  service = await startOcr({ limits: PATIENT, env: { OCR_ALLOWED_PATHS: `/nowhere:${allowed}` } })
  await service.untilReady()
})
after(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const one = ({ status, body }: Answer<unknown>): RecognizedInvoice => {
  assert.equal(status, 200)
  assert.ok(RecognitionAnswer.safeParse(body).success)
  return body as RecognizedInvoice
}
const several = (answer: Answer<unknown>) => one(answer) as unknown as RecognizedPages
const refusal = ({ status, body }: Answer<unknown>) => [status, (body as { error_code: string }).error_code]
/** The fields that are printed on the drawn invoice. */
const printed = () => INVOICE_FIELDS.map((field) => drawn.invoice.fields[field] ?? null)
const fieldsOf = (invoice: RecognizedInvoice) => INVOICE_FIELDS.map((field) => invoice[field])

describe('invoice', () => {
  it('OCR-4: date, number and amount are read from the QR code', async () => {
    const invoice = one(await service.send(png, '?full=false'))
    assert.deepEqual(
      [invoice.is_invoice, invoice.from_qr, invoice.qr_raw, invoice.qr_error, invoice.error_code],
      [true, true, DIGITAL_PAYLOAD, null, null],
    )
    assert.deepEqual(
      [invoice.invoice_type, invoice.invoice_number, invoice.issue_date, invoice.total_amount],
      ['32', '26427000000375586818', '2026-04-30', '10.70'],
    )
    assert.equal(invoice.source.total_amount, 'qr')
  })

  it('OCR-1: the type of a file is recognized by its content, whatever its name', async () => {
    const drawnPage = await page(ELECTRONIC_PAYLOAD)
    const files = [
      await drawnPage.clone().jpeg().toBuffer(),
      await drawnPage.clone().webp().toBuffer(),
      await drawnPage.clone().tiff().toBuffer(),
      await bmpPage(ELECTRONIC_PAYLOAD),
    ]
    for (const file of files) {
      const invoice = one(await service.send(file, '?full=false', { name: 'whatever.txt' }))
      assert.equal(invoice.invoice_number, '80100798')
      assert.equal(invoice.amount, '64.90')
    }
  })

  it('OCR-1: all twelve fields of a PDF with text and of an OFD are read without recognizing pixels', async () => {
    const counted = await service.metric(TEXTS)
    const pdf = one(await service.send(await renderPdf(drawn.marks), '?full=true'))
    assert.deepEqual(fieldsOf(pdf), printed())
    assert.deepEqual([pdf.from_qr, pdf.source.buyer_name, pdf.checks.qr_matches_text], [true, 'layer', true])
    const ofd = one(await service.send(await renderOfd(drawn.marks, drawn.invoice), '?full=true'))
    assert.deepEqual(fieldsOf(ofd), printed())
    assert.deepEqual([ofd.from_qr, ofd.source.buyer_name], [true, 'xml'])
    const bare = one(await service.send(await renderOfd(drawn.marks), '?full=true'))
    assert.deepEqual(fieldsOf(bare), printed())
    assert.equal(await service.metric(TEXTS), counted)
  })

  it('COR-9 OCR-5: an OFD with invoice data but without a QR code is not an invoice', async () => {
    const written = drawn.marks.filter(({ kind }) => kind === 'text')
    for (const full of ['true', 'false']) {
      const invoice = one(
        await service.send(await renderOfd(written, drawn.invoice), `?full=${full}`, { name: 'a.ofd' }),
      )
      assert.deepEqual(
        [invoice.is_invoice, invoice.from_qr, invoice.error_code, invoice.invoice_number],
        [false, false, 'NO_QR', null],
      )
    }
  })

  it('OCR-7: the invoices of several pages and of archives are answered one by one', async () => {
    const tiff = several(
      await service.send(await tiffPages(DIGITAL_PAYLOAD, ELECTRONIC_PAYLOAD), '?full=false'),
    )
    assert.deepEqual(
      tiff.results.map(({ page: number, invoice_number }) => [number, invoice_number]),
      [
        [1, '26427000000375586818'],
        [2, '80100798'],
      ],
    )
    const archive = zip([
      { name: '一/甲.png', bytes: png },
      { name: '一/乙.ofd', bytes: await renderOfd(drawn.marks, drawn.invoice) },
      { name: '说明.txt', bytes: Buffer.from('text') },
    ])
    const { results, error_code } = several(await service.send(archive, '?full=false', { name: 'a.zip' }))
    assert.equal(error_code, null)
    assert.deepEqual(
      results.map((result) => [result.file, result.is_invoice, result.error_code]),
      [
        ['一/甲.png', true, null],
        ['一/乙.ofd', true, null],
        ['说明.txt', false, 'FORMAT_UNSUPPORTED'],
      ],
    )
    assert.deepEqual(several(await service.send(zip([]), '')).error_code, 'ARCHIVE_EMPTY')
  })
})

describe('files that are not invoices', () => {
  it('OCR-5: without a valid QR code the answer gives the reason, and no text is recognized', async () => {
    const counted = await service.metric(TEXTS)
    const none = one(await service.send(await pngPage(), '?full=false'))
    assert.deepEqual([none.is_invoice, none.error_code, none.from_qr], [false, 'NO_QR', false])
    assert.ok(none.qr_error)
    const payment = one(await service.send(await pngPage(PAYMENT_LINK), '?full=false'))
    assert.deepEqual(
      [payment.is_invoice, payment.error_code, payment.qr_raw],
      [false, 'QR_FORMAT_INVALID', PAYMENT_LINK],
    )
    assert.ok(payment.qr_error)
    const both = one(await service.send(await pngPage(DIGITAL_PAYLOAD, ELECTRONIC_PAYLOAD), '?full=false'))
    assert.deepEqual([both.is_invoice, both.error_code], [false, 'SEVERAL_INVOICES'])
    assert.equal(await service.metric(TEXTS), counted)
    assert.deepEqual(new Set(fieldsOf(payment)), new Set([null]))
  })

  it('OCR-6: only the full path recognizes text, and QR_FULL_OCR is the default', async () => {
    const counted = await service.metric(TEXTS)
    await service.send(png, '?full=false')
    assert.equal(await service.metric(TEXTS), counted)
    await service.send(png)
    assert.equal(await service.metric(TEXTS), counted + 1)
    const quick = await startOcr({ limits: PATIENT, env: { QR_FULL_OCR: 'false' } })
    try {
      await quick.untilReady()
      await quick.send(png)
      assert.equal(await quick.metric(TEXTS), 0)
      await quick.send(png, '?full=true')
      assert.equal(await quick.metric(TEXTS), 1)
    } finally {
      await quick.close()
    }
  })

  it('OCR-1: bad files are answered with an error code, and the service continues', async () => {
    const cases: [string, Buffer][] = [
      ['FILE_EMPTY', Buffer.alloc(0)],
      ['FORMAT_UNSUPPORTED', Buffer.from('plain')],
      ['FILE_DAMAGED', png.subarray(0, png.length / 2)],
      ['FILE_DAMAGED', Buffer.from('%PDF-1.4 garbage')],
    ]
    for (const [code, file] of cases) {
      const invoice = one(await service.send(file))
      assert.deepEqual([invoice.is_invoice, invoice.error_code], [false, code])
    }
    assert.equal(one(await service.send(png, '?full=false')).is_invoice, true)
  })
})

describe('text', () => {
  it('OCR-3: the lines of a page are returned with their places, for a PDF from its text layer', async () => {
    const { status, body } = await service.readText(await renderPdf(drawn.marks, drawn.marks))
    assert.equal(status, 200)
    assert.ok(RecognizedText.safeParse(body).success)
    assert.equal(body.pages.length, 2)
    const text = body.pages[0]?.lines.map((line) => line.text).join('\n') ?? ''
    assert.ok(text.includes(drawn.invoice.fields.buyer_name ?? '?'))
    const bad = await service.readText(Buffer.from('plain'))
    assert.deepEqual([bad.status, bad.body.error_code], [200, 'FORMAT_UNSUPPORTED'])
  })
})

describe('by path', () => {
  it('OCR-2: a file below an allowed folder is recognized', async () => {
    writeFileSync(join(allowed, 'deep', 'a.png'), png)
    symlinkSync(join(allowed, 'deep', 'a.png'), join(allowed, 'inside.png'))
    for (const path of ['deep/a.png', 'inside.png', 'deep/../deep/a.png'])
      assert.equal(one(await service.sendPath(join(allowed, path))).invoice_number, '26427000000375586818')
  })

  it('OCR-2: any other path is refused with the same answer, whether or not it exists', async () => {
    writeFileSync(join(folder, 'secret.png'), png)
    mkdirSync(`${allowed}-beside`)
    writeFileSync(join(`${allowed}-beside`, 'a.png'), png)
    symlinkSync(join(folder, 'secret.png'), join(allowed, 'link.png'))
    symlinkSync(folder, join(allowed, 'up'))
    const refused = [
      join(folder, 'secret.png'),
      join(allowed, 'link.png'),
      join(allowed, 'up', 'secret.png'),
      `${allowed}/../secret.png`,
      join(`${allowed}-beside`, 'a.png'),
      join(allowed, 'missing.png'),
      join(folder, 'missing.png'),
      allowed,
      join(allowed, 'deep'),
      'secret.png',
      '/dev/zero',
      '/etc/passwd',
      `${join(allowed, 'deep', 'a.png')}\0`,
    ]
    const answers = await Promise.all(refused.map((path) => service.sendPath(path)))
    const bodies = answers.map(({ status, body }) => {
      const { request_id: _id, ...rest } = body as unknown as Record<string, unknown>
      return JSON.stringify([status, rest])
    })
    assert.deepEqual(new Set(bodies).size, 1, bodies.join('\n'))
    assert.deepEqual(refusal(answers[0] as Answer<unknown>), [403, 'PATH_NOT_ALLOWED'])
    assert.deepEqual(refusal(await service.sendPath(7)), [400, 'MALFORMED_REQUEST'])
  })
})

describe('requests', () => {
  it('OCR-1: bad requests are answered with their own error codes', async () => {
    const post = async (path: string, init: RequestInit) => {
      const response = await fetch(service.url + path, await wholeForm({ method: 'POST', ...init }))
      return [response.status, ((await response.json()) as { error_code: string }).error_code]
    }
    const form = new FormData()
    form.append('other', new Blob([new Uint8Array(png)]), 'a.png')
    assert.deepEqual(await post('/recognize/invoice', { body: form }), [400, 'FILE_MISSING'])
    const json = { body: '{}', headers: { 'content-type': 'application/json' } }
    assert.deepEqual(await post('/recognize/invoice', json), [400, 'FILE_MISSING'])
    assert.deepEqual(await post('/recognize/invoice/by-path', { ...json, body: '{' }), [
      400,
      'MALFORMED_REQUEST',
    ])
    assert.deepEqual(await post('/nowhere', json), [404, 'NOT_FOUND'])
    assert.deepEqual(refusal(await service.send(png, '?full=maybe')), [400, 'MALFORMED_REQUEST'])
    const large = await service.send(Buffer.alloc(RECOGNITION_FILE_MAX_BYTES + 1))
    assert.deepEqual(refusal(large), [413, 'FILE_TOO_LARGE'])
  })

  it('OCR-1: callers without the key are refused if one is set', async () => {
    const secured = await startOcr({
      env: { OCR_API_KEY: API_KEY },
      workerFile: new URL('./scripted-worker.ts', import.meta.url),
    })
    try {
      await secured.untilReady()
      const file = Buffer.from('ok')
      assert.deepEqual(refusal(await secured.send(file)), [401, 'UNAUTHENTICATED'])
      assert.deepEqual(refusal(await secured.send(file, '', { key: `${API_KEY}x` })), [
        401,
        'UNAUTHENTICATED',
      ])
      assert.deepEqual(refusal(await secured.readText(file)), [401, 'UNAUTHENTICATED'])
      assert.deepEqual(refusal(await secured.sendPath('/etc/passwd')), [401, 'UNAUTHENTICATED'])
      assert.equal((await secured.send(file, '', { key: API_KEY })).status, 200)
      assert.equal((await fetch(`${secured.url}/health/ready`)).status, 200)
    } finally {
      await secured.close()
    }
  })

  it('OCR-1: the API document is valid OpenAPI and lists the three routes', async () => {
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: object }
    const result = await new Validator().validate(document)
    assert.ok(result.valid, JSON.stringify(result.errors))
    assert.deepEqual(Object.keys(document.paths), [
      '/recognize/invoice',
      '/recognize/invoice/by-path',
      '/recognize/text',
    ])
  })
})
