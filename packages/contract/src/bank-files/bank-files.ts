import { z } from 'zod'
import { BATCH_MAKERS } from '../batches/batch-access.ts'
import { bankAccount } from '../experts/expert-record.ts'
import * as f from '../fields.ts'
import { PAYERS } from '../payments/tax-filings.ts'
import { data, type RouteTable } from '../route.ts'
import { choice } from '../words.ts'

/** What a column of a bank file holds. */
export const BANK_FIELDS = [
  'empty',
  'fixed',
  'sequence',
  'day',
  'dayDashed',
  'reference',
  'amount',
  'purpose',
  'payerAccount',
  'payerName',
  'payerBank',
  'payeeAccount',
  'payeeName',
  'payeeBank',
  'payeeProvince',
  'payeeCity',
  'payeePhone',
  'otherBank',
  'clearingCode',
] as const
export const BANK_FIELD_LABELS = {
  empty: { 'zh-CN': '留空', en: 'Empty' },
  fixed: { 'zh-CN': '固定文字', en: 'Fixed text' },
  sequence: { 'zh-CN': '序号', en: 'Sequence number' },
  day: { 'zh-CN': '日期（20261120）', en: 'Day (20261120)' },
  dayDashed: { 'zh-CN': '日期（2026-11-20）', en: 'Day (2026-11-20)' },
  reference: { 'zh-CN': '业务参考号', en: 'Reference' },
  amount: { 'zh-CN': '金额', en: 'Amount' },
  purpose: { 'zh-CN': '用途', en: 'Purpose' },
  payerAccount: { 'zh-CN': '付款账号', en: 'Account of the payer' },
  payerName: { 'zh-CN': '付款户名', en: 'Name of the payer' },
  payerBank: { 'zh-CN': '付款开户行', en: 'Bank of the payer' },
  payeeAccount: { 'zh-CN': '收款账号', en: 'Account of the payee' },
  payeeName: { 'zh-CN': '收款户名', en: 'Name of the payee' },
  payeeBank: { 'zh-CN': '收款开户行', en: 'Bank of the payee' },
  payeeProvince: { 'zh-CN': '收款账户省份', en: 'Province of the payee' },
  payeeCity: { 'zh-CN': '收款账户城市', en: 'City of the payee' },
  payeePhone: { 'zh-CN': '收款人手机', en: 'Phone of the payee' },
  otherBank: { 'zh-CN': '跨行标识（0 本行，1 他行）', en: 'Other bank (0 own, 1 other)' },
  clearingCode: { 'zh-CN': '收款行联行号（本行留空）', en: 'Clearing code (empty within the bank)' },
} as const
export const BankField = choice(BANK_FIELDS, BANK_FIELD_LABELS)
export type BankField = z.infer<typeof BankField>

export const BANK_FILE_FORMATS = ['xlsx', 'csv', 'csvGbk'] as const
export const BANK_FILE_FORMAT_LABELS = {
  xlsx: { 'zh-CN': 'Excel 表格', en: 'Excel' },
  csv: { 'zh-CN': 'CSV 文本（UTF-8）', en: 'CSV (UTF-8)' },
  csvGbk: { 'zh-CN': 'CSV 文本（GBK）', en: 'CSV (GBK)' },
} as const
export const BankFileFormat = choice(BANK_FILE_FORMATS, BANK_FILE_FORMAT_LABELS)
export type BankFileFormat = z.infer<typeof BankFileFormat>

/** What a form needs of each payee beside the account. */
export const BANK_NEEDS = ['bankRegion', 'clearingCode'] as const
export const BANK_NEED_LABELS = {
  bankRegion: { 'zh-CN': '开户地区', en: 'Bank region' },
  clearingCode: { 'zh-CN': '联行号', en: 'Clearing code' },
} as const
export const BankNeed = choice(BANK_NEEDS, BANK_NEED_LABELS)
export type BankNeed = z.infer<typeof BankNeed>

export const BankColumn = z
  .object({
    title: f.text(f.NAME_MAX).meta({ description: 'Heading of the column', example: '收款账号' }),
    field: BankField,
    value: z.string().nullable().meta({
      description: 'The text, if the field is fixed; the own bank, for fields that depend on it',
      example: '人民币',
    }),
  })
  .meta({ id: 'BankColumn' })
export type BankColumn = z.infer<typeof BankColumn>

export const BankPreset = z
  .object({
    presetId: z.string().meta({ description: 'Id of the preset', example: 'icbc' }),
    presetName: z.string().meta({ description: 'What the preset is called', example: '工商银行 批量支付' }),
    format: BankFileFormat.meta({ description: 'Format of the file' }),
    columns: z.array(BankColumn).meta({ description: 'Columns in their order' }),
    needs: z.array(BankNeed).meta({
      description: 'What each payee must have; the clearing code only at another bank',
    }),
    source: z.string().nullable().meta({ description: 'Where the columns were read; null for own ones' }),
    validFrom: z.string().meta({ description: 'Day of this version of the columns' }),
    confirmedOn: z
      .string()
      .nullable()
      .meta({ description: 'Day on which a bank took such a file; null while none is known to have' }),
  })
  .meta({ id: 'BankPreset' })
export type BankPreset = z.infer<typeof BankPreset>

export const PayerAccount = z
  .object({
    orgId: f.id,
    accountName: z.string().meta({ description: 'Name of the account that pays' }),
    bankName: z.string(),
    bankAccount: z.string().meta({ description: 'Masked: the last four digits' }),
    version: f.version,
  })
  .meta({ id: 'PayerAccount' })
export type PayerAccount = z.infer<typeof PayerAccount>

export const PayerAccountUpdate = z.strictObject({
  orgId: f.id.optional().meta({ description: "The payer; by default the caller's organization" }),
  accountName: f.visibleName.meta({
    description: 'Name of the account that pays',
    example: '仁和会议服务有限公司',
  }),
  bankName: f.text(f.NAME_MAX).meta({ example: '中国工商银行北京海淀支行' }),
  bankAccount,
  version: f.version.optional().meta({ description: 'Version that was read; omitted the first time' }),
})
export type PayerAccountUpdate = z.output<typeof PayerAccountUpdate>

const tag = 'Payment batches'
const ofPayer = z.strictObject({
  orgId: f.queryId.optional().meta({ description: "The payer; by default the caller's organization" }),
})

export const bankFileRoutes = {
  presets: {
    method: 'GET',
    path: '/business/bankFile/preset/list',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary:
      'The bank file formats that a batch may be exported as: the built-in ones and, for people of a payer, its own that hold today',
    answer: data(z.array(BankPreset)),
  },
  account: {
    method: 'GET',
    path: '/business/bankFile/payerAccount',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'The account that a payer pays from, masked; null while none is known',
    query: ofPayer,
    answer: data(PayerAccount.nullable()),
    errors: ['NOT_FOUND'],
  },
  changeAccount: {
    method: 'PUT',
    path: '/business/bankFile/payerAccount',
    target: ['orgId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary: 'Enter or change the account that a payer pays from',
    body: PayerAccountUpdate,
    answer: data(PayerAccount),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_MISSING'],
  },
} as const satisfies RouteTable
