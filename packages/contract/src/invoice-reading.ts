import { z } from 'zod'
import * as f from './fields.ts'
import { FieldSource } from './recognition.ts'

/** The twelve fields as the platform names them, in the order of the form. */
export const INVOICE_READ_FIELDS = [
  'invoiceType',
  'invoiceCode',
  'invoiceNumber',
  'issueDate',
  'checkCode',
  'buyerName',
  'buyerTaxId',
  'sellerName',
  'sellerTaxId',
  'amount',
  'taxAmount',
  'totalAmount',
] as const
export const InvoiceReadField = z.enum(INVOICE_READ_FIELDS)
export type InvoiceReadField = z.infer<typeof InvoiceReadField>

const perField = <T extends z.ZodType>(value: T) =>
  z.object(
    Object.fromEntries(INVOICE_READ_FIELDS.map((name) => [name, value.nullable()])) as Record<
      InvoiceReadField,
      z.ZodNullable<T>
    >,
  )

export const InvoiceReading = z
  .object({
    file: z.string().nullable().meta({ description: 'Its path in the archive; null where it came alone' }),
    page: z.int().min(1),
    qrRaw: z.string().nullable(),
    fields: perField(z.string()).meta({ description: 'As read' }),
    confidence: perField(z.number()).meta({ description: '0 to 1' }),
    source: perField(FieldSource),
    checks: z.object({
      amountsAddUp: z.boolean().nullable(),
      qrMatchesText: z.boolean().nullable(),
      buyerTaxIdValid: z.boolean().nullable(),
      sellerTaxIdValid: z.boolean().nullable(),
      differences: z
        .array(z.object({ field: InvoiceReadField, qr: z.string(), text: z.string() }))
        .meta({ description: 'Where QR code and printed text disagree' }),
    }),
  })
  .meta({ id: 'InvoiceReading', description: 'What the machine read; it stays as people correct the fields' })
export type InvoiceReading = z.infer<typeof InvoiceReading>

export const FirstUse = z
  .object({
    isFirst: z.boolean().meta({ description: 'Whether this record is the first use itself' }),
    uses: z
      .int()
      .min(2)
      .meta({ description: 'Records that the invoice or its file stands in, this one included' }),
    recordId: f.id.nullable().meta({ description: 'The first; null where its meeting is out of reach' }),
    meetingId: f.id.nullable(),
    meetingName: z.string().nullable(),
    createTime: z.string().meta({ description: 'When it was used first' }),
  })
  .meta({
    id: 'InvoiceFirstUse',
    description:
      'Where an invoice that is there more than once, by its code and number or its file, was used first',
  })
export type FirstUse = z.infer<typeof FirstUse>
