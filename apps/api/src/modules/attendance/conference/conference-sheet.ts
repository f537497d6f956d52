import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  CONFERENCE_COLUMN_LABELS,
  CONFERENCE_COLUMNS_MAX,
  CONFERENCE_MAX_BYTES,
  CONFERENCE_ROWS_MAX,
  CONFERENCE_TITLES_WITHIN,
  TENCENT_TITLES,
  type ConferenceColumn,
} from '@consilium/contract/attendance/conference.ts'
import { NAME_MAX } from '@consilium/contract/fields.ts'
import type { Words } from '@consilium/contract/errors.ts'
import type { Upload } from '../../../infra/http/uploads/upload.ts'
import { Refusal } from '../../../infra/refusal.ts'
import type { SheetReader } from '../../../infra/spreadsheet/sheet-reader.ts'
import type { TextRow } from '@consilium/sheets/sheet-text.ts'

const NEEDED = ['nickname', 'firstIn', 'lastOut'] as const satisfies readonly ConferenceColumn[]
const COLUMNS = Object.keys(TENCENT_TITLES) as ConferenceColumn[]
/** Cells of a row that has titles. */
const TITLES_MIN = 3
const TITLES_SHOWN = 12
const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3600
const MINUTE_SECONDS = 60

export interface SheetLine {
  rowNumber: number
  nickname: string
  role: string | null
  /** `yyyy-MM-dd HH:mm:ss`; null if the cell has no such time. */
  firstIn: string | null
  lastOut: string | null
  staySeconds: number | null
}

/** Titles are the same whatever their blanks, brackets and width. */
const plain = (title: string) =>
  title
    .slice(0, NAME_MAX)
    .normalize('NFKC')
    .replace(/[\s()[\]【】]/g, '')
    .toLowerCase()

export async function readRows(sheets: SheetReader, { use }: Upload): Promise<TextRow[]> {
  const rows = await use((bytes) => {
    if (bytes.length > CONFERENCE_MAX_BYTES) throw new Refusal('BODY_TOO_LARGE')
    return sheets.read(bytes)
  })
  if (rows.length === 0) throw new Refusal('SHEET_EMPTY')
  return rows
}

const filled = ({ cells }: TextRow) => cells.filter((cell): cell is string => cell !== null && cell !== '')

/** The titles of a file: the first row that has several cells. */
export const titlesOf = (rows: readonly TextRow[]): string[] =>
  filled(rows.slice(0, CONFERENCE_TITLES_WITHIN).find((row) => filled(row).length >= TITLES_MIN) ?? rows[0]!)
    .slice(0, CONFERENCE_COLUMNS_MAX)
    .map((title) => title.slice(0, NAME_MAX))

export type GivenTitles = Partial<Record<ConferenceColumn, string | undefined>>

/** Where each column is; the row with all needed titles is the one of the titles. Throws CONFERENCE_TITLES_MISSING. */
function columnsIn(rows: readonly TextRow[], given: GivenTitles) {
  const wanted = COLUMNS.map((column) => [column, plain(given[column] ?? TENCENT_TITLES[column])] as const)
  const found = rows.slice(0, CONFERENCE_TITLES_WITHIN).map(({ cells }) => {
    const titles = cells.map((cell) => plain(cell ?? ''))
    return new Map(wanted.map(([column, title]) => [column, titles.indexOf(title)]))
  })
  const isThere = (columns: ReadonlyMap<ConferenceColumn, number>) => (column: ConferenceColumn) =>
    (columns.get(column) ?? -1) >= 0
  const at = found.findIndex((columns) => NEEDED.every(isThere(columns)))
  if (at >= 0) return { columns: found[at]!, lines: rows.slice(at + 1) }
  const closest = found.toSorted(
    (one, other) => NEEDED.filter(isThere(other)).length - NEEDED.filter(isThere(one)).length,
  )[0]!
  const missing = NEEDED.filter((column) => !isThere(closest)(column))
  const named = (language: keyof Words) =>
    missing
      .map((column) => given[column] ?? CONFERENCE_COLUMN_LABELS[column][language])
      .join(language === 'en' ? ', ' : '、')
  throw new Refusal('CONFERENCE_TITLES_MISSING', {
    params: {
      missing: { 'zh-CN': named('zh-CN'), en: named('en') },
      titles: titlesOf(rows).slice(0, TITLES_SHOWN).join(' | '),
    },
  })
}

