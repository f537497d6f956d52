import type { ExtractedFields } from '../fields/fields.ts'
import { findFirst, type XmlElement } from '../ofd/xml.ts'
import { readTags, type Tags } from './tags.ts'

/** The XML that the tax administration delivers a digital invoice as. */
const ROOT = 'EInvoice'
const TAGS: Tags = {
  invoice_number: ['InvoiceNumber', 'EIid'],
  issue_date: ['IssueTime', 'RequestTime'],
  buyer_name: ['BuyerName'],
  buyer_tax_id: ['BuyerIdNum'],
  seller_name: ['SellerName'],
  seller_tax_id: ['SellerIdNum'],
  amount: ['TotalAmWithoutTax'],
  tax_amount: ['TotalTaxAm'],
  total_amount: ['TotalTax-includedAmount'],
}
const SPECIAL = '01'
const RAIL = /铁路/
const AIR = /航空/

/** Goods are listed beside these, with names of their own that are alike. */
const PARTS = ['Header', 'SellerInformation', 'BuyerInformation', 'BasicInformation', 'TaxSupervisionInfo']

export const isDigitalInvoice = (data: XmlElement): boolean => data.name === ROOT

function kindOf(data: XmlElement): string {
  const label = findFirst(data, 'InherentLabel')
  const names = label ? textsOf(label) : ''
  if (RAIL.test(names)) return '51'
  if (AIR.test(names)) return '61'
  const kind = label && findFirst(label, 'GeneralOrSpecialVAT')
  return kind && findFirst(kind, 'LabelCode')?.text.trim() === SPECIAL ? '31' : '32'
}

const textsOf = (element: XmlElement): string => element.text + element.children.map(textsOf).join(' ')

export function fieldsOfDigital(data: XmlElement): ExtractedFields {
  const children = PARTS.toReversed().flatMap((name) => findFirst(data, name) ?? [])
  const parts: XmlElement = { name: ROOT, attributes: {}, children, text: '' }
  return {
    ...readTags(parts, TAGS),
    invoice_type: { value: kindOf(data), confidence: 1, source: 'xml' },
  }
}
