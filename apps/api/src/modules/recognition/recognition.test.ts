// Engine: postgres
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { CallInput } from '@consilium/contract/client.ts'
import {
  recognitionRoutes as routes,
  type RecognitionBatch,
  type RecognitionResult,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import { materialRoutes, type MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import { RecognitionProgress } from '@consilium/contract/messages/messages.ts'
import { openStream } from '../../../test/event-reader.ts'
import { startApi, type User } from '../../../test/harness.ts'
import { openWorld } from '../../../test/meeting-world.ts'
import {
  archiveOf,
  BOX,
  doubtfulPicture,
  fileOf,
  invoicePicture,
  signedPicture,
  slipPicture,
  startOcrServer,
  unreadablePicture,
  type Printed,
} from '../../../test/ocr-server.ts'

const RECOGNITION_ATTEMPTS_MAX = 20
const SUBMISSION_FILES_MAX = 20
const RECOGNITION_FILE_MAX_BYTES = 50 * 1024 * 1024

const PATIENCE_MS = 20_000
const invoiceRoutes = materialRoutes.meetingInvoice

const ocr = await startOcrServer('key-between-services')
const api = await startApi({ env: { OCR_URL: ocr.url, OCR_API_KEY: 'key-between-services' } })
after(async () => {
  await api.close()
  await ocr.close()
})
const world = await openWorld(api)
const { executor, rival, manager, sponsor } = world
beforeEach(() => ocr.become('works'))

let numbers = 26_427_000_000
const freshNumber = () => `${numbers++}000000000`
const printed = (given: Printed = {}): Printed => ({
  invoice_type: '32',
  invoice_number: freshNumber(),
  issue_date: '2026-11-05',
  buyer_name: executor.orgName,
  seller_name: '深圳市溯源会展服务有限公司',
  amount: '57',
  total_amount: '57.00',
  ...given,
})

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const wordDocument = archiveOf({
  '[Content_Types].xml': Buffer.from(`<Types><Override ContentType="${WORD}.main+xml"/></Types>`),
})

const submit = (meetingId: number, files: File[], user: User = executor) =>
  user.attempt(routes.submit, { body: { meetingId }, files })
/** Submits files beside those that were submitted before. */
const add = (meetingId: number, ...pictures: Buffer[]) =>
  executor.call(routes.submit, {
    body: { meetingId, earlier: 'keep' },
    files: pictures.map((bytes) => fileOf(bytes)),
  })
const read = (batchId: number, user: User = executor): Promise<RecognitionBatch> =>
  user.call(routes.get, { params: { batchId } })
const invoicesOf = async (meetingId: number, query: CallInput<typeof invoiceRoutes.list>['query'] = {}) =>
  (await manager.call(invoiceRoutes.list, { query: { meetingId, isAsc: 'asc', pageSize: 200, ...query } }))
    .rows

async function until(
  batchId: number,
  holds: (batch: RecognitionBatch) => boolean,
): Promise<RecognitionBatch> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const batch = await read(batchId)
    if (holds(batch)) return batch
    if (Date.now() > deadline) assert.fail(`the batch stays as it is: ${JSON.stringify(batch)}`)
    await delay(100)
  }
}
const finished = (batchId: number) => until(batchId, (batch) => batch.isFinished)

/** Submits pictures of invoices and waits for the records. */
async function recognized(meetingId: number, ...pictures: Printed[]): Promise<MeetingInvoice[]> {
  const { data } = await submit(
    meetingId,
    pictures.map((content) => fileOf(invoicePicture(content))),
  )
  const batch = await finished(data.batchId)
  assert.equal(batch.failed, 0, JSON.stringify(batch))
  return invoicesOf(meetingId, { source: 'recognized' })
}

const errorOf = ({ status, error }: { status: number; error: { error: string } | null }) => [
  status,
  error?.error,
]

