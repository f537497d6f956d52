import type { DraftKind, InvoiceField, TextLine } from '@consilium/contract/recognition/recognition.ts'
import { calendarDate } from './fields/calendar-date.ts'
import { boxOf, type PageSize } from './fields/field-box.ts'
import { type ExtractedFields, type FoundValue, foundAt, noFields } from './fields/fields.ts'
import { findCode, findDate, findNumber, toDate } from './fields/heading.ts'
import { levelLines } from './fields/levelled.ts'
import { fromCents } from './fields/money.ts'
import { toName } from './fields/plain-text.ts'
import { findSpans, type Row, type Span, textOf, toRows } from './fields/rows.ts'

/** What a slip without the code of an invoice says: a proposal for a person. */
export interface SlipReading {
  kind: DraftKind
  currency: string
  fields: ExtractedFields
}

/** The words by which each kind names itself, the more specific kinds first. */
const KINDS: readonly (readonly [DraftKind, RegExp])[] = [
  ['taxi', /出租\s?(?:汽)?车|计程车|上车.{0,20}下车|里程.{0,20}单价|TAXI/iu],
  ['rail', /限乘当日当次车|二等座|一等座|商务座|硬座|软卧|硬卧|检票口|中国铁路|\d{2}车\d{1,3}[A-F]?号/u],
  ['medical', /医疗.{0,12}(?:票据|收据|收费)|门诊.{0,8}(?:票据|收费|收据)|住院.{0,8}(?:票据|收费|收据)/u],
  ['toll', /通行费|过路费|过桥费|收费站|高速公路.{0,10}(?:票据|收据|发票)/u],
  ['machine', /机打\s?发票|通用.{0,8}发票|定额\s?发票|客运.{0,8}发票|服务业.{0,10}发票|机打\s?号码/u],
  ['overseas', /\b(?:tax\s?)?invoice\b|\breceipt\b/iu],
]
const HAN = /\p{Script=Han}/gu
/** A text of another country has fewer Chinese characters. */
const HAN_MAX = 12

/** The kind of slip that these texts name; null if they name none. */
export function slipKind(texts: readonly string[]): DraftKind | null {
  const whole = texts.join('\n')
  const kind = KINDS.find(([, words]) => words.test(whole))?.[0] ?? null
  return kind === 'overseas' && (whole.match(HAN)?.length ?? 0) > HAN_MAX ? null : kind
}

/** Amounts with one or two decimals, since fares and overseas bills print them so. */
const MONEY = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?(?![\d.])|(?<![\d.,])\d{1,9}\.\d{1,2}(?![\d.])/gu
const TOTAL_LABELS = [
  /(?:grand\s?)?total(?:\s?(?:due|amount|paid))?|amount\s?(?:due|paid)|balance\s?due/giu,
  /金额合计|合计金额|实收金额|实收|总\s?金额|总\s?计|票\s?价|金\s?额|小\s?写|合\s?计|收费额?/gu,
]
const RAIL_FARE = /[¥]\s?(\d{1,5}(?:\.\d{1,2})?)\s?元?/gu
/** Currencies by the signs and letters that bills print before or after an amount. */
const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/HK\$|HKD/u, 'HKD'],
  [/S\$|SGD/u, 'SGD'],
  [/A\$|AUD/u, 'AUD'],
  [/€|EUR/u, 'EUR'],
  [/£|GBP/u, 'GBP'],
  [/JPY|円/u, 'JPY'],
  [/US\$|USD|\$/u, 'USD'],
]
const YUAN = 'CNY'

const centsOf = (text: string): number => Math.round(Number(text.replaceAll(',', '')) * 100)

function toMoney(span: Span | undefined): FoundValue | null {
  const [digits] = (span && textOf(span).match(/[\d,]+(?:\.\d{1,2})?/u)) ?? []
  return span && digits ? foundAt(fromCents(centsOf(digits)), [span]) : null
}

