import { SheetError } from './sheet-error.ts'
import { STORED_TEXT_MAX, StringText, unescapeText } from './shared-strings.ts'
import { SHEET_ROWS_MAX, SheetText, type TextRow } from './sheet-text.ts'
import type { WorkbookIndex } from './workbook-index.ts'
import { parseXml, type Attributes } from './xml-events.ts'

const REFERENCE = /^([A-Z]{1,3})\d{1,7}$/
const LETTERS = 26
const BEFORE_A = 64
const DAY_SECONDS = 86_400
const SECOND_MS = 1000
/** Days from Excel's day 0 to 1970, and to the first day of the 1904 date system. */
const EPOCH_DAYS = 25_569
const SINCE_1904_DAYS = 1462
/** Excel counts a 29 February 1900, which did not exist: earlier days are one short. */
const FIRST_RIGHT_DAY = 60
/** 9999-12-31; larger numbers are not dates. */
const LAST_DAY = 2_958_465
const DATE_LENGTH = 'yyyy-MM-dd'.length
const TIME_LENGTH = 'yyyy-MM-ddTHH:mm:ss'.length
const MIDNIGHT = ' 00:00:00'

const withoutMidnight = (text: string) => (text.endsWith(MIDNIGHT) ? text.slice(0, DATE_LENGTH) : text)

/** Converts a serial number to `yyyy-MM-dd`, with the time if it has one, rounded to the second. */
function dateText(serial: number, since1904: boolean): string {
  const days = serial + (since1904 ? SINCE_1904_DAYS : 0) + (!since1904 && serial < FIRST_RIGHT_DAY ? 1 : 0)
  const moment = new Date(Math.round((days - EPOCH_DAYS) * DAY_SECONDS) * SECOND_MS)
  return withoutMidnight(moment.toISOString().slice(0, TIME_LENGTH).replace('T', ' '))
}

/** A -> 0, Z -> 25, AA -> 26. */
const columnIndex = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - BEFORE_A, 0) - 1

/** A cell that is being read. */
interface Cell {
  column: number
  type: string
  style: string | undefined
  value: string
  inline: StringText
}

/** Returns the text of a cell in any storage type (ECMA-376 part 1, 18.18.11); formulas by their last result. */
function textOf({ type, style, value, inline }: Cell, index: WorkbookIndex): string {
  switch (type) {
    case 'inlineStr':
      return inline.take()
    case 's':
      return index.strings[Number(value)] ?? ''
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'd':
      return withoutMidnight(value.slice(0, TIME_LENGTH).replace('T', ' '))
    case 'str':
    case 'e':
      return unescapeText(value)
    default:
      return numberText(value, index.isDate(style), index.since1904)
  }
}

/** Numbers keep all their digits, so that a phone number survives whatever its display format. */
function numberText(value: string, isDate: boolean, since1904: boolean): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  return isDate && number >= 1 && number <= LAST_DAY ? dateText(number, since1904) : String(number)
}

/** Reads the rows and cells of a sheet. Either may lack its position, and is then the next one. */
class SheetReading {
  readonly text: SheetText
  readonly #index: WorkbookIndex
  #row = 0
  #nextColumn = 0
  #cell: Cell | null = null
  #inValue = false

  constructor(index: WorkbookIndex, rowsMax: number) {
    this.#index = index
    this.text = new SheetText(rowsMax)
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'row') this.#openRow(attributes.get('r'))
    else if (name === 'c') this.#openCell(attributes)
    else if (name === 'v') this.#inValue = this.#cell !== null
    else this.#cell?.inline.open(name)
  }

  add(text: string): void {
    if (!this.#cell) return
    if (this.#inValue) {
      if (this.#cell.value.length < STORED_TEXT_MAX) this.#cell.value += text.slice(0, STORED_TEXT_MAX)
    } else this.#cell.inline.add(text)
  }

  close(name: string): void {
    if (name === 'v') this.#inValue = false
    else if (name === 'c') this.#closeCell()
    else this.#cell?.inline.close(name)
  }

  #openRow(reference: string | undefined): void {
    const number = reference === undefined ? this.#row + 1 : Number(reference)
    // Rows must be in order; otherwise one row could appear twice.
    if (!Number.isInteger(number) || number <= this.#row || number > SHEET_ROWS_MAX)
      throw new SheetError('NOT_READABLE')
    this.#row = number
    this.#nextColumn = 0
  }

  #openCell(attributes: Attributes): void {
    const reference = attributes.get('r')
    const letters = REFERENCE.exec(reference ?? '')?.[1]
    if (reference !== undefined && letters === undefined) throw new SheetError('NOT_READABLE')
    const column = letters === undefined ? this.#nextColumn : columnIndex(letters)
    this.#nextColumn = column + 1
    const inline = new StringText()
    this.#cell = { column, type: attributes.get('t') ?? 'n', style: attributes.get('s'), value: '', inline }
  }

  #closeCell(): void {
    if (this.#cell) this.text.add(this.#row, this.#cell.column, textOf(this.#cell, this.#index))
    this.#cell = null
  }
}

/**
 * Returns the non-empty rows of a sheet as text. Refuses with TOO_MANY_ROWS, TOO_LARGE and
 * NOT_READABLE.
 */
export function readSheetCells(index: WorkbookIndex, rowsMax: number): TextRow[] {
  const reading = new SheetReading(index, rowsMax)
  parseXml(index.sheet, {
    open: (name, attributes) => reading.open(name, attributes),
    text: (text) => reading.add(text),
    close: (name) => reading.close(name),
  })
  return reading.text.rows
}
