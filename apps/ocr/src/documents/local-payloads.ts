import { calendarDate } from '../fields/calendar-date.ts'
import { fromCents, normalizeAmount } from '../fields/money.ts'
import type { QrInvoice } from '../qr/qr-invoice.ts'

/** Blockchain invoices are electronic ordinary ones; the code's address has no kind. */
const ELECTRONIC_ORDINARY = '10'
const TOLL = '14'
/** Only the tax administration's own hosts, so that the address of a shop's bill is no invoice. */
const TAX_HOST = /(?:^|\.)chinatax\.gov\.cn$/
const BILL_NUMBER = /^(?:\d{8}|\d{20})$/
const FEN = /^-?\d{1,12}$/

const DATE = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/
const CODE = /^\d{8,12}$/
/** Twelve digits: a zero, the region (GB/T 2260) and the year, or without the zero. */
const TOLL_CODE = /^0?(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5])\d{2}(?:1[2-9]|2\d)\d*$/
const TOLL_CODE_LENGTH = 12
const TOLL_NUMBER = /^\d{8}$/
const NUMBER = /^(?:\d{8,10}|\d{20})$/
const TAX_ID = /^[\dA-Z]{15,20}$/i
const LONG_HASH = /^[\dA-F]{32,128}$/i
/** A buyer has a name in Chinese or Latin letters. */
const NAME = /[\p{Script=Han}A-Za-z]{2}/u
const NAME_MAX_LENGTH = 100

const dateOf = (slot: string): string | null => {
  const [, year, , month = '', day = ''] = DATE.exec(slot) ?? []
  return calendarDate(year, month.padStart(2, '0'), day.padStart(2, '0'))
}

/** `https://…chinatax.gov.cn/verify/scan?hash=…&bill_num=…&total_amount=…`; the total is in hundredths of a yuan. */
export function parseBlockchainAddress(raw: string): QrInvoice | null {
  const address = URL.parse(raw.trim())
  if (!address || !TAX_HOST.test(address.hostname)) return null
  const number = address.searchParams.get('bill_num') ?? ''
  const total = address.searchParams.get('total_amount') ?? ''
  if (!BILL_NUMBER.test(number) || !FEN.test(total)) return null
  return {
    invoiceType: ELECTRONIC_ORDINARY,
    invoiceCode: null,
    invoiceNumber: number,
    issueDate: null,
    amount: fromCents(Number(total)),
    checkCode: null,
    includesTax: true,
  }
}

/** `01,10,code,number,seller's tax id,amount,date,hash`: blockchain invoices whose code is no address. */
export function parseBlockchainSlots(slots: readonly string[]): QrInvoice | null {
  const [mark, invoiceType = '', code = '', number = '', taxId = '', amount = '', date = '', hash = ''] =
    slots
  const issueDate = dateOf(date)
  const normalAmount = normalizeAmount(amount)
  const fits = mark === '01' && invoiceType === ELECTRONIC_ORDINARY && CODE.test(code) && NUMBER.test(number)
  if (!fits || !TAX_ID.test(taxId) || !LONG_HASH.test(hash) || !issueDate || !normalAmount) return null
  return {
    invoiceType,
    invoiceCode: code,
    invoiceNumber: number,
    issueDate,
    amount: normalAmount,
    checkCode: null,
    sellerTaxId: taxId.toUpperCase(),
  }
}

/** `code,number,amount,date,buyer`: electronic toll invoices of the provinces; the amount is what was paid. */
export function parseTollSlots(slots: readonly string[]): QrInvoice | null {
  const [code = '', number = '', amount = '', date = '', buyer = '', ...more] = slots
  const issueDate = dateOf(date)
  const normalAmount = normalizeAmount(amount)
  const isCode = code.length === TOLL_CODE_LENGTH && TOLL_CODE.test(code)
  if (!isCode || !TOLL_NUMBER.test(number) || !issueDate || !normalAmount) return null
  if (!NAME.test(buyer) || buyer.length > NAME_MAX_LENGTH || more.some((slot) => slot !== '')) return null
  return {
    invoiceType: TOLL,
    invoiceCode: code,
    invoiceNumber: number,
    issueDate,
    amount: normalAmount,
    checkCode: null,
    includesTax: true,
    buyerName: buyer,
    isBare: true,
  }
}
