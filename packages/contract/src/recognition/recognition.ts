import { z } from 'zod'

/**
 * The recognition service. Its JSON is in snake_case and without the platform's envelope. Its limits for time, pages
 * and bytes are declared here, since the platform derives its time-outs from them.
 */
export const PAGE_TIMEOUT_SECONDS = 15
export const TOTAL_TIMEOUT_SECONDS = 60
export const RECOGNITION_FILE_MAX_BYTES = 50 * 1024 * 1024
/** Of a PDF, TIFF or OFD, and of all files of an archive together. */
export const RECOGNITION_MAX_PAGES = 100
export const IMAGE_MAX_PIXELS = 80_000_000
/** JPEG pictures are shrunk while they are decoded, so that photos of the largest cameras of telephones are read too. */
export const JPEG_MAX_PIXELS = 120_000_000
/** HEIC pictures are decoded whole. */
export const HEIC_MAX_PIXELS = 50_000_000
/** Files and folders of an archive; unpacked bytes are limited separately. */
export const ARCHIVE_MAX_ENTRIES = 500
export const ARCHIVE_MAX_BYTES = 200 * 1024 * 1024

/** The twelve fields of an invoice, in the order of the form. The buyer is the left party, the seller the right one. */
export const INVOICE_FIELDS = [
  'invoice_type',
  'invoice_code',
  'invoice_number',
  'issue_date',
  'check_code',
  'buyer_name',
  'buyer_tax_id',
  'seller_name',
  'seller_tax_id',
  'amount',
  'tax_amount',
  'total_amount',
] as const
export const InvoiceField = z.enum(INVOICE_FIELDS)
export type InvoiceField = z.infer<typeof InvoiceField>

/** Why a page is not an invoice, or why processing ended early. */
export const RECOGNITION_ERRORS = [
  'NO_QR',
  'QR_FORMAT_INVALID',
  'SEVERAL_INVOICES',
  'PAGE_TIMEOUT',
  'TOTAL_TIMEOUT',
  'FILE_EMPTY',
  'FILE_TOO_LARGE',
  'FORMAT_UNSUPPORTED',
  'FILE_DAMAGED',
  'FILE_ENCRYPTED',
  'IMAGE_TOO_LARGE',
  'TOO_MANY_PAGES',
  'ARCHIVE_EMPTY',
  'ARCHIVE_NESTED',
  'ARCHIVE_UNSAFE_NAME',
  'ARCHIVE_LINK',
  'ARCHIVE_OVERLAP',
  'ARCHIVE_TOO_MANY_ENTRIES',
  'ARCHIVE_TOO_LARGE',
  'WORKER_FAILED',
  'FILE_TOO_COMPLEX',
  'SIGNATURE_INVALID',
  'SIGNATURE_MISSING',
] as const
export const RecognitionError = z.enum(RECOGNITION_ERRORS)
export type RecognitionError = z.infer<typeof RecognitionError>

/**
 * Where a value comes from: the QR code, invoice data inside the file, the text that a PDF or OFD carries itself, the pixels,
 * or a calculation from other values. A check never counts a derived value. `known`: what the platform knows of the party.
 */
export const FieldSource = z.enum(['qr', 'xml', 'layer', 'text', 'derived', 'known'])
export type FieldSource = z.infer<typeof FieldSource>

const field = z.string().nullable()
/** An object that has a value of the given type, or null, for each name. */
export const nullableByName = <N extends string, T extends z.ZodType>(
  names: readonly N[],
  value: T,
): z.ZodObject<Record<N, z.ZodNullable<T>>> =>
  z.object(Object.fromEntries(names.map((name) => [name, value.nullable()])) as Record<N, z.ZodNullable<T>>)

const share = z.number().min(0).max(1)
export const FieldBox = z
  .object({ page: z.int().min(1), x: share, y: share, width: share, height: share })
  .meta({
    id: 'FieldBox',
    description: 'Where a value is printed: the upper left corner and size, as parts of the upright page',
  })
export type FieldBox = z.infer<typeof FieldBox>

export const FieldAlternative = z
  .object({
    field: InvoiceField,
    value: z.string(),
    source: FieldSource,
    confidence: share,
    box: FieldBox.nullable(),
  })
  .meta({
    id: 'FieldAlternative',
    description:
      'What another source says of a field, or a reading that was not answered because it is doubtful',
  })
export type FieldAlternative = z.infer<typeof FieldAlternative>

export const FieldDifference = z
  .object({ field: InvoiceField, qr: z.string(), text: z.string() })
  .meta({ id: 'FieldDifference', description: 'Values in which QR code and printed text differ' })