/** The amount after the label of a total, the lowest first; without a label the only amount of the page. */
function findTotal(rows: readonly Row[], kind: DraftKind): FoundValue | null {
  if (kind === 'rail') return toMoney(findSpans(rows, RAIL_FARE)[0])
  for (const label of TOTAL_LABELS)
    for (const span of findSpans(rows, label).toReversed()) {
      const after = findSpans([span.row], MONEY).find(({ start }) => start >= span.end)
      if (after) return toMoney(after)
    }
  const all = findSpans(rows, MONEY)
  return new Set(all.map(textOf)).size === 1 ? toMoney(all[0]) : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NAMED_DATE =
  /(?<day>\d{1,2})(?:st|nd|rd|th)?[ .-](?<month>[A-Za-z]{3})[a-z]{0,6}[ .,-]{1,2}(?<year>20\d\d)|(?<monthFirst>[A-Za-z]{3})[a-z]{0,6}\.? (?<dayThen>\d{1,2})(?:st|nd|rd|th)?,? (?<yearThen>20\d\d)/gu
const ANY_DATE = /20\d\d\s?[年\-./]\s?\d{1,2}\s?[月\-./]\s?\d{1,2}/gu

function namedDate(text: string): string | null {
  const { groups } = NAMED_DATE.exec(text) ?? {}
  NAMED_DATE.lastIndex = 0
  const name = (groups?.['month'] ?? groups?.['monthFirst'] ?? '').toLowerCase()
  const month = String(MONTHS.indexOf(name) + 1).padStart(2, '0')
  const day = (groups?.['day'] ?? groups?.['dayThen'] ?? '').padStart(2, '0')
  return calendarDate(groups?.['year'] ?? groups?.['yearThen'], month, day)
}

function findAnyDate(rows: readonly Row[]): FoundValue | null {
  const labelled = findDate(rows)
  if (labelled) return labelled
  for (const [pattern, read] of [
    [ANY_DATE, toDate],
    [NAMED_DATE, namedDate],
  ] as const)
    for (const span of findSpans(rows, pattern)) {
      const value = read(textOf(span))
      if (value) return foundAt(value, [span])
    }
  return null
}

const OVERSEAS_NUMBER =
  /(?:invoice|receipt)\s?(?:no\.?|number|#)\s?[:.]?\s?(?<number>[A-Z0-9][A-Z0-9/-]{2,24})/giu
const RAIL_NUMBER = /(?<![0-9A-Z])[A-Z]\d{6}(?!\d)|(?<![0-9A-Z])\d{2}[A-Z]\d{6}(?!\d)/gu
const BILL_NUMBER = /(?:票据|流水|票)\s?号\s?码?\s?[:]?\s?(?<number>\d{6,20})/gu

function spanNumber(rows: readonly Row[], pattern: RegExp): FoundValue | null {
  const span = findSpans(rows, pattern)[0]
  if (!span) return null
  const text = textOf(span)
  const [number = text] = /(?<![A-Z0-9/-])[A-Z0-9/-]+$/iu.exec(text) ?? []
  return foundAt(number, [{ ...span, start: span.end - number.length }])
}

function findSlipNumber(rows: readonly Row[], kind: DraftKind): FoundValue | null {
  if (kind === 'overseas') return spanNumber(rows, OVERSEAS_NUMBER)
  if (kind === 'rail') return spanNumber(rows, RAIL_NUMBER)
  return findNumber(rows) ?? spanNumber(rows, BILL_NUMBER)
}

const SELLER_LABEL =
  /(?:收款单位|单位名称|收费单位|开票单位|商户名称|销售方|公司名称)(?:\([^)]*\))?\s?:?\s?/gu
const SELLER_NAME = /^[\p{Script=Han}()（）A-Za-z0-9]{4,40}/u
const RAILWAY = '中国国家铁路集团有限公司'

function findSeller(rows: readonly Row[], kind: DraftKind): FoundValue | null {
  for (const label of findSpans(rows, SELLER_LABEL)) {
    const [name] = SELLER_NAME.exec(label.row.text.slice(label.end)) ?? []
    if (name) return foundAt(toName(name), [{ ...label, start: label.end, end: label.end + name.length }])
  }
  if (kind === 'rail') return { value: RAILWAY, confidence: 0.5, spans: [], isDerived: true }
  const [first] = rows
  // The head of a bill from abroad is the name of who issues it.
  if (kind !== 'overseas' || !first || /invoice|receipt/iu.test(first.text)) return null
  return foundAt(first.text.split('\t')[0]!.trim(), [{ row: first, start: 0, end: first.text.length }])
}

function currencyOf(rows: readonly Row[], kind: DraftKind): string {
  if (kind !== 'overseas') return YUAN
  const text = rows.map((row) => row.text).join('\n')
  return CURRENCIES.find(([sign]) => sign.test(text))?.[1] ?? YUAN
}

/** Reads a slip; null if the lines name no kind of slip, or say neither a sum nor a date. */
export function readSlip(lines: readonly TextLine[], page: number, size: PageSize): SlipReading | null {
  const rows = toRows(levelLines(lines))
  const kind = slipKind(rows.map(({ text }) => text))
  if (!kind) return null
  const number = findSlipNumber(rows, kind)
  const code = kind === 'overseas' || kind === 'rail' ? null : findCode(rows, number?.value ?? null)
  const found: Partial<Record<InvoiceField, FoundValue | null>> = {
    invoice_code: code?.value === number?.value ? null : code,
    invoice_number: number,
    issue_date: findAnyDate(rows),
    seller_name: findSeller(rows, kind),
    total_amount: findTotal(rows, kind),
  }
  if (!found.total_amount || !(found.invoice_number ?? found.issue_date)) return null
  const fields = noFields()
  for (const [field, value] of Object.entries(found) as [InvoiceField, FoundValue | null][])
    if (value)
      fields[field] = {
        value: value.value,
        confidence: value.confidence,
        source: value.isDerived ? 'derived' : 'text',
        box: boxOf(value.spans, page, size),
      }
  return { kind, currency: currencyOf(rows, kind), fields }
}
