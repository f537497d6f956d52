import { z } from 'zod'
import * as f from './fields.ts'
import { FieldSource, type InvoiceField, nullableByName } from './recognition.ts'

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/**
 * Maps the recognition service's name of each field to the platform's, in the order of the form. The type rejects a
 * wrong pair.
 */
export const INVOICE_READ_FIELD_OF: { readonly [Field in InvoiceField]: CamelCase<Field> } = {
  invoice_type: 'invoiceType',
  invoice_code: 'invoiceCode',
  invoice_number: 'invoiceNumber',
  issue_date: 'issueDate',
  check_code: 'checkCode',
  buyer_name: 'buyerName',
  buyer_tax_id: 'buyerTaxId',
  seller_name: 'sellerName',
  seller_tax_id: 'sellerTaxId',
  amount: 'amount',
  tax_amount: 'taxAmount',
  total_amount: 'totalAmount',
}
export const INVOICE_READ_FIELDS = Object.values(INVOICE_READ_FIELD_OF)
export const InvoiceReadField = z.enum(INVOICE_READ_FIELDS)
export type InvoiceReadField = z.infer<typeof InvoiceReadField>

export const InvoiceReading = z
  .object({
    file: z.string().nullable().meta({ description: 'Path in the archive; null without an archive' }),
    page: z.int().min(1),
    qrRaw: z.string().nullable(),
    fields: nullableByName(INVOICE_READ_FIELDS, z.string()).meta({ description: 'As read' }),
    confidence: nullableByName(INVOICE_READ_FIELDS, z.number()).meta({ description: '0 to 1' }),
    source: nullableByName(INVOICE_READ_FIELDS, FieldSource),
    checks: z.object({
      amountsAddUp: z.boolean().nullable(),
      qrMatchesText: z.boolean().nullable(),
      buyerTaxIdValid: z.boolean().nullable(),
      sellerTaxIdValid: z.boolean().nullable(),
      differences: z
        .array(z.object({ field: InvoiceReadField, qr: z.string(), text: z.string() }))
        .meta({ description: 'Values in which QR code and printed text differ' }),
    }),
  })
  .meta({
    id: 'InvoiceReading',
    description: 'The recognized values, which remain when people correct the fields',
  })
export type InvoiceReading = z.infer<typeof InvoiceReading>

export const FirstUse = z
  .object({
    isFirst: z.boolean().meta({ description: 'Whether this record is the first use' }),
    uses: z
      .int()
      .min(2)
      .meta({ description: 'Number of records with the same invoice or file, including this one' }),
    recordId: f.id.nullable().meta({ description: 'First record; null if its meeting is out of reach' }),
    meetingId: f.id.nullable(),
    meetingName: z.string().nullable(),
    createTime: z.string().meta({ description: 'Time of the first use' }),
  })
  .meta({
    id: 'InvoiceFirstUse',
    description:
      'Where an invoice that is there more than once, by its code and number or its file, was used first',
  })
export type FirstUse = z.infer<typeof FirstUse>
