// Engine: postgres
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  recognitionRoutes as routes,
  type RecognitionBatch,
} from '@consilium/contract/recognition/invoice-recognition.ts'
import { sql } from 'kysely'
import { insertsInto, watchStatements } from '../../../test/lists/statements-read.ts'
import { startApi } from '../../../test/harness.ts'
import { openWorld } from '../../../test/meeting-world.ts'
import {
  fileOf,
  invoicePicture,
  pagesLike,
  slipPicture,
  startOcrServer,
  unreadablePicture,
} from '../../../test/ocr-server.ts'

/** Results in one answer, and results of a file that are kept. */
const MAX = 500
const WRITTEN_AT_ONCE = 100
const FILES = 20
const ANSWER_MAX_BYTES = 512 * 1024
const PATIENCE_MS = 60_000

watchStatements()
const ocr = await startOcrServer('key-between-services')
const api = await startApi({ env: { OCR_URL: ocr.url, OCR_API_KEY: 'key-between-services' } })
after(async () => {
  await api.close()
  await ocr.close()
})
const world = await openWorld(api)
const { executor, rival } = world

let names = 0
const fileOfPages = (count: number, page = unreadablePicture('NO_QR')) =>
  pagesLike(count, page, `第${names++}份`)

const read = (batchId: number, fileNo?: number): Promise<RecognitionBatch> =>
  executor.call(routes.get, { params: { batchId }, query: { fileNo } })
const latest = (meetingId: number) => executor.call(routes.latest, { query: { meetingId } })

/** Submits files beside the earlier ones, and waits until they have been read. */
async function added(meetingId: number, ...files: Buffer[]): Promise<number> {
  const { batchId } = await executor.call(routes.submit, {
    body: { meetingId, earlier: 'keep' },
    files: files.map((bytes) => fileOf(bytes)),
  })
  for (const deadline = Date.now() + PATIENCE_MS; !(await read(batchId)).isFinished; await delay(50))
    assert.ok(Date.now() < deadline, 'the files are still not read')
  return batchId
}

/** Gives a submission of one file as many as it may have, all with the results of the first. */
async function repeated(batchId: number): Promise<void> {
  const others = sql`generate_series(2, ${FILES}::int) n`
  await sql`insert into recognition_file (batch_id, file_no, file_id, status)
    select batch_id, n, file_id, status from recognition_file, ${others} where batch_id = ${batchId}`.execute(
    api.db,
  )
  await sql`
    insert into recognition_result (batch_id, file_no, result_no, entry_name, page, is_invoice, error_code, slip, slip_file_id)
      select batch_id, n, result_no, entry_name, page, is_invoice, error_code, slip, slip_file_id
        from recognition_result, ${others} where batch_id = ${batchId}`.execute(api.db)
}

/** Of each file the results that an answer holds, and how many there are. */
const heldIn = ({ files }: RecognitionBatch) =>
  files.map(({ results, resultCount }) => [results.length, resultCount])
const slip = slipPicture(
  { kind: 'taxi', currency: 'CNY' },
  { invoice_number: '12345678', issue_date: '2026-11-03', total_amount: '31.5', seller_name: '滇池出租' },
)

