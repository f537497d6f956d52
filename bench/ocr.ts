import { parseArgs } from 'node:util'
import { DAMAGE_NAMES } from '../apps/ocr/synth/damage.ts'
import { drawSeeded } from '../apps/ocr/synth/generate.ts'
import { requireInvoiceFonts } from '../apps/ocr/synth/fonts.ts'
import { FORMS } from '../apps/ocr/synth/forms.ts'
import { renderOfd } from '../apps/ocr/synth/files/render-ofd.ts'
import { renderPdf } from '../apps/ocr/synth/files/render-pdf.ts'
import { compareCodes } from './ocr/codes.ts'
import { readForgeries } from './ocr/forgeries.ts'
import { readHardCodes } from './ocr/hard.ts'
import { type NegativeRates, readNegatives } from './ocr/negatives.ts'
import { readPoison } from './ocr/poison.ts'
import { requireTesseract, recognizeWithPeer } from './ocr/peer.ts'
import { forEachAtOnce, makeSample, median, percent, type Picture, type Sample } from './ocr/sample.ts'
import { addTo, describe, noScore, type Score, tellDifferences, tellWrong } from './ocr/scores.ts'
import { type Service, startService } from './ocr/service.ts'
import { readSizes } from './ocr/sizes.ts'
import { soak, SOAK_PICTURES } from './ocr/soak.ts'
import { compareStarts } from './ocr/start.ts'
import { writeSection } from './results.ts'

/**
 * `npm run bench:ocr [-- COUNT [--first N] [--peers] [--record]]`: accuracy of recognition and its cost, from the Nth page of
 * the sample on, so that a long run can be done in parts; with `--peers` compared with other readers, with `--record` written
 * to RESULTS.md. `npm run bench:ocr --
 * --soak PAGES`: memory while reading that many pages. `npm run bench:ocr -- --start RUNS`: duration of a start without
 * and with prepared models. `--poison KIND` (`''`: every kind): hostile files among good ones. `--forgeries COUNT`: papers that must
 * not be taken for invoices without a doubt. `--hard`: codes near the limit of what can be read, of which no change may read fewer. `--sizes COUNT`: the
 * cost of the same pages at 2.5 to 12 megapixels.
 */
const DEFAULT_COUNT = 126
const WORKERS = 2
/** The peer takes several seconds per page. */
const PEER_PAGES = 20
const LONE_PAGES = 12
/** There is a paper that is no invoice for so many invoices. */
const NEGATIVES_PART = 4
const TIMED_FILES = 12
const MS_PER_SECOND = 1000
const GOALS = {
  qrRate: 0.94,
  wrongReads: 0,
  fieldRate: 0.995,
  documentRate: 0.97,
  wrongCharacters: 0.002,
  qrMs: 60,
  pageCpuMs: 1000,
  pagesPerSecond: 1.6,
  negativeCpuMs: 400,
  peakMib: 1229,
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
  codesRead: number
  pageMs: number
  cpuMs: number
}

/** Reads all pages in full, two at a time. */
async function readPages(service: Service, pictures: readonly Picture[]): Promise<Reading> {
  const [read, all] = [noScore(), noScore()]
  let codesRead = 0
  const byDamage = new Map<string, Score>(DAMAGE_NAMES.map((name) => [name, noScore()]))
  const byForm = new Map<string, Score>(FORMS.map((form) => [form, noScore()]))
  const cpuBefore = service.cpuSeconds()
  const ms = await timed(() =>
    forEachAtOnce(pictures, WORKERS, async (picture) => {
      const result = await service.recognize(picture.file, 'page', true)
      addTo(all, picture, result)
      if (!result.is_invoice) {
        console.log(`no code: ${picture.invoice.form}, ${picture.damage}, ${result.error_code}`)
        return
      }
      codesRead += result.qr_raw === picture.invoice.payload ? 1 : 0
      tellDifferences(picture, result)
      addTo(read, picture, result)
      addTo(byDamage.get(picture.damage)!, picture, result)
      addTo(byForm.get(picture.invoice.form)!, picture, result)
    }),
  )
  const cpu = (service.cpuSeconds() - cpuBefore) / pictures.length
  console.log('\nFields, where the code was read')
  for (const [name, score] of [...byForm, ...byDamage]) console.log(`${name.padEnd(15)}${describe(score)}`)
  console.log(`${'all'.padEnd(15)}${describe(read)}`)
  console.log(`${'of all pages'.padEnd(15)}${describe(all)}`)
  tellWrong(new Map([...byForm, ...byDamage, ['all', read]]))
  const pageMs = ms / pictures.length
  console.log(
    `\nFull pages, two at once: ${pageMs.toFixed(0)} ms a page, ${(MS_PER_SECOND / pageMs).toFixed(2)} pages/s, ` +
      `${(cpu * MS_PER_SECOND).toFixed(0)} ms CPU a page`,
  )
  return { read, all, codesRead, pageMs, cpuMs: cpu * MS_PER_SECOND }
}

