// Slow
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { RecognizedInvoice, RecognizedPages } from '@consilium/contract/recognition/recognition.ts'
import { startOcr, type Answer, type OcrService } from './ocr-service.ts'
import { isGone, until } from './processes.ts'
import { DEFAULT_LIMITS } from '../src/recognition.ts'

const workerFile = new URL('./scripted-worker.ts', import.meta.url)
const PAGE_MS = 1500
const TOTAL_MS = 4000

/** A scripted worker takes some 80 MiB; memory is slow to get on some machines. */
const SCRIPTED_MEMORY_MAX = 160 * 1024 * 1024

const running: OcrService[] = []
after(() => Promise.all(running.map((service) => service.close())))

async function start(options: Parameters<typeof startOcr>[0] = {}): Promise<OcrService> {
  const service = await startOcr({ workerFile, limits: { pageMs: PAGE_MS, totalMs: TOTAL_MS }, ...options })
  running.push(service)
  await service.untilReady(Number(options.env?.['OCR_WORKERS'] ?? 1))
  return service
}

/** A path at which a file that a scripted page waits for may be written. */
function gateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-limits-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'open')
}

const script = (...words: string[]) => Buffer.from(words.join(' '))
const one = ({ body }: Answer<unknown>) => body as RecognizedInvoice
const several = ({ body }: Answer<unknown>) => body as RecognizedPages
const codes = (answer: Answer<unknown>) => several(answer).results.map(({ error_code }) => error_code)

describe('time-outs', () => {
  it('OCR-8: a page has 15 seconds and a request 60', () => {
    assert.deepEqual(DEFAULT_LIMITS, { pageMs: 15_000, totalMs: 60_000 })
  })

  it('OCR-8: the process of a page that hangs is ended, and the other pages are answered', async () => {
    const service = await start({ limits: { pageMs: PAGE_MS, totalMs: 60_000 } })
    const before = one(await service.send(script('ok')))
    const pid = Number(before.invoice_number)
    const answer = await service.send(script('ok', 'hang', 'ok'))
    assert.equal(answer.status, 200)
    assert.equal(several(answer).error_code, null)
    assert.deepEqual(codes(answer), [null, 'PAGE_TIMEOUT', null])
    await until(() => isGone(pid), 'the worker is not ended')
    const next = Number(several(answer).results[2]?.invoice_number)
    assert.notEqual(next, pid)
    assert.equal(await service.metric('ocr_workers_replaced_total{reason="timeout"}'), 1)
  })

  it('OCR-8: what was read of a page before its time-out is answered together with PAGE_TIMEOUT', async () => {
    const service = await start()
    const answer = one(await service.send(script('code')))
    assert.deepEqual(
      [answer.error_code, answer.is_invoice, answer.from_qr, answer.total_amount, answer.buyer_name],
      ['PAGE_TIMEOUT', true, true, '10.70', null],
    )
  })

  it('OCR-8: a request that takes too long is answered with its finished pages and TOTAL_TIMEOUT', async () => {
    const service = await start({ limits: { pageMs: 60_000, totalMs: TOTAL_MS } })
    const answer = await service.send(script('ok', 'ok', 'hang', 'ok'))
    assert.equal(several(answer).error_code, 'TOTAL_TIMEOUT')
    assert.deepEqual(codes(answer), [null, null, 'TOTAL_TIMEOUT'])
    await service.untilReady()
    assert.equal(one(await service.send(script('ok'))).error_code, null)
  })

  it('OCR-8: a file that hangs while its pages are listed is ended too', async () => {
    const service = await start()
    assert.equal(one(await service.send(script('list-hang'))).error_code, 'PAGE_TIMEOUT')
    await service.untilReady()
    assert.equal(one(await service.send(script('ok'))).error_code, null)
  })
})

