import { calendarDate } from '../fields/calendar-date.ts'
import { normalizeAmount } from '../fields/money.ts'
import type { QrInvoice } from './qr-invoice.ts'
import { parseBlockchainAddress, parseBlockchainSlots, parseTollSlots } from '../documents/local-payloads.ts'

export type QrPayload = { ok: true; invoice: QrInvoice } | { ok: false; reason: string }

/** A code that was read and whose payload is an invoice. */
export interface QrReading {
  raw: string
  invoice: QrInvoice
}

interface Kind {
  codeLengths: readonly number[]
  numberLengths: readonly number[]
  checkLengths: readonly number[]
  /** Whether date and amount are required. */
  dated: boolean
  includesTax: boolean
}

const SHORT_NUMBER = 8
const LONG_NUMBER = 20
const CHECK_CODE = 20
const excluding = { numberLengths: [SHORT_NUMBER], dated: true, includesTax: false }
const special: Kind = { ...excluding, codeLengths: [10], checkLengths: [0] }
const ordinary: Kind = { ...excluding, codeLengths: [10, 12], checkLengths: [CHECK_CODE] }
const electronic: Kind = { ...excluding, codeLengths: [12], checkLengths: [CHECK_CODE] }
const roll: Kind = { ...ordinary, checkLengths: [0, CHECK_CODE], dated: false }
/** The code of a motor vehicle's invoice has what its verification asks for, which is the price without tax. */
const vehicle: Kind = { ...excluding, codeLengths: [12], checkLengths: [0, CHECK_CODE] }
const digital: Kind = {
  codeLengths: [0],
  numberLengths: [LONG_NUMBER],
  checkLengths: [0],
  dated: true,
  includesTax: true,
}

/** Digital invoices on paper: their codes have the number of the digital invoice, or code and number of the paper. */
const digitalPaper: Kind = {
  ...digital,
  codeLengths: [0, 10, 12],
  numberLengths: [LONG_NUMBER, SHORT_NUMBER],
  checkLengths: [0, CHECK_CODE],
}

/** 14 is an electronic toll invoice, 51 a rail ticket, 61 an air itinerary. */
const KINDS: Readonly<Record<string, Kind>> = {
  '01': special,
  '03': vehicle,
  '04': ordinary,
  '08': electronic,
  '10': electronic,
  '11': roll,
  '14': electronic,
  '20': electronic,
  '31': digital,
  '32': digital,
  '51': digital,
  '61': digital,
  '85': digitalPaper,
  '86': digitalPaper,
}

/** Whether the amount in the code of this kind of invoice includes tax. */
export const amountIncludesTax = (invoiceType: string): boolean => KINDS[invoiceType]?.includesTax ?? false

/** Whether the amount that was read from this code includes tax. */
export const includesTax = ({ invoiceType, includesTax: stated }: QrInvoice): boolean =>
  stated ?? amountIncludesTax(invoiceType)

const MARK = '01'
const PAYLOAD_MAX_LENGTH = 400
const SLOTS_MIN = 7
/** Some rail tickets end with the date. */
const RAIL = '51'
const RAIL_SLOTS_MIN = 6
const SLOTS_MAX = 9
const DIGITS = /^\d*$/
const DATE = /^(\d{4})(-?)(\d{2})\2(\d{2})$/
const CHECKSUM = /^(?:[\dA-Fa-f]{3,5})?$/
/** Special invoices have no check code. Some issuers put the checksum into its slot and leave the next one empty. */
const CHECKSUM_IN_CHECK_SLOT = /^[\dA-Fa-f]{3,5}$/
const isMovedChecksum = (check: string, checksum: string, kind: Kind): boolean =>
  kind === special && checksum === '' && CHECKSUM_IN_CHECK_SLOT.test(check)
/** Some issuers pad the payload, and some begin it with a byte-order mark. */
const PADDING = /^[\s\u0000]+|(?<![\s\u0000])[\s\u0000]+$/g

const isDigits = (slot: string, lengths: readonly number[]) =>
  DIGITS.test(slot) && lengths.includes(slot.length)

const describeLengths = (lengths: readonly number[]) =>
  lengths.map((length) => (length === 0 ? 'empty' : `${length} digits`)).join(' or ')

function toDate(slot: string): string | null {
  const [, year, , month, day] = DATE.exec(slot) ?? []
  return calendarDate(year, month, day)
}

const refuse = (reason: string): QrPayload => ({ ok: false, reason })

function parseSlots(slots: readonly string[], kind: Kind): QrPayload {
  const [, invoiceType = '', code = '', number = '', amount = '', date = '', slot = '', checksum = ''] = slots
  const check = isMovedChecksum(slot, checksum, kind) ? '' : slot
  if (!isDigits(code, kind.codeLengths))
    return refuse(`invoice code must be ${describeLengths(kind.codeLengths)} for type ${invoiceType}`)
  if (!isDigits(number, kind.numberLengths))
    return refuse(`invoice number must be ${describeLengths(kind.numberLengths)} for type ${invoiceType}`)
  if (!isDigits(check, kind.checkLengths))
    return refuse(`check code must be ${describeLengths(kind.checkLengths)} for type ${invoiceType}`)
  const issueDate = toDate(date)
  if (issueDate === null && (kind.dated || date !== '')) return refuse('issue date is not a date')
  const normalAmount = normalizeAmount(amount)
  if (normalAmount === null && (kind.dated || amount !== '')) return refuse('amount is not an amount')
  return {
    ok: true,
    invoice: {
      invoiceType,
      invoiceCode: code || null,
      invoiceNumber: number,
      issueDate,
      amount: normalAmount,
      checkCode: check || null,
    },
  }
}

/** Kinds of codes that some provinces and cities have of their own. */
function parseLocal(raw: string, slots: readonly string[]): QrInvoice | null {
  return parseBlockchainAddress(raw) ?? parseBlockchainSlots(slots) ?? parseTollSlots(slots)
}

/** Parses the payload of a QR code; `reason` says in English why it is not an invoice. */
export function parseQrPayload(raw: string): QrPayload {
  if (raw.length > PAYLOAD_MAX_LENGTH) return refuse('payload is too long for an invoice')
  const payload = raw.replace(PADDING, '')
  const slots = payload.split(',').map((slot) => slot.trim())
  const local = parseLocal(payload, slots)
  if (local) return { ok: true, invoice: local }
  if (slots[0] !== MARK) return refuse(`payload is not an invoice: it does not begin with ${MARK}`)
  const fewest = slots[1] === RAIL ? RAIL_SLOTS_MIN : SLOTS_MIN
  if (slots.length < fewest || slots.length > SLOTS_MAX)
    return refuse(`payload has ${slots.length} parts instead of ${fewest} to ${SLOTS_MAX}`)
  const kind = Object.hasOwn(KINDS, slots[1] ?? '') ? KINDS[slots[1] ?? ''] : undefined
  if (!kind) return refuse('type of invoice is unknown')
  if (!CHECKSUM.test(slots[7] ?? '')) return refuse('checksum is not 3 to 5 hexadecimal characters')
  if ((slots[8] ?? '') !== '') return refuse('payload continues after its checksum')
  return parseSlots(slots, kind)
}
