import { z } from 'zod'
import * as f from '../fields.ts'
import {
  DOUBT_REASONS,
  doubtfulValues,
  FieldBox,
  FieldSource,
  FileSignature,
  type InvoiceField,
  nullableByName,
} from '../recognition/recognition.ts'

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
    boxes: nullableByName(INVOICE_READ_FIELDS, FieldBox),
    alternatives: z
      .array(
        z.object({
          field: InvoiceReadField,
          value: z.string(),
          source: FieldSource,
          confidence: z.number(),
          box: FieldBox.nullable(),
        }),
      )
      .meta({ description: 'What other sources say of a field, and readings that are too doubtful' }),
    pages: z.array(z.int().min(1)).meta({ description: 'All pages of the file that the invoice fills' }),
    signature: FileSignature.optional().meta({ description: 'Absent in readings of earlier releases' }),
    doubts: z
      .array(z.object({ field: InvoiceReadField.nullable(), reason: z.enum(DOUBT_REASONS) }))
      .optional()
      .meta({ description: 'Why somebody should look at it; absent in readings of earlier releases' }),
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

/** A reading below this certainty is wrong too often to be taken as it is. */
export const CERTAIN_ENOUGH = 0.8

export type ReadingDoubt = NonNullable<InvoiceReading['doubts']>[number]

/** Reasons to look at an invoice, those of the recognition service and those that its values give. */
export function doubtsOf({ fields, doubts = [] }: InvoiceReading): ReadingDoubt[] {
  const own = doubtfulValues((field) => fields[INVOICE_READ_FIELD_OF[field]]).map(
    ({ field, reason }): ReadingDoubt => ({ field: field && INVOICE_READ_FIELD_OF[field], reason }),
  )
  const isNew = ({ field, reason }: ReadingDoubt) =>
    !doubts.some((doubt) => doubt.field === field && doubt.reason === reason)
  return [...doubts, ...own.filter(isNew)]
}

/** The fields that somebody should compare with the picture: calculated, uncertain or contradicted ones. */
export function doubtedFields(reading: InvoiceReading): InvoiceReadField[] {
  const { fields, confidence, source, alternatives, checks } = reading
  const isDoubted: Partial<Record<InvoiceReadField, boolean>> = {
    buyerTaxId: checks.buyerTaxIdValid === false,
    sellerTaxId: checks.sellerTaxIdValid === false,
    amount: checks.amountsAddUp === false,
    taxAmount: checks.amountsAddUp === false,
    totalAmount: checks.amountsAddUp === false,
  }
  const contradicted = new Set(
    [...alternatives, ...checks.differences, ...doubtsOf(reading)].map(({ field }) => field),
  )
  return INVOICE_READ_FIELDS.filter((field) => {
    const isUncertain = fields[field] !== null && (confidence[field] ?? 0) < CERTAIN_ENOUGH
    return isDoubted[field] || isUncertain || source[field] === 'derived' || contradicted.has(field)
  })
}

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

/** Whether somebody should look at an invoice before it is paid: for a field, or for the signature of its file. */
export const isReadingDoubted = (reading: InvoiceReading): boolean =>
  doubtedFields(reading).length > 0 || doubtsOf(reading).length > 0 || isSignatureDoubted(reading)

/**
 * A signature that does not hold, one whose certificate somebody issued to himself, or one that proves nothing where no QR code
 * was read either.
 */
export function isSignatureDoubted({ signature, qrRaw }: InvoiceReading): boolean {
  if (signature?.status === 'invalid' || signature?.reason === 'SELF_ISSUED') return true
  return qrRaw === null && (signature?.status === 'unsupported' || signature?.status === 'untrusted')
}