describe('workers', () => {
  it('OCR-8: a worker that crashes or throws fails only its page', async () => {
    const service = await start({ limits: { pageMs: 60_000, totalMs: 60_000 } })
    assert.deepEqual(codes(await service.send(script('ok', 'crash', 'ok', 'throw', 'ok'))), [
      null,
      'WORKER_FAILED',
      null,
      'WORKER_FAILED',
      null,
    ])
  })

  it('REC-18: the page of a worker that was ended from outside is tried once more', async () => {
    const service = await start({ limits: { pageMs: 60_000, totalMs: 60_000 } })
    const gate = gateFile()
    const first = Number(one(await service.send(script('ok'))).invoice_number)
    const sent = service.send(script(`until:${gate}`))
    await until(
      async () => (await service.metric('ocr_workers_busy')) === 1,
      'ocr_workers_busy does not become 1',
    )
    process.kill(first, 'SIGKILL')
    await until(() => isGone(first), 'the worker does not end')
    writeFileSync(gate, '')
    const answer = one(await sent)
    assert.deepEqual([answer.is_invoice, answer.error_code], [true, null])
    assert.notEqual(Number(answer.invoice_number), first)
    assert.equal(await service.metric('ocr_workers_replaced_total{reason="exit"}'), 1)
  })

  it('REC-20: a file on which a library aborts or that takes too much memory is the only one that fails', async () => {
    const service = await start({
      env: { OCR_WORKERS: '2' },
      limits: { pageMs: 60_000, totalMs: 60_000 },
      workerMemoryMaxBytes: SCRIPTED_MEMORY_MAX,
    })
    for (const poison of ['abort', 'swell'])
      for (const place of [0, 5]) {
        const files = Array.from({ length: 6 }, (_none, at) => script(at === place ? poison : 'ok'))
        const answers = (await Promise.all(files.map((file) => service.send(file)))).map(one)
        assert.deepEqual(
          answers.map(({ error_code }) => error_code),
          files.map((_none, at) => (at === place ? 'FILE_TOO_COMPLEX' : null)),
        )
      }
    assert.ok((await service.metric('ocr_workers_replaced_total{reason="runtime"}')) >= 2)
    assert.ok((await service.metric('ocr_workers_replaced_total{reason="memory"}')) >= 2)
  })

  it('REC-20: a file that fails on a worker that another file has spoilt is read by a fresh one', async () => {
    const service = await start({ limits: { pageMs: 60_000, totalMs: 60_000 } })
    const first = one(await service.send(script('spoil')))
    const next = one(await service.send(script('ok')))
    assert.deepEqual([first.error_code, next.error_code, next.is_invoice], [null, null, true])
    assert.notEqual(next.invoice_number, first.invoice_number)
  })

  it('OCR-7: the pages of one file are shared among all workers', async () => {
    const service = await start({ env: { OCR_WORKERS: '2' }, limits: { pageMs: 60_000, totalMs: 60_000 } })
    const answer = several(await service.send(script('slow', 'slow', 'slow', 'slow')))
    assert.equal(new Set(answer.results.map(({ invoice_number }) => invoice_number)).size, 2)
    assert.deepEqual(
      answer.results.map(({ page }) => page),
      [1, 2, 3, 4],
    )
  })

  it('OCR-8: the workers end when the service is closed', async () => {
    const service = await startOcr({ workerFile })
    await service.untilReady()
    const pid = Number(one(await service.send(script('ok'))).invoice_number)
    await service.close()
    assert.ok(isGone(pid))
  })
})

describe('too many requests', () => {
  it('OCR-8: a request beyond the queue is answered with BUSY and Retry-After', async () => {
    const service = await start({ env: { OCR_QUEUE_MAX: '1' }, limits: { pageMs: 60_000, totalMs: 60_000 } })
    const gate = gateFile()
    const both = [service.send(script(`until:${gate}`)), service.send(script(`until:${gate}`))]
    await until(
      async () => (await service.metric('ocr_requests_inside')) === 2,
      'ocr_requests_inside does not become 2',
    )
    const refused = await service.send(script('ok'))
    assert.equal(refused.status, 503)
    assert.equal(refused.body.error_code, 'BUSY')
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    writeFileSync(gate, '')
    for (const answer of await Promise.all(both)) assert.equal(one(answer).error_code, null)
    await until(
      async () => (await service.metric('ocr_requests_inside')) === 0,
      'ocr_requests_inside does not become 0',
    )
    assert.equal((await service.send(script('ok'))).status, 200)
  })

  it('OCR-8: a request that no worker began in time is answered with BUSY, not with a time-out', async () => {
    const mark = join('/tmp', `consilium-one-life-${process.pid}`)
    rmSync(mark, { force: true })
    after(() => rmSync(mark, { force: true }))
    const service = await start({
      workerFile: new URL('./one-life-worker.ts', import.meta.url),
      limits: { pageMs: 60_000, totalMs: PAGE_MS },
    })
    await service.send(script('crash'))
    const second = await service.send(script('ok'))
    assert.deepEqual([second.status, second.body.error_code], [503, 'BUSY'])
    assert.ok(Number(second.headers.get('retry-after')) > 0)
  })

  it('REC-17: a file of which no page was begun in time is answered with BUSY and Retry-After', async () => {
    const service = await start({ limits: { pageMs: 60_000, totalMs: TOTAL_MS } })
    const never = script(`until:${gateFile()}`)
    const answers = await Promise.all([service.send(never), service.send(never)])
    const [begun, waited] = answers.toSorted((a, b) => a.status - b.status)
    assert.ok(begun && waited)
    assert.deepEqual([begun.status, one(begun).error_code], [200, 'TOTAL_TIMEOUT'])
    assert.deepEqual([waited.status, waited.body.error_code], [503, 'BUSY'])
    assert.ok(Number(waited.headers.get('retry-after')) > 0)
  })

  it('OCR-8: the pages of a caller that has hung up are dropped', async () => {
    const service = await start({ limits: { pageMs: 60_000, totalMs: 60_000 } })
    const controller = new AbortController()
    const pages = Array.from({ length: 100 }, () => 'slow')
    const gone = service.send(script(...pages), '', { signal: controller.signal })
    await until(
      async () => (await service.metric('ocr_workers_busy')) === 1,
      'ocr_workers_busy does not become 1',
    )
    controller.abort()
    await assert.rejects(gone)
    await until(
      async () => (await service.metric('ocr_requests_inside')) === 0,
      'ocr_requests_inside does not become 0',
    )
    await until(
      async () => (await service.metric('ocr_workers_busy')) === 0,
      'ocr_workers_busy does not become 0',
    )
    assert.equal(await service.metric('ocr_tasks_waiting'), 0)
  })

  it('OCR-8: requests are answered with NOT_READY until the first worker has loaded its models', async () => {
    const service = await startOcr({ workerFile: new URL('./sleeping-worker.ts', import.meta.url) })
    running.push(service)
    const answer = await service.send(script('ok'))
    assert.deepEqual([answer.status, answer.body.error_code], [503, 'NOT_READY'])
    assert.equal((await fetch(`${service.url}/health/ready`)).status, 503)
    assert.equal((await fetch(`${service.url}/health/live`)).status, 200)
  })
})