export const RecognitionChecks = z
  .object({
    amounts_add_up: z
      .boolean()
      .nullable()
      .meta({ description: 'amount + tax = total; null if one is missing or derived' }),
    qr_matches_text: z.boolean().nullable().meta({
      description:
        'Whether nothing differs and number or date is printed as coded; null if too little was read to tell',
    }),
    differences: z.array(FieldDifference),
    buyer_tax_id_valid: z
      .boolean()
      .nullable()
      .meta({ description: 'Checksum of GB 32100; null for a derived id and one without a checksum' }),
    seller_tax_id_valid: z.boolean().nullable(),
  })
  .meta({ id: 'RecognitionChecks' })
export type RecognitionChecks = z.infer<typeof RecognitionChecks>

const NO_BOXES = Object.fromEntries(INVOICE_FIELDS.map((name) => [name, null])) as Record<InvoiceField, null>
/**
 * `untrusted`: nothing was changed since, but the certificate is of an issuer that the operator has not imported.
 * `unsupported`: it is signed in a way that cannot be checked here. `none`: it is not signed, as no picture is.
 */
export const SIGNATURE_STATUSES = ['valid', 'untrusted', 'invalid', 'unsupported', 'none'] as const
/** Why a signature is invalid or cannot be checked. */
export const SIGNATURE_REASONS = [
  'CONTENT_CHANGED',
  'CONTENT_NOT_COVERED',
  'SIGNATURE_WRONG',
  'SIGNATURE_DAMAGED',
  'ALGORITHM_UNKNOWN',
  'FORMAT_UNKNOWN',
  'ISSUER_UNKNOWN',
  'SELF_ISSUED',
] as const
export const FileSignature = z
  .object({
    status: z.enum(SIGNATURE_STATUSES),
    signer: z.string().nullable().meta({ description: 'The name in the certificate of the signature' }),
    reason: z.enum(SIGNATURE_REASONS).nullable(),
  })
  .meta({
    id: 'FileSignature',
    description:
      'Whether the file is as its signer left it. It is valid if the certificate was issued by one of those that the operator imported, otherwise untrusted: the name of the signer is then what somebody wrote',
  })
export type FileSignature = z.infer<typeof FileSignature>
export const NOT_SIGNED: FileSignature = { status: 'none', signer: null, reason: null }