describe('submitting', () => {
  it('OCR-9: answers 202 at once and recognizes in the background', async () => {
    const { meetingId } = await world.meeting()
    ocr.become('holds')
    const content = printed()
    const asked = ocr.requests()
    const { status, data } = await submit(meetingId, [fileOf(invoicePicture(content), '酒店.png')])
    assert.equal(status, 202)
    await ocr.untilAsked(asked + 1)
    const running = await read(data.batchId)
    assert.deepEqual(
      [running.total, running.running, running.done, running.isFinished, running.isCurrent],
      [1, 1, 0, false, true],
    )
    assert.deepEqual([running.files[0]?.status, running.files[0]?.file.fileName], ['running', '酒店.png'])
    ocr.become('works')
    const { files, done } = await finished(data.batchId)
    const [invoice] = await invoicesOf(meetingId)
    assert.equal(done, 1)
    assert.deepEqual(files[0]?.results, [
      { file: null, page: 1, isInvoice: true, errorCode: null, recordId: invoice?.recordId, slip: null },
    ])
    assert.deepEqual(
      [invoice?.invoiceNumber, invoice?.amount, invoice?.issueDate, invoice?.source, invoice?.createUserId],
      [content.invoice_number, '57.00', '2026-11-05', 'recognized', executor.userId],
    )
  })

  it('REC-3: an invoice with a doubtful field comes first until somebody has saved it, with both values and their places', async () => {
    const { meetingId } = await world.meeting()
    const doubtful = doubtfulPicture(printed(), { total_amount: '75.00' })
    const sent = await submit(meetingId, [fileOf(invoicePicture(printed())), fileOf(doubtful)])
    await finished(sent.data.batchId)
    const first = { orderByColumn: 'needsReview', isAsc: 'desc' } as const
    const [doubted, certain] = await invoicesOf(meetingId, first)
    assert.ok(doubted && certain)
    assert.deepEqual([doubted.needsReview, certain.needsReview], [true, false])
    assert.deepEqual(doubted.recognized?.alternatives, [
      { field: 'totalAmount', value: '75.00', source: 'text', confidence: 0.6, box: BOX },
    ])
    assert.deepEqual([doubted.recognized?.boxes.totalAmount, doubted.recognized?.pages], [BOX, [1]])
    const { recordId, version } = doubted
    await executor.call(invoiceRoutes.update, { body: { recordId, version, totalAmount: '57.00' } })
    assert.deepEqual(await invoicesOf(meetingId, { ...first, needsReview: 'true' }), [])
  })

  it('REC-8: an invoice whose file was changed after it was signed comes first, and the reading says who signed it', async () => {
    const { meetingId } = await world.meeting()
    const changed = { status: 'invalid', signer: '税务局', reason: 'CONTENT_CHANGED' } as const
    const sound = { status: 'valid', signer: '税务局', reason: null } as const
    const pictures = [signedPicture(printed(), sound), signedPicture(printed(), changed)]
    const sent = await submit(
      meetingId,
      pictures.map((bytes) => fileOf(bytes)),
    )
    await finished(sent.data.batchId)
    const found = await invoicesOf(meetingId, { orderByColumn: 'needsReview', isAsc: 'desc' })
    assert.deepEqual(
      found.map(({ needsReview, recognized: reading }) => [needsReview, reading?.signature]),
      [
        [true, changed],
        [false, sound],
      ],
    )
  })

  it('REC-25: a party that the platform knows otherwise is doubted, and what it knows is offered', async () => {
    const { meetingId } = await world.meeting()
    const seller = { seller_name: '云南钵兰会展服务有限公司', seller_tax_id: '91530100MA6K000017' }
    const readOne = async (content: Printed) => {
      const { batchId } = await add(meetingId, invoicePicture(printed(content)))
      const [result] = (await finished(batchId)).files[0]!.results
      const found = (await invoicesOf(meetingId)).find(({ recordId }) => recordId === result?.recordId)!
      const known = found.recognized!.alternatives.filter(({ source }) => source === 'known')
      const doubts = found.recognized!.doubts!.map(({ field, reason }) => `${field} ${reason}`)
      return { found, doubts, offered: known.map(({ field, value }) => `${field} ${value}`) }
    }
    const first = await readOne(seller)
    assert.deepEqual([first.found.needsReview, first.doubts, first.offered], [false, [], []])
    const misread = await readOne({ ...seller, seller_name: '云南体兰会展服务有限公司' })
    assert.equal(misread.found.needsReview, true)
    assert.deepEqual(
      [misread.doubts, misread.offered],
      [['sellerName NAME_UNCERTAIN'], [`sellerName ${seller.seller_name}`]],
    )
    const other = { ...seller, seller_name: '云南新名会务有限公司' }
    const renamed = await readOne(other)
    assert.deepEqual(
      [renamed.doubts, renamed.offered],
      [['sellerName KNOWN_OTHERWISE'], [`sellerName ${seller.seller_name}`]],
    )
    const { recordId, version } = renamed.found
    await executor.call(invoiceRoutes.update, { body: { recordId, version, remark: '已更名' } })
    assert.deepEqual((await readOne(other)).doubts, [], 'a name that somebody has confirmed is known too')
    const own = executor.orgName
    const buyer = await readOne({ buyer_name: `${own.slice(0, 2)}宇${own.slice(3)}` })
    assert.deepEqual([buyer.doubts, buyer.offered[0]], [['buyerName NAME_UNCERTAIN'], `buyerName ${own}`])
    const stolen = await readOne({ buyer_tax_id: '91530100MA6K000025' })
    assert.deepEqual(stolen.doubts, ['buyerTaxId KNOWN_OTHERWISE'])
  })

  it('REC-31: a slip is no invoice but a proposal, of which the report says what was read and what was entered from it', async () => {
    const { meetingId } = await world.meeting()
    const taxi = slipPicture(
      { kind: 'taxi', currency: 'CNY' },
      { invoice_number: '12345678', issue_date: '2026-11-03', total_amount: '31.5', seller_name: '滇池出租' },
    )
    const abroad = slipPicture(
      { kind: 'overseas', currency: 'USD' },
      { invoice_number: 'INV-2026/7', total_amount: '120.00' },
    )
    const archive = archiveOf({ '附件/invoice.png': abroad })
    const { data } = await submit(meetingId, [fileOf(taxi, '打车.png'), fileOf(archive, '境外.zip')])
    const batch = await finished(data.batchId)
    assert.deepEqual([batch.done, batch.failed, batch.abilities.retry], [2, 0, false])
    assert.deepEqual(await invoicesOf(meetingId), [])
    const [[first], [second]] = batch.files.map(({ results }) => results) as [
      RecognitionResult[],
      RecognitionResult[],
    ]
    assert.deepEqual([first?.isInvoice, first?.errorCode, first?.recordId], [false, 'NO_QR', null])
    assert.deepEqual(
      [first?.slip?.kind, first?.slip?.currency, first?.slip?.values.totalAmount, first?.slip?.recordId],
      ['taxi', 'CNY', '31.50', null],
    )
    const { slip } = second!
    assert.deepEqual([second?.file, slip?.kind, slip?.currency], ['附件/invoice.png', 'overseas', 'USD'])
    assert.equal(slip?.values.invoiceNumber, null, 'a value that the form would refuse is not proposed')
    const { invoiceNumber, issueDate, totalAmount } = first!.slip!.values
    const entered = await executor.call(invoiceRoutes.create, {
      body: { meetingId, invoiceNumber, issueDate, totalAmount, fileId: first!.slip!.file.fileId },
    })
    assert.deepEqual([entered.source, entered.duplicateOf], ['manual', null])
    const later = (await read(data.batchId)).files.map(({ results }) => results[0]?.slip?.recordId)
    assert.deepEqual(later, [entered.recordId, null])
  })

  it('REC-8 REC-19: HEIC photos and the XML of invoices are taken; other XML is left to the recognition service', async () => {
    const { meetingId } = await world.meeting()
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
    const xml = Buffer.from('<?xml version="1.0"?><EInvoice/>')
    ocr.become('holds')
    const { status } = await submit(meetingId, [fileOf(heic, '照片.heic'), fileOf(xml, '发票.xml')])
    assert.equal(status, 202)
    ocr.become('works')
  })

  it('SVC-11: the recognized file is stored again under its invoice number, and the record leads to it', async () => {
    const { meetingId } = await world.meeting()
    const content = printed()
    const bytes = invoicePicture(content)
    const { data } = await submit(meetingId, [fileOf(bytes, '餐饮.png')])
    const batch = await finished(data.batchId)
    const [invoice] = await invoicesOf(meetingId)
    const { storage_key: key } = await api.db
      .selectFrom('stored_file')
      .select('storage_key')
      .where('file_id', '=', invoice!.fileId)
      .executeTakeFirstOrThrow()
    assert.match(key, new RegExp(`^invoices/\\d{4}/${content.invoice_number}-${invoice!.fileId}$`))
    assert.notEqual(invoice?.fileId, batch.files[0]?.file.fileId)
    const stored = await fetch(new URL(invoice!.files[0]!.url, api.baseUrl))
    assert.deepEqual(Buffer.from(await stored.arrayBuffer()), bytes)
  })

  it('SVC-11: an archive of several invoices makes a record and a file of each', async () => {
    const { meetingId } = await world.meeting()
    const [first, second] = [invoicePicture(printed()), invoicePicture(printed())]
    const archive = archiveOf({
      '住宿/一.png': first,
      '空白.png': unreadablePicture('NO_QR'),
      '二.png': second,
    })
    const { data } = await submit(meetingId, [fileOf(archive, '全部.zip')])
    const { files } = await finished(data.batchId)
    assert.equal(files[0]?.status, 'done')
    assert.deepEqual(
      files[0]?.results.map(({ file, isInvoice, errorCode }) => [file, isInvoice, errorCode]),
      [
        ['住宿/一.png', true, null],
        ['空白.png', false, 'NO_QR'],
        ['二.png', true, null],
      ],
    )
    const records = await invoicesOf(meetingId)
    assert.deepEqual(
      records.map(({ files: links, recognized: reading }) => [links[0]?.fileName, reading?.file]),
      [
        ['一.png', '住宿/一.png'],
        ['二.png', '二.png'],
      ],
    )
    for (const [index, bytes] of [first, second].entries()) {
      const stored = await fetch(new URL(records[index]!.files[0]!.url, api.baseUrl))
      assert.deepEqual(Buffer.from(await stored.arrayBuffer()), bytes)
    }
    assert.deepEqual(new Set(records.map(({ duplicateOf }) => duplicateOf)), new Set([null]))
  })

  it('COR-2: an archive whose paths are divided as Windows does makes a file of each invoice, and no duplicates', async () => {
    const { meetingId } = await world.meeting()
    const [first, second] = [invoicePicture(printed()), invoicePicture(printed())]
    const archive = archiveOf({ '一月\\发票.png': first, '二月\\发票.png': second })
    const { data } = await submit(meetingId, [fileOf(archive, '全部.zip')])
    await finished(data.batchId)
    const records = await invoicesOf(meetingId)
    assert.deepEqual(
      records.map(({ files: links, duplicateOf }) => [links[0]?.fileName, duplicateOf]),
      [
        ['发票.png', null],
        ['发票.png', null],
      ],
    )
    for (const [index, bytes] of [first, second].entries()) {
      const stored = await fetch(new URL(records[index]!.files[0]!.url, api.baseUrl))
      assert.deepEqual(Buffer.from(await stored.arrayBuffer()), bytes)
    }
  })

  it('OCR-9: an unreadable file fails with a reason, and the others are done', async () => {
    const { meetingId } = await world.meeting()
    const files = [fileOf(unreadablePicture('FILE_DAMAGED')), fileOf(invoicePicture(printed()))]
    const { data } = await submit(meetingId, files)
    const batch = await finished(data.batchId)
    assert.deepEqual(
      batch.files.map(({ status, errorCode }) => [status, errorCode]),
      [
        ['failed', 'FILE_DAMAGED'],
        ['done', null],
      ],
    )
    assert.deepEqual([batch.done, batch.failed, batch.abilities.retry], [1, 1, true])
  })

  it('OCR-9: the submitter gets progress over the event stream', async () => {
    const { meetingId } = await world.meeting()
    const stream = await openStream(api, executor.token)
    await stream.nextMessage()
    const files = [fileOf(invoicePicture(printed())), fileOf(unreadablePicture('NO_QR'))]
    const { data } = await submit(meetingId, files)
    const told: RecognitionProgress[] = []
    while (told.length < 2) {
      const event = await stream.next()
      if (event?.event !== 'recognition_progress') continue
      const progress = RecognitionProgress.parse(JSON.parse(event.data))
      // Files of earlier submissions may be tried again meanwhile.
      if (progress.batchId === data.batchId) told.push(progress)
    }
    stream.close()
    assert.deepEqual(told.at(-1), { batchId: data.batchId, meetingId, done: 1, failed: 1, total: 2 })
    assert.equal(told[0]!.done + told[0]!.failed, 1)
  })

  it('OCR-9: the submissions of a meeting are listed, so that a page finds the running one', async () => {
    const { meetingId } = await world.meeting()
    const first = await submit(meetingId, [fileOf(invoicePicture(printed()))])
    const second = await submit(meetingId, [fileOf(invoicePicture(printed()))])
    await finished(second.data.batchId)
    const { rows, total } = await sponsor.call(routes.list, { query: { meetingId } })
    assert.equal(total, 2)
    assert.deepEqual(
      rows.map(({ batchId, isCurrent }) => [batchId, isCurrent]),
      [
        [second.data.batchId, true],
        [first.data.batchId, false],
      ],
    )
    const other = await submit((await world.meeting()).meetingId, [fileOf(invoicePicture(printed()))])
    await finished(other.data.batchId)
    const seen = (batchId: number) => read(batchId, sponsor)
    assert.deepEqual(
      await sponsor.call(routes.latest, { query: { meetingId } }),
      [await seen(second.data.batchId), await seen(first.data.batchId)],
      'with their files, in one answer',
    )
    for (let count = 3; count <= 6; count += 1)
      await finished((await submit(meetingId, [fileOf(invoicePicture(printed()))])).data.batchId)
    const latest = await sponsor.call(routes.latest, { query: { meetingId } })
    assert.equal(latest.length, 5)
    assert.ok(latest.every(({ batchId }) => batchId > first.data.batchId))
  })
})

