import type { Invoice } from './invoice.ts'
import { escapeXml } from './page-units.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const tag = (name: string, value: string | null) => `<${name}>${escapeXml(value ?? '')}</${name}>`

/** The XML that the tax administration delivers a digital invoice as; `signature` stands at its end. */
export function digitalXml({ fields }: Invoice, signature = ''): string {
  const kind = fields.invoice_type === '31' ? '01' : '02'
  const label = `<InherentLabel><GeneralOrSpecialVAT>${tag('LabelCode', kind)}</GeneralOrSpecialVAT></InherentLabel>`
  const party = (role: 'Seller' | 'Buyer', name: string | null, id: string | null) =>
    `<${role}Information>${tag(`${role}IdNum`, id)}${tag(`${role}Name`, name)}</${role}Information>`
  const sums = [
    tag('TotalAmWithoutTax', fields.amount),
    tag('TotalTaxAm', fields.tax_amount),
    tag('TotalTax-includedAmount', fields.total_amount),
    tag('RequestTime', `${fields.issue_date} 09:30:00`),
  ]
  return (
    `${HEAD}\n<EInvoice><Header>${tag('EIid', fields.invoice_number)}${label}</Header><EInvoiceData>` +
    party('Seller', fields.seller_name, fields.seller_tax_id) +
    party('Buyer', fields.buyer_name, fields.buyer_tax_id) +
    `<BasicInformation>${sums.join('')}</BasicInformation>` +
    `<IssuItemInformation>${tag('Amount', '1.00')}${tag('TotaltaxIncludedAmount', '1.03')}</IssuItemInformation></EInvoiceData>` +
    `<TaxSupervisionInfo>${tag('InvoiceNumber', fields.invoice_number)}${tag('IssueTime', fields.issue_date)}</TaxSupervisionInfo>` +
    `${signature}</EInvoice>`
  )
}

/** Data for accounting in the ministry of finance's standard, of an electronic VAT invoice. */
export function voucherXml({ fields }: Invoice): string {
  const of = (name: string, value: string | null) => tag(`inv:${name}`, value)
  const id = 'TaxpayerIdentificationNumberUnifiedSocialCreditCodeOf'
  const content = [
    of('TypeOfInvoice', '增值税电子普通发票'),
    of('CodeOfInvoice', fields.invoice_code),
    of('NumberOfInvoice', fields.invoice_number),
    of('DateOfIssue', fields.issue_date),
    of('IdentifyingCode', fields.check_code),
    of('NameOfPurchaser', fields.buyer_name),
    of(`${id}Purchaser`, fields.buyer_tax_id),
    of('NameOfSeller', fields.seller_name),
    of(`${id}Seller`, fields.seller_tax_id),
    of('TotalAmountExcludingTax', fields.amount),
    of('TotalTaxAmount', fields.tax_amount),
    of('TaxIncludedAmountInFigures', fields.total_amount),
  ]
  return `${HEAD}<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:inv="http://xbrl.mof.gov.cn/taxonomy/2021-11-30/inv">${content.join('')}</xbrl>`
}
