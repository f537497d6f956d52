import { parseArgs } from 'node:util'
import { DAMAGE_NAMES } from '../apps/ocr/synth/damage.ts'
import { drawSeeded } from '../apps/ocr/synth/generate.ts'
import { requireInvoiceFonts } from '../apps/ocr/synth/fonts.ts'
import { KINDS } from '../apps/ocr/synth/invoice.ts'
import { renderOfd } from '../apps/ocr/synth/render-ofd.ts'
import { renderPdf } from '../apps/ocr/synth/render-pdf.ts'
import { type CodeRates, compareCodes } from './ocr-codes.ts'
import { requireTesseract, recognizeWithPeer } from './ocr-peer.ts'
import { forEachAtOnce, makeSample, median, percent, type Picture, type Sample } from './ocr-sample.ts'
import { addTo, describe, noScore, type Score, tellWrong } from './ocr-scores.ts'
import { type Service, startService } from './ocr-service.ts'
import { soak, SOAK_PICTURES } from './ocr-soak.ts'
import { compareStarts } from './ocr-start.ts'

/**
 * `npm run bench:ocr [-- COUNT]`: accuracy of recognition compared with its peers, and its cost. `npm run bench:ocr --
 * --soak PAGES`: memory while reading that many pages. `npm run bench:ocr -- --start RUNS`: duration of a start without
 * and with prepared models.
 */
const DEFAULT_COUNT = 120
const WORKERS = 2
/** The peer takes several seconds per page. */
const PEER_PAGES = 20
const LONE_PAGES = 12
const TIMED_FILES = 12
const MS_PER_SECOND = 1000
const GOALS = {
  qrRate: 0.94,
  wrongReads: 0,
  fieldRate: 0.995,
  documentRate: 0.97,
  wrongCharacters: 0.002,
  qrMs: 60,
  pageMs: 700,
  pdfMs: 80,
  ofdMs: 30,
} as const

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

interface Reading {
  read: Score
  all: Score
  pageMs: number
}

/** Reads all pages in full, two at a time. */
async function readPages(service: Service, pictures: readonly Picture[]): Promise<Reading> {
  const [read, all] = [noScore(), noScore()]
  const byDamage = new Map<string, Score>(DAMAGE_NAMES.map((name) => [name, noScore()]))
  const byKind = new Map<string, Score>(KINDS.map((kind) => [kind, noScore()]))
  const cpuBefore = service.cpuSeconds()
  const ms = await timed(() =>
    forEachAtOnce(pictures, WORKERS, async (picture) => {
      const result = await service.recognize(picture.file, 'page', true)
      addTo(all, picture, result)
      if (!result.is_invoice) return
      addTo(read, picture, result)
      addTo(byDamage.get(picture.damage)!, picture, result)
      addTo(byKind.get(picture.invoice.kind)!, picture, result)
    }),
  )
  const cpu = (service.cpuSeconds() - cpuBefore) / pictures.length
  console.log('\nFields, where the code was read')
  for (const [name, score] of [...byKind, ...byDamage]) console.log(`${name.padEnd(15)}${describe(score)}`)
  console.log(`${'all'.padEnd(15)}${describe(read)}`)
  console.log(`${'of all pages'.padEnd(15)}${describe(all)}`)
  tellWrong(new Map([...byKind, ...byDamage, ['all', read]]))
  const pageMs = ms / pictures.length
  console.log(
    `\nFull pages, two at once: ${pageMs.toFixed(0)} ms a page, ${(MS_PER_SECOND / pageMs).toFixed(2)} pages/s, ` +
      `${(cpu * MS_PER_SECOND).toFixed(0)} ms CPU a page`,
  )
  return { read, all, pageMs }
}

async function timeEach(service: Service, files: readonly Buffer[], full: boolean): Promise<number> {
  const times: number[] = []
  for (const file of files) times.push(await timed(() => service.recognize(file, 'file', full)))
  return median(times)
}

interface Times {
  qrMs: number
  pdfMs: number
  ofdMs: number
}

async function timeFiles(service: Service, pictures: readonly Picture[]): Promise<Times> {
  const clean = pictures.filter(({ damage }) => damage === 'none').slice(0, TIMED_FILES)
  const drawn = Array.from({ length: TIMED_FILES }, (_none, seed) =>
    drawSeeded(seed, KINDS[seed % KINDS.length]!, 'none'),
  )
  const pdfs = await Promise.all(drawn.map(({ marks }) => renderPdf(marks)))
  const ofds = await Promise.all(drawn.map(({ marks, invoice }) => renderOfd(marks, invoice)))
  const files = clean.map(({ file }) => file)
  const lone = pictures.slice(0, LONE_PAGES).map(({ file }) => file)
  console.log(`One full page alone: ${(await timeEach(service, lone, true)).toFixed(0)} ms median`)
  return {
    qrMs: await timeEach(service, files, false),
    pdfMs: await timeEach(service, pdfs, true),
    ofdMs: await timeEach(service, ofds, true),
  }
}

