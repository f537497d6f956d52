import { DAMAGES, damage, type DamageName } from './damage.ts'
import { drawInvoice } from './drawing/draw.ts'
import { renderPdf } from './files/render-pdf.ts'
import { renderPng } from './files/render-svg.ts'
import { pickFonts } from './fonts.ts'
import { DRAWN_WIDTH } from './generate.ts'
import { makeInvoice, makePayload, type Invoice } from './invoice.ts'
import { seeded } from './random.ts'
import { fromCents } from '../src/fields/money.ts'

/** The levy on what persons sell, in per cent. */
const LEVY = 1
const PER_CENT = 100

/** What is printed on an invoice that a tax office issues for a person (代开). */
export interface ForPerson {
  number: string
  /** yyyy-MM-dd */
  date: string
  payer: { name: string; taxId: string }
  payee: { name: string; idNumber: string }
  /** What is sold, with its category. */
  goods: string
  totalCents: number
}

function invoiceOf(given: ForPerson): { invoice: Invoice; random: ReturnType<typeof seeded> } {
  const { number, date, payer, payee, goods, totalCents } = given
  const random = seeded(totalCents)
  const net = Math.round((totalCents * PER_CENT) / (PER_CENT + LEVY))
  const amount = fromCents(net)
  const tax = fromCents(totalCents - net)
  const base = makeInvoice(random, '32')
  const buyer = { ...base.buyer, ...payer }
  const seller = { ...base.seller, name: `${payee.name}（个人）`, taxId: payee.idNumber }
  const fields: Invoice['fields'] = {
    ...base.fields,
    invoice_number: number,
    issue_date: date,
    buyer_name: buyer.name,
    buyer_tax_id: buyer.taxId,
    seller_name: seller.name,
    seller_tax_id: seller.taxId,
    amount,
    tax_amount: tax,
    total_amount: fromCents(totalCents),
  }
  const items = [{ name: goods, pieces: 1, price: amount, amount, rate: `${LEVY}%`, tax }]
  const payload = makePayload(random, fields, base.kind)
  return { invoice: { ...base, fields, payload, buyer, seller, items, totalCents, remark: '代开' }, random }
}

/** What a company prints on the digital invoice that it sends as a PDF. */
export interface Printed {
  /** Equal seeds have the same seller, goods and sums. */
  seed: number
  number: string
  /** yyyy-MM-dd */
  date: string
  buyer: { name: string; taxId: string }
}

/** A digital invoice for a company, as a PDF with its text. */
export async function pdfForCompany({ seed, number, date, buyer }: Printed): Promise<Buffer> {
  const random = seeded(seed)
  const made = makeInvoice(random, '31')
  const printed = {
    invoice_number: number,
    issue_date: date,
    buyer_name: buyer.name,
    buyer_tax_id: buyer.taxId,
  }
  const fields: Invoice['fields'] = { ...made.fields, ...printed }
  const payload = makePayload(random, fields, made.kind)
  const invoice = { ...made, fields, payload, buyer: { ...made.buyer, ...buyer } }
  return renderPdf(drawInvoice(invoice, random, DAMAGES.none()))
}

/** The invoice as the PDF that the office hands out. */
export async function pdfForPerson(given: ForPerson): Promise<Buffer> {
  const { invoice, random } = invoiceOf(given)
  return renderPdf(drawInvoice(invoice, random, DAMAGES.none()))
}

/** The invoice as somebody photographs or scans it. */
export async function pictureForPerson(given: ForPerson, name: DamageName): Promise<Buffer> {
  const { invoice, random } = invoiceOf(given)
  const harm = DAMAGES[name](random)
  const marks = drawInvoice(invoice, random, harm)
  return damage(await renderPng(marks, pickFonts(random), DRAWN_WIDTH), harm, random)
}
