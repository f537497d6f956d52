import { z } from 'zod'
import { ExpenseCategory } from '../attendees/expenses.ts'
import * as f from '../fields.ts'
import { DICTIONARY_LABELS } from '../labels.ts'
import { field, record, written } from '../record.ts'
import { choice, said } from '../words.ts'
import { FirstUse, InvoiceReadField, InvoiceReading } from './invoice-reading.ts'
import { InvoiceOriginal, InvoiceVerification, VerificationState } from './verification.ts'

const INVOICE_CODE_MAX = 20
const TAX_ID_MAX = 20

/** Type codes as printed in the QR code of invoices; the dictionary with the same values has their names. */
export const InvoiceType = choice(
  ['01', '03', '04', '08', '10', '11', '14', '20', '31', '32', '51', '61', '85', '86', 'other'],
  DICTIONARY_LABELS.invoice_type,
)
export type InvoiceType = z.infer<typeof InvoiceType>
export const InvoiceSource = choice(['manual', 'recognized'], DICTIONARY_LABELS.invoice_source)
export type InvoiceSource = z.infer<typeof InvoiceSource>

/** Printed digits and letters, which are stored without spaces. An empty string clears the field. */
const printedCode = (max: number, example: string) =>
  z
    .string()
    .max(2 * max)
    .transform((printed) => printed.replace(/\s/g, ''))
    .pipe(
      z
        .string()
        .max(max)
        .regex(/^[0-9A-Za-z]*$/, said('只能包含字母和数字', 'Only letters and digits are allowed')),
    )
    .nullable()
    .optional()
    .transform((code) => (code === '' ? null : code))
    .meta({ example })

const nullableText = z.string().nullable()

/** The fields of an invoice beside those of every meeting record, in the order of its answer. */
export const invoiceRecord = record({
  invoiceType: written(
    { label: ['发票类型', 'Invoice type'], text: 'Invoice type code, as in the QR code', example: '32' },
    InvoiceType.nullable(),
    InvoiceType.nullable().optional(),
    { ordered: true },
  ),
  invoiceCode: written(
    { label: ['发票代码', 'Invoice code'], text: 'Invoice code' },
    nullableText,
    printedCode(INVOICE_CODE_MAX, '011001605111'),
    { ordered: true },
  ),
  invoiceNumber: written(
    { label: ['发票号码', 'Invoice number'], text: 'Invoice number', example: '26427000000375586818' },
    nullableText,
    printedCode(INVOICE_CODE_MAX, '80100798'),
    { ordered: true },
  ),
  issueDate: written(
    { label: ['开票日期', 'Issue date'], text: 'Date of issue, yyyy-MM-dd', example: '2026-11-20' },
    nullableText.meta({ description: 'yyyy-MM-dd' }),
    f.date.nullable().optional(),
    { ordered: true },
  ),
  checkCode: written(
    { label: ['校验码', 'Check code'], text: 'Check code' },
    nullableText,
    printedCode(INVOICE_CODE_MAX, '85342965681116380258'),
  ),
  buyerName: written(
    { label: ['购买方', 'Buyer'], text: 'Buyer', example: '仁和医药有限公司' },
    nullableText,
    f.optionalText(f.LINE_MAX).meta({ example: '仁和医药有限公司' }),
    { ordered: true },
  ),
  buyerTaxId: written(
    { label: ['购买方税号', 'Buyer tax ID'], text: 'Tax number of the buyer', example: '91110000MA001234X5' },
    nullableText,
    printedCode(TAX_ID_MAX, '91110000MA001234X5'),
  ),
  sellerName: written(
    { label: ['销售方', 'Seller'], text: 'Seller', example: '北京会议酒店' },
    nullableText,
    f.optionalText(f.LINE_MAX).meta({ example: '北京会议酒店' }),
    { ordered: true },
  ),
  sellerTaxId: written(
    {
      label: ['销售方税号', 'Seller tax ID'],
      text: 'Tax number of the seller',
      example: '91110000MA0098765Y',
    },
    nullableText,
    printedCode(TAX_ID_MAX, '91110000MA0098765Y'),
  ),
  amount: written(
    {
      label: ['金额（不含税）', 'Amount (excluding tax)'],
      title: ['金额', 'Amount'],
      text: 'Amount in yuan',
    },
    f.decimal.nullable().meta({ description: 'Excluding tax' }),
    f.signedAmount.nullable().optional(),
    { ordered: true },
  ),
  taxAmount: written(
    { label: ['税额', 'Tax'], text: 'Tax in yuan' },
    f.decimal.nullable(),
    f.signedAmount.nullable().optional(),
    { ordered: true },
  ),
  totalAmount: written(
    { label: ['价税合计', 'Total'], text: 'Amount including tax in yuan' },
    f.decimal.nullable(),
    f.signedAmount.nullable().optional(),
    { ordered: true },
  ),
  source: field(
    { label: ['来源', 'Source'] },
    {
      read: InvoiceSource.meta({ description: 'Entered manually, or recognized from an image' }),
      ordered: true,
    },
  ),
  fileId: written(
    { label: ['原件', 'Original'], text: 'Uploaded file' },
    f.id.nullable(),
    f.id.nullable().optional().meta({ description: 'The invoice itself, an uploaded file' }),
  ),
  expenseCategory: written(
    {
      label: ['费用类别', 'Category'],
      text: 'What the invoice was spent on; null: not said',
    },
    ExpenseCategory.nullable().meta({ description: 'What the invoice was spent on' }),
    ExpenseCategory.nullable().optional(),
  ),
  remark: written({ label: ['备注', 'Remark'] }, nullableText, f.optionalText(f.NOTE_MAX)),
  recognized: field(
    { label: ['识别结果', 'Reading'] },
    {
      read: InvoiceReading.nullable().meta({
        description: 'Recognized values; null if entered manually',
      }),
    },
  ),
  needsReview: field(
    { label: ['请核对', 'Needs review'] },
    {
      read: z.boolean().meta({
        description: 'Whether the reading is doubtful and nobody has saved the invoice since',
      }),
      ordered: true,
    },
  ),
  correctedFields: field(
    { label: ['已更正的字段', 'Corrected'] },
    {
      read: z.array(InvoiceReadField).meta({ description: 'Fields that differ from the recognized values' }),
      stored: false,
    },
  ),
  duplicateOf: field(
    { label: ['重复使用', 'Duplicate'] },
    {
      read: FirstUse.nullable().meta({
        description: 'Null if no other record of the platform has the same code and number or the same file',
      }),
      stored: false,
    },
  ),
  buyerMatches: field(
    { label: ['购买方相符', 'Buyer matches'] },
    {
      read: z.boolean().nullable().meta({
        description:
          "Whether the buyer is the meeting's executor or a sponsor of its project; null while unknown",
      }),
      stored: false,
    },
  ),
  verificationState: field(
    { label: ['查验状态', 'Verification'] },
    {
      read: VerificationState.meta({ description: 'How the verification by the authority stands' }),
      ordered: true,
    },
  ),
  verification: field({ label: ['税务查验', 'Tax authority'] }, { read: InvoiceVerification, stored: false }),
  original: field({ label: ['原件', 'Original'] }, { read: InvoiceOriginal, stored: false }),
})