const TIME = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[\sT]+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?/
const two = (text: string | undefined) => (text ?? '0').padStart(2, '0')

/** A time in one of the forms of spreadsheets, as `yyyy-MM-dd HH:mm:ss`; null for anything else, and for no such day. */
export function timeIn(cell: string): string | null {
  const match = TIME.exec(cell.normalize('NFKC').trim())
  if (!match) return null
  const [, year, month, day, hour, minute, second] = match
  const text = `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`
  const moment = new Date(`${text.replace(' ', 'T')}Z`)
  const isReal =
    !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, text.length).replace('T', ' ') === text
  return isReal ? text : null
}

const CLOCK = /^(\d{1,4}):(\d{1,2})(?::(\d{1,2}))?$/
const IN_WORDS =
  /^(?:(\d+)(?:小时|时|h|hours?))?(?:(\d+)(?:分钟|分|m|min|mins|minutes?))?(?:(\d+)(?:秒钟|秒|s|sec|seconds?))?$/i

/** Seconds of a duration: `01:23:45`, `1小时23分45秒`, minutes as a number, or a part of a day as a spreadsheet has it. */
export function durationIn(cell: string): number | null {
  const text = cell.normalize('NFKC').replace(/\s/g, '')
  if (text === '') return null
  const clock = CLOCK.exec(text)
  if (clock) {
    const [, first, second, third] = clock.map(Number)
    return third === undefined || Number.isNaN(third)
      ? first! * MINUTE_SECONDS + second!
      : first! * HOUR_SECONDS + second! * MINUTE_SECONDS + third
  }
  const number = Number(text)
  if (Number.isFinite(number) && number >= 0)
    return Math.round(number > 0 && number < 1 ? number * DAY_SECONDS : number * MINUTE_SECONDS)
  const words = IN_WORDS.exec(text)
  if (!words) return null
  const [hours = 0, minutes = 0, seconds = 0] = words.slice(1).map((part) => Number(part ?? 0))
  return hours * HOUR_SECONDS + minutes * MINUTE_SECONDS + seconds
}

const SECONDS_MAX = 2 ** 31 - 1
const ROWS_AT_ONCE = 200

/** The rows below the titles. Throws SHEET_EMPTY, SHEET_TOO_MANY_ROWS and CONFERENCE_TITLES_MISSING. */
export async function linesOf(rows: readonly TextRow[], given: GivenTitles): Promise<SheetLine[]> {
  const { columns, lines } = columnsIn(rows, given)
  if (lines.length === 0) throw new Refusal('SHEET_EMPTY')
  if (lines.length > CONFERENCE_ROWS_MAX)
    throw new Refusal('SHEET_TOO_MANY_ROWS', { params: { max: CONFERENCE_ROWS_MAX } })
  const read: SheetLine[] = []
  for (const [at, { number, cells }] of lines.entries()) {
    // Others are served between groups of rows, since each cell may grow as it is normalized.
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextTurn()
    // Cut before anything is normalized: one character may become eighteen.
    const cell = (column: ConferenceColumn) =>
      (cells[columns.get(column) ?? -1] ?? '').trim().slice(0, NAME_MAX)
    const seconds = durationIn(cell('duration'))
    read.push({
      rowNumber: number,
      nickname: cell('nickname'),
      role: cell('role') || null,
      firstIn: timeIn(cell('firstIn')),
      lastOut: timeIn(cell('lastOut')),
      staySeconds: seconds === null ? null : Math.min(seconds, SECONDS_MAX),
    })
  }
  return read
}

/** What a row says, so that the same one is known in another file. */
export const keyOf = ({ nickname, firstIn, lastOut }: SheetLine): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([nickname, firstIn, lastOut]))
    .digest()
