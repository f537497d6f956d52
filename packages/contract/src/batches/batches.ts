import { z } from 'zod'
import { LaborForm } from '../agreements/labor-forms.ts'
import * as f from '../fields.ts'
import { SignatureStatus } from '../agreements/agreements.ts'
import { PAYERS } from '../payments/tax-filings.ts'
import { TaxResidence } from '../persons/identity.ts'
import { missingFacts } from '../persons/personal-facts.ts'
import { withheldRecord } from '../payments/payment-record.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { said } from '../words.ts'
import { BANK_FILE_READERS, BATCH_MAKERS } from './batch-access.ts'
import { hasReceipt, lineReceiptId } from './batch-receipts.ts'
import { AccountSource, BatchState, BatchWork, LineReason, LineState } from './batch-states.ts'

/** Lines of one batch: what one file of a bank holds. */
export const BATCH_LINES_MAX = 2000
const reasons = z
  .array(LineReason)
  .meta({ description: 'Every reason why it is not payable; empty if it is' })
const { netAmount, payableAmount } = withheldRecord.read

/** An agreed fee that is not paid, with what keeps a batch from paying it. */
export const PayableFee = z
  .object({
    attendeeId: f.id,
    orgId: f.id,
    orgName: z.string().meta({ description: 'The payer' }),
    meetingId: f.id,
    meetingName: z.string(),
    scheduleStartTime: z.string().nullable(),
    name: z.string(),
    laborForm: LaborForm,
    payableAmount,
    netAmount: netAmount.meta({ description: 'As the agreement estimated it' }),
    signatureStatus: SignatureStatus,
    taxResidence: TaxResidence,
    missingFacts,
    reasons,
  })
  .meta({ id: 'PayableFee' })
export type PayableFee = z.infer<typeof PayableFee>

export const PAYABLE_COLUMNS = ['attendeeId', 'payableAmount'] as const
/** Due fees that are checked for one answer, the oldest first. */
export const PAYABLE_CHECKED_MAX = 5000
const choose = {
  orgId: f.queryId.optional(),
  meetingId: f.queryId.optional(),
  name: f.searchText.optional(),
}
export const PayableQuery = f.listQuery(
  {
    ...choose,
    isPayable: f.queryFlag.optional().meta({
      description: `Only what a batch can pay, or only the rest; of the oldest ${PAYABLE_CHECKED_MAX} that match otherwise`,
    }),
  },
  PAYABLE_COLUMNS,
)
export type PayableQuery = z.output<typeof PayableQuery>

export const PayableSumsQuery = z.strictObject(choose)
export type PayableSumsQuery = z.output<typeof PayableSumsQuery>

export const PayableSums = z
  .object({
    payable: z.int().meta({ description: 'Fees that a batch can pay' }),
    unpayable: z.int().meta({ description: 'Fees that something keeps from being paid' }),
    isComplete: z.boolean().meta({
      description: `All due fees were checked; false if there are more than ${PAYABLE_CHECKED_MAX}`,
    }),
    payableAmount: f.decimal.meta({ description: 'Sum of the payable fees before tax' }),
    taxAmount: f.decimal.meta({
      description: 'What is withheld from them, as their agreements estimated it',
    }),
    netAmount: f.decimal.meta({ description: 'What is paid then' }),
  })
  .meta({ id: 'PayableSums' })
export type PayableSums = z.infer<typeof PayableSums>

const sumOf = (what: string) => f.decimal.meta({ description: `Sum of ${what} over the lines that count` })

export const PaymentBatch = z
  .object({
    batchId: f.id,
    orgId: f.id,
    orgName: z.string().meta({ description: 'The payer' }),
    title: z.string().meta({ description: 'What the batch is called' }),
    state: BatchState,
    work: BatchWork.nullable().meta({ description: 'What the service does with it now; null if nothing' }),
    workDone: z.int().meta({ description: 'Lines that the work has dealt with' }),
    workTotal: z.int().meta({ description: 'Lines of the work' }),
    paidDate: z
      .string()
      .nullable()
      .meta({ description: 'Day for which tax is settled, yyyy-MM-dd; null in a draft' }),
    preset: z.string().nullable().meta({ description: 'Columns of the bank file; null in a draft' }),
    isStale: z.boolean().meta({ description: 'It has to be locked again before its release' }),
    lines: z.int().meta({ description: 'Lines that count: neither refused, dropped nor returned' }),
    refused: z.int().meta({ description: 'Lines that could not be locked or released' }),
    paid: z.int().meta({ description: 'Lines that arrived' }),
    returned: z.int().meta({ description: 'Lines that the bank returned' }),
    payableAmount: sumOf('what is payable'),
    vatAmount: sumOf('VAT'),
    surchargeAmount: sumOf('surcharges'),
    incomeTax: sumOf('income tax'),
    netAmount: sumOf('what is paid'),
    createdByName: z.string().meta({ description: 'Who made it' }),
    createTime: z.string(),
    lockedByName: z.string().nullable().meta({ description: 'Who locked it' }),
    lockedTime: z.string().nullable().meta({ description: 'When it was locked' }),
    releasedByName: z.string().nullable().meta({ description: 'Who released it' }),
    releasedTime: z.string().nullable().meta({ description: 'When it was released' }),
    fileName: z.string().nullable().meta({ description: 'Name of the bank file, with count and sum' }),
    fileSha256: z.string().nullable().meta({ description: 'SHA-256 of the bank file, in hex' }),
    abilities: f.abilities('change', 'lock', 'release', 'cancel', 'download', 'settle'),
  })
  .meta({ id: 'PaymentBatch' })