describe('a submission with many results', () => {
  it('SEC-33: an answer holds 500 results, whole files in their order; those of any other file are asked for', async () => {
    const { meetingId } = await world.meeting()
    const one = invoicePicture({ invoice_number: '26427000000000000001' })
    const exact = await added(meetingId, fileOfPages(300), fileOfPages(199), one)
    assert.deepEqual(heldIn(await read(exact)), [
      [300, 300],
      [199, 199],
      [1, 1],
    ])
    const beyond = await added(meetingId, fileOfPages(300), fileOfPages(201), fileOfPages(200))
    const first = await read(beyond)
    assert.deepEqual(heldIn(first), [
      [300, 300],
      [0, 201],
      [200, 200],
    ])
    const second = await read(beyond, 2)
    assert.deepEqual(heldIn(second), [
      [0, 300],
      [201, 201],
      [0, 200],
    ])
    assert.deepEqual([second.total, second.failed], [first.total, first.failed])
    assert.deepEqual(
      second.files[1]!.results.map(({ page }) => page),
      Array.from({ length: 201 }, (_, at) => at + 1),
    )
    for (const fileNo of [4, 1_000_000_000]) {
      const missing = await executor.attempt(routes.get, { params: { batchId: beyond }, query: { fileNo } })
      assert.deepEqual([missing.status, missing.error?.error], [404, 'NOT_FOUND'])
    }
    const own = await rival.attempt(routes.get, { params: { batchId: beyond }, query: { fileNo: 2 } })
    assert.equal(own.status, 404, 'and no file of a submission out of reach')
  })

  it('SEC-33: the latest submissions hold 500 results together, and the last one as many of its own', async () => {
    const { meetingId } = await world.meeting()
    const ids = async () => (await latest(meetingId)).map(({ batchId }) => batchId)
    const oldest = await added(meetingId, fileOfPages(1))
    const three = await added(meetingId, fileOfPages(300))
    assert.deepEqual(await ids(), [three, oldest])
    const two = await added(meetingId, fileOfPages(200))
    assert.deepEqual(await ids(), [two, three], '500 results, and 501 with the oldest')
    const one = await added(meetingId, fileOfPages(1))
    assert.deepEqual(await ids(), [one, two])
    const large = await added(meetingId, fileOfPages(400), fileOfPages(101), fileOfPages(100))
    const [only, ...others] = await latest(meetingId)
    assert.deepEqual([only?.batchId, others], [large, []])
    assert.deepEqual(heldIn(only!), [
      [400, 400],
      [0, 101],
      [100, 100],
    ])
  })

  it('SEC-33: 500 results of a file are kept; of 501 the file says that there are too many', async () => {
    const { meetingId } = await world.meeting()
    const [full, over] = [
      await added(meetingId, fileOfPages(MAX, slip)),
      await added(meetingId, fileOfPages(MAX + 1, slip)),
    ]
    const [kept] = (await read(full)).files
    assert.deepEqual([kept?.status, kept?.errorCode, kept?.resultCount], ['done', null, MAX])
    const [cut] = (await read(over)).files
    assert.deepEqual([cut?.status, cut?.errorCode, cut?.resultCount], ['done', 'TOO_MANY_PAGES', MAX])
    assert.equal(cut!.results.at(-1)!.page, MAX)
    const [refused] = (await read(await added(meetingId, fileOfPages(MAX + 1)))).files
    assert.deepEqual([refused?.status, refused?.errorCode], ['failed', 'TOO_MANY_PAGES'])
  })

  it('SEC-33: every result of a long answer is checked, the last one too', async () => {
    const { meetingId } = await world.meeting()
    const wrong = pagesLike(MAX, slip, '最后一页有误', MAX)
    const { batchId } = await executor.call(routes.submit, {
      body: { meetingId, earlier: 'keep' },
      files: [fileOf(wrong)],
    })
    const file = async () => (await read(batchId)).files[0]
    for (const deadline = Date.now() + PATIENCE_MS; !(await file())?.errorCode; await delay(50))
      assert.ok(Date.now() < deadline, 'the file is still not read')
    assert.deepEqual([(await file())?.errorCode, (await file())?.resultCount], ['SERVICE_REFUSED', 0])
  })

  it('SEC-33: of 10,000 slips an answer holds a twentieth, and no statement writes more than 100', async () => {
    const { meetingId } = await world.meeting()
    let batchId = 0
    const inserts = await insertsInto('recognition_result', async () => {
      batchId = await added(meetingId, fileOfPages(MAX, slip))
    })
    assert.deepEqual(
      inserts.map(({ values }) => values.filter((value) => value === batchId).length),
      Array.from({ length: MAX / WRITTEN_AT_ONCE }, () => WRITTEN_AT_ONCE),
    )
    await repeated(batchId)
    const whole = await read(batchId)
    assert.deepEqual(
      heldIn(whole),
      Array.from({ length: FILES }, (_, place) => [place === 0 ? MAX : 0, MAX]),
    )
    assert.deepEqual([whole.total, whole.done, whole.isFinished], [FILES, FILES, true])
    const last = await read(batchId, FILES)
    assert.equal(last.files.at(-1)?.results.filter((result) => result.slip !== null).length, MAX)
    for (const answer of [whole, last, await latest(meetingId)]) {
      const bytes = Buffer.byteLength(JSON.stringify(answer))
      assert.ok(bytes <= ANSWER_MAX_BYTES, `${bytes} bytes`)
    }
  })
})