async function timeEach(service: Service, files: readonly Buffer[], full: boolean): Promise<number> {
  const times: number[] = []
  for (const file of files) times.push(await timed(() => service.recognize(file, 'file', full)))
  return median(times)
}

interface Times {
  qrMs: number
  qrCpuMs: number
  pdfMs: number
  ofdMs: number
}

async function timeFiles(service: Service, pictures: readonly Picture[]): Promise<Times> {
  const clean = pictures.filter(({ damage }) => damage === 'none').slice(0, TIMED_FILES)
  const drawn = Array.from({ length: TIMED_FILES }, (_none, seed) =>
    drawSeeded(seed, FORMS[seed % FORMS.length]!, 'none'),
  )
  const pdfs = await Promise.all(drawn.map(({ marks }) => renderPdf(marks)))
  const ofds = await Promise.all(drawn.map(({ marks, invoice }) => renderOfd(marks, invoice)))
  const files = clean.map(({ file }) => file)
  const lone = pictures.slice(0, LONE_PAGES).map(({ file }) => file)
  console.log(`One full page alone: ${(await timeEach(service, lone, true)).toFixed(0)} ms median`)
  const before = service.cpuSeconds()
  const qrMs = await timeEach(service, files, false)
  const qrCpuMs = ((service.cpuSeconds() - before) * MS_PER_SECOND) / Math.max(1, files.length)
  return {
    qrMs,
    qrCpuMs,
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

interface Measured {
  reading: Reading
  times: Times
  negatives: NegativeRates
  peakMib: number
}

/** What was measured beside its goal: the goal, whether it is met, the value. */
type GoalRow = readonly [goal: string, met: boolean, value: string]

function goalRows({ reading, times, negatives, peakMib }: Measured, count: number): GoalRow[] {
  const { read } = reading
  const pagesPerSecond = MS_PER_SECOND / reading.pageMs
  return [
    ['QR codes read ≥ 94 %', reading.codesRead / count >= GOALS.qrRate, percent(reading.codesRead, count)],
    [
      'wrong reads 0',
      read.pages - reading.codesRead <= GOALS.wrongReads,
      String(read.pages - reading.codesRead),
    ],
    ['others as invoices 0', negatives.invoices === 0, String(negatives.invoices)],
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
    [
      'QR path ≤ 60 ms',
      times.qrMs <= GOALS.qrMs,
      `${times.qrMs.toFixed(0)} ms, ${times.qrCpuMs.toFixed(0)} CPU`,
    ],
    ['full page ≤ 1.0 s CPU', reading.cpuMs <= GOALS.pageCpuMs, `${reading.cpuMs.toFixed(0)} ms`],
    ['pages a second ≥ 1.6', pagesPerSecond >= GOALS.pagesPerSecond, pagesPerSecond.toFixed(2)],
    [
      'page without a code ≤ 0.4 s CPU',
      negatives.cpuMs <= GOALS.negativeCpuMs,
      `${negatives.cpuMs.toFixed(0)} ms`,
    ],
    ['memory at peak ≤ 1.2 GiB', peakMib <= GOALS.peakMib, `${peakMib.toFixed(0)} MiB`],
    ['PDF ≤ 80 ms', times.pdfMs <= GOALS.pdfMs, `${times.pdfMs.toFixed(0)} ms`],
    ['OFD ≤ 30 ms', times.ofdMs <= GOALS.ofdMs, `${times.ofdMs.toFixed(0)} ms`],
  ]
}

function judge(rows: readonly GoalRow[]): boolean {
  console.log('\nGoals')
  for (const [goal, met, value] of rows)
    console.log(`${goal.padEnd(34)}${value.padStart(14)}   ${met ? 'met' : 'NOT met'}`)
  return rows.every(([, met]) => met)
}

/** Pieces of the sample that are measured one after the other have a section each. */
function record(rows: readonly GoalRow[], count: number, first: number): void {
  const table = rows.map(([goal, met, value]) => `| ${goal} | ${value} | ${met ? 'met' : '**not met**'} |`)
  writeSection(
    `Recognition of drawn pages ${first} to ${first + count - 1} (\`npm run bench:ocr -- ${count} --first ${first} --record\`)`,
    ['| goal | measured | |', '|---|---|---|', ...table].join('\n'),
  )
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

interface Extent {
  count: number
  first: number
  withPeers: boolean
  isRecorded: boolean
}

async function measureAll({ count, first, withPeers, isRecorded }: Extent): Promise<boolean> {
  const sample = await makeSample(count, first)
  console.log(`${count} drawn invoices of ${FORMS.length} forms, ${DAMAGE_NAMES.length} kinds of damage\n`)
  return withService(sample, async (service) => {
    const reading = await readPages(service, sample.pictures)
    const negatives = await readNegatives(service, Math.ceil(count / NEGATIVES_PART))
    const times = await timeFiles(service, sample.pictures)
    const peaks = service.peaksMib()
    console.log(
      `Peak memory of the service and its workers: ${peaks.map((mib) => mib.toFixed(0)).join(' + ')} MiB`,
    )
    if (withPeers) {
      await compareCodes(sample.pictures)
      await readWithPeer(sample.pictures, service)
    }
    const peakMib = peaks.reduce((sum, mib) => sum + mib, 0)
    const rows = goalRows({ reading, times, negatives, peakMib }, count)
    if (isRecorded) record(rows, count, first)
    return judge(rows)
  })
}

async function soakFor(count: number): Promise<boolean> {
  const sample = await makeSample(SOAK_PICTURES)
  return withService(sample, (service) => soak(service, sample.pictures, count))
}

const exitCode = (met: boolean): number => (met ? 0 : 1)
const NO_SAMPLE: Sample = { pictures: [], remove: () => {} }
const withPoison = (kinds: string) => withService(NO_SAMPLE, (service) => readPoison(service, kinds))
const withSizes = (count: number) => withService(NO_SAMPLE, (service) => readSizes(service, count))
const withForgeries = (count: number) => withService(NO_SAMPLE, (service) => readForgeries(service, count))

function numberFrom(text: string, least: number): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < least) throw new Error(`The number is one from ${least} on`)
  return count
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      soak: { type: 'string' },
      poison: { type: 'string' },
      forgeries: { type: 'string' },
      hard: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      start: { type: 'string' },
      first: { type: 'string', default: '0' },
      peers: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.start !== undefined) {
    await compareStarts(numberFrom(values.start, 1))
    return 0
  }
  requireInvoiceFonts()
  if (values.hard) return exitCode(await readHardCodes())
  if (values.sizes !== undefined) return exitCode(await withSizes(numberFrom(values.sizes, 1)))
  if (values.poison !== undefined) return exitCode(await withPoison(values.poison))
  if (values.forgeries !== undefined) return exitCode(await withForgeries(numberFrom(values.forgeries, 1)))
  const met =
    values.soak === undefined
      ? await measureAll({
          count: numberFrom(positionals[0] ?? String(DEFAULT_COUNT), 1),
          first: numberFrom(values.first, 0),
          withPeers: values.peers,
          isRecorded: values.record,
        })
      : await soakFor(numberFrom(values.soak, 1))
  return met ? 0 : 1
}

process.exitCode = await main()