describe('what is refused', () => {
  it('OCR-9: asks for a login and a role, and finds no meeting out of reach', async () => {
    const { meetingId } = await world.meeting()
    const files = [fileOf(invoicePicture(printed()))]
    const { status } = await api.anonymous.attempt(routes.submit, { body: { meetingId }, files })
    assert.equal(status, 401)
    assert.equal((await submit(meetingId, files, sponsor)).status, 403)
    assert.deepEqual(errorOf(await submit(meetingId, files, rival)), [404, 'NOT_FOUND'])
    const { data } = await submit(meetingId, files)
    await finished(data.batchId)
    const params = { batchId: data.batchId }
    for (const route of [routes.get, routes.retry])
      assert.equal((await rival.attempt(route, { params })).status, 404)
    assert.deepEqual((await rival.call(routes.list, { query: { meetingId } })).rows, [])
    assert.deepEqual(await rival.call(routes.latest, { query: { meetingId } }), [])
    assert.equal((await sponsor.call(routes.get, { params })).abilities.retry, false)
    assert.equal((await sponsor.attempt(routes.retry, { params })).status, 403)
  })

  it('OCR-9: names the errors of a form, and stores nothing', async () => {
    const { meetingId } = await world.meeting()
    const stored = () => api.db.selectFrom('stored_file').select('file_id').execute()
    const before = await stored()
    const good = fileOf(invoicePicture(printed()))
    const wrong: [File[], object, unknown[]][] = [
      [[], { meetingId }, [400, 'FILE_MISSING', 'files']],
      [[good], {}, [400, 'VALIDATION_FAILED', 'meetingId']],
      [[good], { meetingId: 'x' }, [400, 'VALIDATION_FAILED', 'meetingId']],
      [[good], { meetingId, color: 'red' }, [400, 'VALIDATION_FAILED', 'color']],
      [[good, fileOf(Buffer.from('text'))], { meetingId }, [415, 'FILE_TYPE_REFUSED', 'files']],
      [[good, fileOf(wordDocument, '发票.docx')], { meetingId }, [415, 'FILE_TYPE_REFUSED', 'files']],
      [Array(SUBMISSION_FILES_MAX + 1).fill(good), { meetingId }, [400, 'TOO_MANY_FILES', 'files']],
    ]
    for (const [files, body, expected] of wrong) {
      const reply = await executor.attempt(routes.submit, { body: body as { meetingId: number }, files })
      assert.deepEqual([...errorOf(reply), reply.error?.details?.[0]?.field], expected)
    }
    assert.equal((await stored()).length, before.length)
  })

  it('OCR-9: refuses a file or several files that exceed the size limits', async () => {
    const { meetingId } = await world.meeting()
    const bytes = Buffer.alloc(RECOGNITION_FILE_MAX_BYTES + 1)
    invoicePicture(printed()).copy(bytes)
    const largest = fileOf(bytes.subarray(0, RECOGNITION_FILE_MAX_BYTES))
    for (const files of [[fileOf(bytes)], [largest, largest, fileOf(invoicePicture(printed()))]])
      assert.deepEqual(errorOf(await submit(meetingId, files)), [413, 'BODY_TOO_LARGE'])
    assert.deepEqual((await executor.call(routes.list, { query: { meetingId } })).rows, [])
  })

  it('OCR-9: a closed meeting takes no submission, no retry and no late answer', async () => {
    const { meetingId } = await world.meeting()
    ocr.become('holds')
    const asked = ocr.requests()
    const { data } = await submit(meetingId, [fileOf(invoicePicture(printed()))])
    await ocr.untilAsked(asked + 1)
    await api.db
      .updateTable('meeting')
      .set({ current_stage: 'closed' })
      .where('meeting_id', '=', meetingId)
      .execute()
    ocr.become('works')
    const { files } = await finished(data.batchId)
    assert.deepEqual([files[0]?.status, files[0]?.errorCode], ['failed', 'MEETING_CLOSED'])
    assert.deepEqual(await invoicesOf(meetingId), [])
    assert.deepEqual(errorOf(await submit(meetingId, [fileOf(invoicePicture(printed()))])), [
      409,
      'MEETING_CLOSED',
    ])
    const retried = await executor.attempt(routes.retry, { params: data })
    assert.deepEqual(errorOf(retried), [409, 'MEETING_CLOSED'])
  })

  it('OCR-9: a repeated Idempotency-Key gets the first answer; with other files it is refused', async () => {
    const { meetingId } = await world.meeting()
    const headers = { 'idempotency-key': `submit-${meetingId}` }
    const files = [fileOf(invoicePicture(printed()))]
    const send = (given: File[]) =>
      executor.attempt(routes.submit, { body: { meetingId }, files: given, headers })
    const first = await send(files)
    const again = await send(files)
    assert.deepEqual([again.status, again.data], [202, first.data])
    assert.equal((await send([fileOf(invoicePicture(printed()))])).status, 422)
    await finished(first.data.batchId)
  })
})

