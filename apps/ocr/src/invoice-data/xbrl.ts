import type { ExtractedFields } from '../fields/fields.ts'
import { findFirst, type XmlElement } from '../ofd/xml.ts'
import { readTags, type Tags } from './tags.ts'

/**
 * Names of elements in the accounting data standard for electronic vouchers of the ministry of finance: of VAT invoices (`inv`),
 * rail tickets (`rai`) and digital invoices (`einv`). Producers choose the prefixes themselves.
 */
const TAGS: Tags = {
  invoice_code: ['CodeOfInvoice'],
  invoice_number: ['NumberOfInvoice', 'ElectronicInvoiceRailwayETicketNumber', 'InvoiceNumber'],
  issue_date: ['DateOfIssue', 'RequestTime'],
  check_code: ['IdentifyingCode'],
  buyer_name: ['NameOfPurchaser', 'BuyerName'],
  buyer_tax_id: [
    'TaxpayerIdentificationNumberUnifiedSocialCreditCodeOfPurchaser',
    'UnifiedSocialCreditCodeOfPurchaser',
    'BuyerIdNum',
  ],
  seller_name: ['NameOfSeller', 'SellerName'],
  seller_tax_id: [
    'TaxpayerIdentificationNumberUnifiedSocialCreditCodeOfSeller',
    'UnifiedSocialCreditCodeOfSeller',
    'SellerIdNum',
  ],
  amount: ['TotalAmountExcludingTax', 'TotalAmWithoutTax'],
  tax_amount: ['TotalTaxAmount', 'TaxAmount', 'TotalTaxAm'],
  total_amount: ['TaxIncludedAmountInFigures', 'Fare', 'TotalTax-includedAmount'],
}

/** The kind by what the data call it, the more specific names first. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/铁路/, '51'],
  [/航空/, '61'],
  [/电子专用/, '08'],
  [/电子普通/, '10'],
]

const NAMESPACE = /^http:\/\/xbrl\.mof\.gov\.cn\/taxonomy\//

/** Whether this is an instance of that standard. */
export const isVoucher = (data: XmlElement): boolean =>
  data.name === 'xbrl' && Object.values(data.attributes).some((value) => NAMESPACE.test(value))

export function fieldsOfVoucher(data: XmlElement): ExtractedFields {
  const title = ['TypeOfInvoice', 'TypeOfVoucher'].map((name) => findFirst(data, name)?.text ?? '').join(' ')
  const kind = KINDS.find(([pattern]) => pattern.test(title))?.[1]
  return {
    ...readTags(data, TAGS),
    invoice_type: kind === undefined ? null : { value: kind, confidence: 1, source: 'xml' },
  }
}