export type PaymentBatch = z.infer<typeof PaymentBatch>

export const BATCH_COLUMNS = ['batchId'] as const
export const PaymentBatchQuery = f.listQuery(
  { orgId: f.queryId.optional(), state: BatchState.optional() },
  BATCH_COLUMNS,
)
export type PaymentBatchQuery = z.output<typeof PaymentBatchQuery>

export const PaymentBatchLine = z
  .object({
    lineId: f.id,
    batchId: f.id,
    attendeeId: f.id,
    meetingId: f.id,
    meetingName: z.string(),
    name: z.string(),
    bankName: z.string().nullable(),
    bankAccount: z
      .string()
      .nullable()
      .meta({ description: 'Masked: the last four digits', example: '**** 5678' }),
    bankBranch: z.string().nullable(),
    clearingCode: z
      .string()
      .nullable()
      .meta({ description: 'Clearing code of the branch, where the bank file has a place for it' }),
    accountOf: AccountSource.meta({
      description:
        'Where the account was stated: in the agreement as signed, or, once the bank returned a payment from it, in the profile',
    }),
    isAccountDoubtful: z
      .boolean()
      .meta({ description: 'The check digit of the account (Luhn) is wrong: probably mistyped' }),
    state: LineState,
    payableAmount,
    vatAmount: withheldRecord.read.vatAmount,
    surchargeAmount: f.decimal,
    incomeTax: withheldRecord.read.incomeTax,
    netAmount,
    estimatedNet: f.decimal.meta({ description: 'Net amount that the agreement estimated' }),
    reasons,
    differences: z
      .array(z.string())
      .meta({ description: 'Why the net amount differs from the estimate; empty if it does not' }),
    reference: z
      .string()
      .nullable()
      .meta({ description: 'Reference in the bank file and its answer', example: 'CL0000000012' }),
    returnReason: z.string().nullable().meta({ description: 'Why the bank returned it' }),
    receiptId: lineReceiptId,
  })
  .meta({ id: 'PaymentBatchLine' })
export type PaymentBatchLine = z.infer<typeof PaymentBatchLine>

export const LINE_COLUMNS = ['lineId'] as const
export const PaymentBatchLineQuery = f.listQuery(
  { batchId: f.queryId, state: LineState.optional(), name: f.searchText.optional(), hasReceipt },
  LINE_COLUMNS,
)
export type PaymentBatchLineQuery = z.output<typeof PaymentBatchLineQuery>

const batchId = f.id
const attendeeIds = z
  .array(f.id)
  .min(1)
  .max(BATCH_LINES_MAX)
  .transform((ids) => [...new Set(ids)])

export const BatchCreate = z.strictObject({
  orgId: f.id.optional().meta({ description: "The payer; by default the caller's organization" }),
  title: f.text(f.NAME_MAX).meta({ example: '11月专家劳务费' }),
  attendeeIds: attendeeIds.optional().meta({
    description: `At most ${BATCH_LINES_MAX}; without it every fee that is due and matches the other fields`,
  }),
  meetingId: f.id.optional().meta({ description: 'Only fees of this meeting' }),
  name: f.searchText.optional().meta({ description: 'Only fees of people whose name has this' }),
  onlyPayable: z
    .boolean()
    .optional()
    .meta({
      description: `Leave out what a batch cannot pay now; of the oldest ${PAYABLE_CHECKED_MAX} that match`,
    }),
})
export type BatchCreate = z.output<typeof BatchCreate>

export const BatchRemoval = z.strictObject({ batchId, attendeeIds })
export type BatchRemoval = z.output<typeof BatchRemoval>

export const BatchLock = z.strictObject({
  batchId,
  paidDate: f.date.optional().meta({
    description: 'Day of payment, for which tax is settled; today by default, not in the future',
  }),
  preset: z
    .string()
    .max(40)
    .regex(/^[a-z]+(-\d+)?$/, said('请选择银行文件格式', 'Choose a bank file format'))
    .meta({ description: 'Id of the preset of the bank file', example: 'icbc' }),
})
export type BatchLock = z.output<typeof BatchLock>

export const PURPOSE_MAX = 100
export const BatchDownload = z.strictObject({
  batchId,
  purpose: f.text(PURPOSE_MAX).meta({ description: 'What for; logged with the person', example: '上传网银' }),
})
export type BatchDownload = z.output<typeof BatchDownload>