/** Slips that have no code of an invoice. */
export const DRAFT_KINDS = ['taxi', 'rail', 'medical', 'toll', 'machine', 'overseas'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

/**
 * Why somebody should look at an invoice although every value was read with certainty. `SIGNER` stands for a signature that proves
 * nothing where no QR code does either.
 */
export const DOUBT_REASONS = [
  'MISSING',
  'NAME_TOO_SHORT',
  'NOT_PRINTED',
  'NAME_UNCERTAIN',
  'KNOWN_OTHERWISE',
  'SEVERAL_INVOICES',
  'SIGNER',
] as const
export const InvoiceDoubt = z.object({ field: InvoiceField.nullable(), reason: z.enum(DOUBT_REASONS) }).meta({
  id: 'InvoiceDoubt',
  description:
    'A reason to look at an invoice: a field that every invoice has is missing, a name is too short or differs from other texts of the page, the number of the code is printed nowhere, the platform knows the party of this tax id by another name or this name by another tax id, the page seems to show several invoices, or nobody vouches for the signer',
})
export type InvoiceDoubt = z.infer<typeof InvoiceDoubt>

/** Kinds that name no seller: rail tickets. */
const WITHOUT_SELLER: readonly (string | null)[] = ['51']
const EXPECTED: readonly InvoiceField[] = ['buyer_name', 'seller_name', 'total_amount']
/** No organization has a shorter name. */
const PARTY_NAME_MIN_LENGTH = 4

/** What is missing or implausible in the values themselves. */
export function doubtfulValues(valueOf: (field: InvoiceField) => string | null): InvoiceDoubt[] {
  const isSold = !WITHOUT_SELLER.includes(valueOf('invoice_type'))
  const expected = EXPECTED.filter((name) => name !== 'seller_name' || isSold)
  return expected.flatMap((name): InvoiceDoubt[] => {
    const value = valueOf(name)
    if (value === null) return [{ field: name, reason: 'MISSING' }]
    const isShort = name !== 'total_amount' && [...value].length < PARTY_NAME_MIN_LENGTH
    return isShort ? [{ field: name, reason: 'NAME_TOO_SHORT' }] : []
  })
}

export const RecognizedInvoice = z
  .object({
    is_invoice: z.boolean(),
    from_qr: z.boolean().meta({ description: 'Whether a valid QR code was read' }),
    qr_raw: field.meta({ description: 'Raw content of the QR code' }),
    qr_error: field.meta({ description: 'Why the QR code could not be read' }),
    error_code: RecognitionError.nullable(),
    invoice_type: field.meta({
      description: 'Type code: 01, 03, 04, 08, 10, 11, 14, 20, 31, 32, 51, 61, 85, 86',
    }),
    invoice_code: field,
    invoice_number: field,
    issue_date: field.meta({ description: 'YYYY-MM-DD' }),
    check_code: field,
    buyer_name: field,
    buyer_tax_id: field,
    seller_name: field,
    seller_tax_id: field,
    amount: field.meta({ description: 'Excluding tax, a decimal string' }),
    tax_amount: field,
    total_amount: field,
    confidence: nullableByName(INVOICE_FIELDS, z.number().min(0).max(1)),
    source: nullableByName(INVOICE_FIELDS, FieldSource),
    boxes: nullableByName(INVOICE_FIELDS, FieldBox).default(NO_BOXES),
    alternatives: z.array(FieldAlternative).default([]),
    checks: RecognitionChecks,
    signature: FileSignature.default(NOT_SIGNED),
    doubts: z.array(InvoiceDoubt).default([]).meta({ description: 'Why a person should look at the result' }),
    draft: z.boolean().default(false).meta({
      description: 'Whether the values are a proposal: they are those of a slip that proves no invoice',
    }),
    draft_kind: z
      .enum(DRAFT_KINDS)
      .nullable()
      .default(null)
      .meta({ description: 'Kind of the slip, of a proposal' }),
    currency: field.default(null).meta({ description: 'ISO 4217, of a proposal' }),
  })
  .meta({ id: 'RecognizedInvoice' })
export type RecognizedInvoice = z.infer<typeof RecognizedInvoice>

/** An invoice of a file with several pages or of an archive, or a page that is none. */
export const RecognizedPage = RecognizedInvoice.extend({
  file: z.string().meta({ description: 'Name of the file, with its path in the archive' }),
  page: z.int().min(1),
  pages: z
    .array(z.int().min(1))
    .default([])
    .meta({ description: 'All pages of the invoice: a later page with the same number continues it' }),
  entry: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .meta({ description: "Place of the file in the archive's directory, from 0; null without an archive" }),
}).meta({ id: 'RecognizedPage' })
export type RecognizedPage = z.infer<typeof RecognizedPage>

/** Several pages or an archive; `error_code` says why the list is incomplete. */
export const RecognizedPages = z
  .object({ error_code: RecognitionError.nullable(), results: z.array(RecognizedPage) })
  .meta({ id: 'RecognizedPages' })
export type RecognizedPages = z.infer<typeof RecognizedPages>

/** A document of one page has a single result. */
export const RecognitionAnswer = z.union([RecognizedPages, RecognizedInvoice])
export type RecognitionAnswer = z.infer<typeof RecognitionAnswer>

const point = z.tuple([z.number(), z.number()])
export const TextLine = z
  .object({
    text: z.string(),
    box: z
      .tuple([point, point, point, point])
      .meta({ description: 'Corners in pixels, clockwise from the upper left' }),
    confidence: z.number().min(0).max(1),
  })
  .meta({ id: 'TextLine' })
export type TextLine = z.infer<typeof TextLine>

export const RecognizedText = z
  .object({
    error_code: RecognitionError.nullable(),
    pages: z.array(z.object({ file: z.string(), page: z.int().min(1), lines: z.array(TextLine) })),
  })
  .meta({ id: 'RecognizedText' })
export type RecognizedText = z.infer<typeof RecognizedText>

/** Refusals of whole requests, each with its HTTP status. */
export const RECOGNITION_REFUSALS = {
  UNAUTHENTICATED: 401,
  PATH_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  FILE_MISSING: 400,
  TOO_MANY_FILES: 400,
  MALFORMED_REQUEST: 400,
  FILE_TOO_LARGE: 413,
  BUSY: 503,
  NOT_READY: 503,
  UNEXPECTED: 500,
} as const
export type RecognitionRefusal = keyof typeof RECOGNITION_REFUSALS

export const RecognitionRefusalAnswer = z
  .object({
    error_code: z.enum(Object.keys(RECOGNITION_REFUSALS) as [RecognitionRefusal, ...RecognitionRefusal[]]),
    message: z.string(),
    request_id: z.string(),
  })
  .meta({ id: 'RecognitionRefusal' })

export const RecognizeQuery = z.strictObject({
  full: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .meta({
      description:
        'All twelve fields, or those of the QR code only; by default the setting QR_FULL_OCR decides',
    }),
})
export const RecognizeByPath = z.strictObject({ path: z.string().min(1).max(4096) })

export const RECOGNITION_PATHS = {
  invoice: '/recognize/invoice',
  byPath: '/recognize/invoice/by-path',
  text: '/recognize/text',
} as const