async function readWithPeer(pictures: readonly Picture[], service: Service): Promise<void> {
  const name = requireTesseract()
  const sample = pictures.slice(0, PEER_PAGES)
  const [ours, peer] = [noScore(), noScore()]
  const oursMs = await timed(() =>
    forEachAtOnce(sample, WORKERS, async (picture) =>
      addTo(ours, picture, await service.recognize(picture.file, 'page', true)),
    ),
  )
  const peerMs = await timed(() =>
    forEachAtOnce(sample, WORKERS, async (picture) => addTo(peer, picture, await recognizeWithPeer(picture))),
  )
  console.log(`\nThe same ${sample.length} pages, two at once (the peer is given the true code)`)
  const tell = (label: string, score: Score, ms: number) =>
    console.log(`${label.padEnd(20)}${describe(score)}, ${(ms / sample.length).toFixed(0)} ms a page`)
  tell('ours', ours, oursMs)
  tell(name, peer, peerMs)
}

function judge(codes: CodeRates, reading: Reading, times: Times, count: number): boolean {
  const { read } = reading
  const rows: readonly (readonly [string, boolean, string])[] = [
    ['QR codes read ≥ 94 %', codes.read / count >= GOALS.qrRate, percent(codes.read, count)],
    ['wrong reads 0', codes.wrong <= GOALS.wrongReads, String(codes.wrong)],
    [
      'fields ≥ 99.5 %',
      read.fieldsRight / read.fields >= GOALS.fieldRate,
      percent(read.fieldsRight, read.fields, 2),
    ],
    [
      'all twelve ≥ 97 %',
      read.pagesRight / read.pages >= GOALS.documentRate,
      percent(read.pagesRight, read.pages),
    ],
    ["other's party 0", read.wrongParties === 0, String(read.wrongParties)],
    ['wrong sums 0', read.wrongSums === 0, String(read.wrongSums)],
    ['true checks of wrong sums 0', read.wrongChecks === 0, String(read.wrongChecks)],
    [
      'wrong characters ≤ 0.2 %',
      read.wrongCharacters <= GOALS.wrongCharacters * read.characters,
      percent(read.wrongCharacters, read.characters, 3),
    ],
    ['QR path ≤ 60 ms', times.qrMs <= GOALS.qrMs, `${times.qrMs.toFixed(0)} ms`],
    ['full page ≤ 700 ms', reading.pageMs <= GOALS.pageMs, `${reading.pageMs.toFixed(0)} ms`],
    ['PDF ≤ 80 ms', times.pdfMs <= GOALS.pdfMs, `${times.pdfMs.toFixed(0)} ms`],
    ['OFD ≤ 30 ms', times.ofdMs <= GOALS.ofdMs, `${times.ofdMs.toFixed(0)} ms`],
  ]
  console.log('\nGoals')
  for (const [goal, met, value] of rows)
    console.log(`${goal.padEnd(30)}${value.padStart(10)}   ${met ? 'met' : 'NOT met'}`)
  return rows.every(([, met]) => met)
}

async function withService<T>(sample: Sample, work: (service: Service) => Promise<T>): Promise<T> {
  const service = await startService()
  try {
    return await work(service)
  } finally {
    await service.stop()
    sample.remove()
  }
}

async function measureAll(count: number): Promise<boolean> {
  const sample = await makeSample(count)
  console.log(`${count} drawn invoices of ${KINDS.length} kinds, ${DAMAGE_NAMES.length} kinds of damage\n`)
  return withService(sample, async (service) => {
    const codes = await compareCodes(sample.pictures)
    const reading = await readPages(service, sample.pictures)
    const times = await timeFiles(service, sample.pictures)
    const peaks = service.peaksMib().map((mib) => mib.toFixed(0))
    console.log(`Peak memory of the service and its workers: ${peaks.join(' + ')} MiB`)
    await readWithPeer(sample.pictures, service)
    return judge(codes, reading, times, count)
  })
}

async function soakFor(count: number): Promise<boolean> {
  const sample = await makeSample(SOAK_PICTURES)
  return withService(sample, (service) => soak(service, sample.pictures, count))
}

function numberFrom(text: string, least: number): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < least) throw new Error(`The number is one from ${least} on`)
  return count
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { soak: { type: 'string' }, start: { type: 'string' } },
    allowPositionals: true,
  })
  if (values.start !== undefined) {
    await compareStarts(numberFrom(values.start, 1))
    return 0
  }
  requireInvoiceFonts()
  const met =
    values.soak === undefined
      ? await measureAll(numberFrom(positionals[0] ?? String(DEFAULT_COUNT), PEER_PAGES))
      : await soakFor(numberFrom(values.soak, 1))
  return met ? 0 : 1
}

process.exitCode = await main()