export const BatchReturn = z.strictObject({
  batchId,
  lineIds: z
    .array(f.id)
    .min(1)
    .max(f.IDS_PER_REQUEST_MAX)
    .transform((ids) => [...new Set(ids)])
    .meta({ description: 'Lines of the batch that the bank returned' }),
  reason: f.text(f.LINE_MAX).meta({ example: '账号与户名不符' }),
})
export type BatchReturn = z.output<typeof BatchReturn>

const tag = 'Payment batches'
const one = z.strictObject({ batchId })
const WORKED_ON = ['NOT_FOUND', 'BATCH_STATE', 'BATCH_BUSY'] as const
const NO_FILE = ['PAYER_ACCOUNT_MISSING', 'BANK_DETAILS_MISSING', 'BANK_PRESET_NOT_VALID'] as const
const PROVEN = ['REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_MISSING'] as const

export const batchRoutes = {
  payable: {
    method: 'GET',
    path: '/business/paymentBatch/payable',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'List the fees that are due, each with every reason why a batch cannot pay it',
    query: PayableQuery,
    answer: page(PayableFee),
  },
  payableSums: {
    method: 'GET',
    path: '/business/paymentBatch/payable/sums',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'What all fees come to that a batch can pay, and how many it cannot',
    query: PayableSumsQuery,
    answer: data(PayableSums),
  },
  list: {
    method: 'GET',
    path: '/business/paymentBatch/list',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'List payment batches; an executor sees its own',
    query: PaymentBatchQuery,
    answer: page(PaymentBatch),
  },
  lines: {
    method: 'GET',
    path: '/business/paymentBatch/line/list',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'List the lines of a batch; of a draft with every reason why they cannot be locked now',
    query: PaymentBatchLineQuery,
    answer: page(PaymentBatchLine),
  },
  get: {
    method: 'GET',
    path: '/business/paymentBatch/{batchId}',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'Read a batch with its sums and the progress of the work on it',
    params: z.object({ batchId: f.queryId }),
    answer: data(PaymentBatch),
  },
  create: {
    method: 'POST',
    path: '/business/paymentBatch',
    target: ['batchId'],
    access: BATCH_MAKERS,
    tag,
    summary: 'Make a draft of fees that are due',
    body: BatchCreate,
    answer: data(PaymentBatch),
    errors: ['NOT_FOUND', 'BATCH_EMPTY', 'BATCH_TOO_LARGE'],
    creates: true,
  },
  removeLines: {
    method: 'PUT',
    path: '/business/paymentBatch/removeLines',
    target: ['batchId'],
    access: BATCH_MAKERS,
    tag,
    summary: 'Take fees out of a draft',
    body: BatchRemoval,
    answer: data(PaymentBatch),
    errors: WORKED_ON,
  },
  lock: {
    method: 'PUT',
    path: '/business/paymentBatch/lock',
    target: ['batchId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary:
      'Lock a draft, or a locked batch anew: what is payable is held and its tax is settled; works on after the answer',
    body: BatchLock,
    accepted: true,
    answer: data(PaymentBatch),
    errors: [...WORKED_ON, ...PROVEN, ...NO_FILE],
  },
  release: {
    method: 'PUT',
    path: '/business/paymentBatch/release',
    target: ['batchId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary:
      'Release a locked batch, as another person than locked it: records the payments and makes the bank file; works on after the answer, or waits where steps are set up for it',
    body: one,
    accepted: true,
    answer: data(PaymentBatch),
    errors: [...WORKED_ON, ...PROVEN, 'SAME_PERSON', 'BATCH_STALE', 'APPROVAL_PENDING'],
  },
  cancel: {
    method: 'PUT',
    path: '/business/paymentBatch/cancel',
    target: ['batchId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary: 'Cancel a batch before its release; its fees are due again',
    body: one,
    answer: data(PaymentBatch),
    errors: WORKED_ON,
  },
  download: {
    method: 'POST',
    path: '/business/paymentBatch/file',
    target: ['batchId'],
    access: BANK_FILE_READERS,
    caller: 'person',
    tag,
    summary: 'The bank file with full numbers, always the same bytes; logged with person and purpose',
    body: BatchDownload,
    logged: true,
    answer: file('application/octet-stream'),
    errors: ['NOT_FOUND', 'BATCH_STATE'],
  },
  settle: {
    method: 'PUT',
    path: '/business/paymentBatch/settle',
    target: ['batchId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary: 'Say that all lines that are at the bank have arrived, where the bank gives no answer as a file',
    body: one,
    answer: data(PaymentBatch),
    errors: WORKED_ON,
  },
  returnLines: {
    method: 'PUT',
    path: '/business/paymentBatch/returnLines',
    target: ['batchId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary:
      'Say that the bank returned lines: they alone are due again, and their tax is reversed in its month',
    body: BatchReturn,
    answer: data(PaymentBatch),
    errors: WORKED_ON,
  },
} as const satisfies RouteTable