describe('a service that does not answer', () => {
  for (const [behaviour, errorCode] of [
    ['down', 'SERVICE_DOWN'],
    ['busy', 'SERVICE_BUSY'],
  ] as const)
    it(`OCR-9: while it is ${behaviour}, files are shown as waiting, and are done when it is back`, async () => {
      const { meetingId } = await world.meeting()
      ocr.become(behaviour)
      const { data } = await submit(meetingId, [fileOf(invoicePicture(printed()))])
      const waiting = await until(data.batchId, ({ files }) => files[0]?.errorCode === errorCode)
      assert.deepEqual([waiting.waiting, waiting.files[0]?.attempts, waiting.isFinished], [1, 1, false])
      assert.match(waiting.files[0]?.nextAttemptTime ?? '', /^\d{4}-/)
      ocr.become('works')
      const done = await finished(data.batchId)
      assert.deepEqual([done.done, done.files[0]?.errorCode, done.files[0]?.nextAttemptTime], [1, null, null])
      assert.equal((await invoicesOf(meetingId)).length, 1)
    })

  it('OCR-9: a busy service is asked again no earlier than it wishes', async () => {
    const WISHED_SECONDS = 120
    const { meetingId } = await world.meeting()
    ocr.become('busy', WISHED_SECONDS)
    const { data } = await submit(meetingId, [fileOf(invoicePicture(printed()))])
    const { createTime, files } = await until(data.batchId, (batch) => batch.files[0]?.errorCode !== null)
    const pause = Date.parse(files[0]?.nextAttemptTime ?? '') - Date.parse(createTime)
    assert.ok(pause >= WISHED_SECONDS * 1000, String(pause))
  })

  it('REC-20: a file whose worker died waits for another attempt, and is read then', async () => {
    const { meetingId } = await world.meeting()
    ocr.become('loses workers')
    const { data } = await submit(meetingId, [fileOf(invoicePicture(printed()))])
    const waiting = await until(data.batchId, ({ files }) => files[0]?.errorCode === 'WORKER_FAILED')
    assert.deepEqual([waiting.waiting, waiting.failed, waiting.files[0]?.results], [1, 0, []])
    ocr.become('works')
    const done = await finished(data.batchId)
    assert.deepEqual([done.done, done.files[0]?.errorCode], [1, null])
    const poison = await submit(meetingId, [fileOf(unreadablePicture('FILE_TOO_COMPLEX'))])
    const failed = await finished(poison.data.batchId)
    assert.deepEqual([failed.failed, failed.files[0]?.errorCode], [1, 'FILE_TOO_COMPLEX'])
  })

  it('OCR-9: after the last attempt the file has failed and can be retried', async () => {
    const { meetingId } = await world.meeting()
    ocr.become('down')
    const { data } = await submit(meetingId, [fileOf(invoicePicture(printed()))])
    await until(data.batchId, ({ waiting, files }) => waiting === 1 && files[0]?.attempts === 1)
    await api.db
      .updateTable('recognition_file')
      .set({ attempts: RECOGNITION_ATTEMPTS_MAX - 1 })
      .where('batch_id', '=', data.batchId)
      .execute()
    const failed = await finished(data.batchId)
    assert.deepEqual([failed.failed, failed.files[0]?.errorCode], [1, 'SERVICE_DOWN'])
    assert.equal(failed.abilities.retry, true)
    ocr.become('works')
    const revived = await executor.call(routes.retry, { params: data })
    assert.equal(revived.failed, 0)
    assert.equal((await finished(data.batchId)).done, 1)
    assert.equal((await invoicesOf(meetingId)).length, 1)
  })
})

