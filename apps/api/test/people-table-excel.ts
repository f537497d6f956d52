import { TITLES, type Line } from './people-table.ts'
import { workbookFile } from '@consilium/sheets/test/workbook-file.ts'

const LETTERS = 'ABCDEFGHI'
const DATE_STYLE = 1
/** 2026-11-20, in days since Excel's epoch. */
const A_DAY = 46_346
const EXPONENT_EVERY = 3

const inline = (place: string, text: string) =>
  text === '' ? '' : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
const number = (place: string, value: string, style = 0) => `<c r="${place}" s="${style}"><v>${value}</v></c>`
const shared = (place: string, index: number) => `<c r="${place}" t="s"><v>${index}</v></c>`

/** Excel writes large numbers with an exponent; 1.32E10 is a phone number too. */
const phoneNumber = (phone: string, row: number) =>
  row % EXPONENT_EVERY === 0 ? Number(phone).toExponential().toUpperCase().replace('E+', 'E') : phone

/** The table as Excel writes it: inline and shared strings, phones as numbers, and an extra column of dates. */
export function excelPeople(lines: readonly Line[]): Promise<Buffer> {
  const strings = [...new Set(lines.map(({ cells }) => cells[5]))]
  const header = [...TITLES, '入职日期'].map((title, index) => inline(`${LETTERS[index]}1`, title)).join('')
  const rows = lines.map(({ cells }, index) => {
    const row = index + 2
    const parts = cells.map((text, column) => {
      const place = `${LETTERS[column]}${row}`
      if (column === 1) return number(place, phoneNumber(text, row))
      return column === 5 ? shared(place, strings.indexOf(text)) : inline(place, text)
    })
    return `<row r="${row}" spans="1:9">${parts.join('')}${number(`I${row}`, String(A_DAY), DATE_STYLE)}</row>`
  })
  return workbookFile({
    rows: `<row r="1" spans="1:9">${header}</row>${rows.join('')}`,
    formats: '<xf numFmtId="0"/><xf numFmtId="14"/>',
    strings,
  })
}