describe('submitting again', () => {
  it('OCR-9: clears what was recognized before, corrected or not, and keeps what was entered manually', async () => {
    const { meetingId } = await world.meeting()
    const byHand = await executor.call(invoiceRoutes.create, { body: { meetingId, remark: '手工' } })
    const [corrected] = await recognized(meetingId, printed(), printed())
    const { recordId, version } = corrected!
    await executor.call(invoiceRoutes.update, { body: { recordId, version, remark: '已核对' } })
    const content = printed()
    await recognized(meetingId, content)
    const left = await invoicesOf(meetingId)
    assert.deepEqual(
      left.map((invoice) => [invoice.recordId === byHand.recordId, invoice.invoiceNumber]),
      [
        [true, null],
        [false, content.invoice_number],
      ],
    )
  })

  it('OCR-9: a late answer of the replaced batch changes nothing', async () => {
    const { meetingId } = await world.meeting()
    ocr.become('holds')
    const asked = ocr.requests()
    const late = await submit(meetingId, [fileOf(invoicePicture(printed()))])
    await ocr.untilAsked(asked + 1)
    const content = printed()
    const next = await submit(meetingId, [fileOf(invoicePicture(content))])
    ocr.become('works')
    await finished(next.data.batchId)
    const replaced = await finished(late.data.batchId)
    assert.deepEqual(
      [replaced.isCurrent, replaced.files[0]?.status, replaced.files[0]?.results],
      [false, 'replaced', []],
    )
    assert.deepEqual(
      (await invoicesOf(meetingId)).map((invoice) => invoice.invoiceNumber),
      [content.invoice_number],
    )
    assert.deepEqual(errorOf(await executor.attempt(routes.retry, { params: late.data })), [
      409,
      'BATCH_REPLACED',
    ])
  })

  it('OCR-9: after concurrent submissions and answers, one batch is current and only its invoices exist', async () => {
    const { meetingId } = await world.meeting()
    for (let round = 0; round < 4; round++) {
      const contents = Array.from({ length: 4 }, () => [printed(), printed()])
      const replies = await Promise.all(
        contents.map(async (pair, index) => {
          // Submit concurrently, and while answers arrive.
          await delay(index * (round % 2) * 15)
          return submit(
            meetingId,
            pair.map((content) => fileOf(invoicePicture(content))),
          )
        }),
      )
      const batches = await Promise.all(replies.map(({ data }) => finished(data.batchId)))
      const current = batches.filter((batch) => batch.isCurrent)
      assert.equal(current.length, 1)
      const wanted = contents[batches.indexOf(current[0]!)]!.map((content) => content.invoice_number)
      const there = (await invoicesOf(meetingId)).map((invoice) => invoice.invoiceNumber)
      assert.deepEqual([there.length, new Set(there)], [wanted.length, new Set(wanted)])
    }
  })

  it('OCR-9 WEB-25: more files are added beside the earlier ones, whose corrections remain', async () => {
    const { meetingId } = await world.meeting()
    const [first, second, third] = [printed(), printed(), printed()]
    const pictures = [first, second].map((content) => invoicePicture(content))
    const before = await add(meetingId, ...pictures)
    await finished(before.batchId)
    for (const { recordId, version } of await invoicesOf(meetingId))
      await executor.call(invoiceRoutes.update, { body: { recordId, version, remark: '已核对' } })
    const more = await add(meetingId, invoicePicture(third))
    await finished(more.batchId)
    assert.deepEqual(
      (await invoicesOf(meetingId, { orderByColumn: 'invoiceNumber' })).map(({ invoiceNumber, remark }) => [
        invoiceNumber,
        remark,
      ]),
      [
        [first.invoice_number, '已核对'],
        [second.invoice_number, '已核对'],
        [third.invoice_number, null],
      ],
    )
    assert.equal((await read(before.batchId)).isCurrent, true)
  })

  it('OCR-9 WEB-25: a file that is submitted again replaces its own invoice only, even while it is still read', async () => {
    const { meetingId } = await world.meeting()
    const [first, second] = [printed(), printed()]
    const [again, kept] = [invoicePicture(first), invoicePicture(second)]
    const before = await add(meetingId, again, kept)
    await finished(before.batchId)
    for (const { recordId, version } of await invoicesOf(meetingId))
      await executor.call(invoiceRoutes.update, { body: { recordId, version, remark: '已核对' } })
    ocr.become('holds')
    const asked = ocr.requests()
    const held = await add(meetingId, again)
    await ocr.untilAsked(asked + 1)
    const last = await add(meetingId, again)
    ocr.become('works')
    await finished(last.batchId)
    const [late, former] = [await finished(held.batchId), await read(before.batchId)]
    assert.deepEqual([late.isCurrent, late.files[0]?.status, late.files[0]?.results], [false, 'replaced', []])
    assert.deepEqual(
      [former.isCurrent, former.files.map(({ status }) => status)],
      [true, ['replaced', 'done']],
    )
    const left = await invoicesOf(meetingId)
    assert.deepEqual(
      new Map(left.map(({ invoiceNumber, remark, duplicateOf }) => [invoiceNumber, { remark, duplicateOf }])),
      new Map([
        [first.invoice_number, { remark: null, duplicateOf: null }],
        [second.invoice_number, { remark: '已核对', duplicateOf: null }],
      ]),
    )
    assert.equal(left.length, 2)
    const wrong = await executor.attempt(routes.submit, {
      body: { meetingId, earlier: 'some' as 'keep' },
      files: [fileOf(again)],
    })
    assert.deepEqual(
      [...errorOf(wrong), wrong.error?.details?.[0]?.field],
      [400, 'VALIDATION_FAILED', 'earlier'],
    )
  })

  it('OCR-9 WEB-25: of concurrent submissions of the same file one invoice is left, and every other file has its own', async () => {
    const { meetingId } = await world.meeting()
    const shared = printed()
    const own = Array.from({ length: 4 }, () => printed())
    const batches = await Promise.all(
      own.map((content) => add(meetingId, invoicePicture(shared), invoicePicture(content))),
    )
    await Promise.all(batches.map(({ batchId }) => finished(batchId)))
    const there = (await invoicesOf(meetingId)).map(({ invoiceNumber }) => invoiceNumber)
    assert.equal(there.length, own.length + 1)
    assert.deepEqual(
      new Set(there),
      new Set([shared, ...own].map((content) => content.invoice_number ?? null)),
    )
  })

  it('OCR-9: retrying an incomplete answer creates no duplicate records', async () => {
    const { meetingId } = await world.meeting()
    const [invoice] = await recognized(meetingId, printed())
    const { rows } = await executor.call(routes.list, { query: { meetingId } })
    const { batchId } = rows[0]!
    await api.db
      .updateTable('recognition_file')
      .set({ error_code: 'TOTAL_TIMEOUT' })
      .where('batch_id', '=', batchId)
      .execute()
    await executor.call(routes.retry, { params: { batchId } })
    await finished(batchId)
    const left = await invoicesOf(meetingId)
    assert.deepEqual([left.length, left[0]?.invoiceNumber], [1, invoice?.invoiceNumber])
  })
})
