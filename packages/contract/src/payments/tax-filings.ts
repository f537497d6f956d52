import { z } from 'zod'
import * as f from '../fields.ts'
import { data, file, type RouteTable } from '../route.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'
import { LedgerItem } from '../organizations/tax-settings.ts'
import { said } from '../words.ts'

/** Who pays: the main account of an executor, and those who manage the platform. */
export const PAYERS = ['admin', 'manager', 'executor', 'executorFinance'] as const

export const period = z
  .string()
  .regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, said('请输入月份，如 2026-11', 'Enter a month such as 2026-11'))
  .meta({ description: 'yyyy-MM', example: '2026-11' })

/**
 * The files of a month that are kept when it is filed: those of non-residents and of people with foreign documents where
 * there are any. A correction has its changes besides.
 */
export const FILING_FILES = [
  'withholdingFile',
  'nonResidentFile',
  'personnelFile',
  'foreignPersonnelFile',
  'vatFile',
  'changesFile',
] as const
export const FilingFileKind = z.enum(FILING_FILES, said('没有这种文件', 'There is no such file'))
export type FilingFileKind = z.infer<typeof FilingFileKind>

/** The return has number 0. */
export const FILING_NUMBER_MAX = 99
const NO_NUMBER = said(
  `请填写 0（申报）到 ${FILING_NUMBER_MAX} 之间的序号`,
  `Enter 0 for the return, or the number of a correction up to ${FILING_NUMBER_MAX}`,
)
const filingNumber = z.int(NO_NUMBER).min(0, NO_NUMBER).max(FILING_NUMBER_MAX, NO_NUMBER)

export const TaxFiling = z
  .object({
    filingId: f.id.nullable().meta({ description: 'Null for a month that was filed before files were kept' }),
    number: z.int().meta({ description: '0 for the return, 1 and more for its corrections' }),
    filedTime: z.string(),
    filedByName: z.string().nullable().meta({ description: 'Who filed it; null if the account is gone' }),
    isKept: z.boolean().meta({ description: 'Whether its files are kept' }),
    lastEntryId: f.id.nullable().meta({ description: 'Last entry of the ledger that it states' }),
    entries: z.int().meta({ description: 'Number of entries that it states' }),
    people: z.int().meta({ description: 'Number of people who were paid' }),
    payableAmount: f.decimal,
    vatAmount: f.decimal,
    surchargeAmount: f.decimal,
    incomeTax: f.decimal,
    netAmount: f.decimal,
    files: z.array(
      z.object({
        kind: z.enum(FILING_FILES),
        name: z.string(),
        size: z.int().meta({ description: 'In bytes' }),
        sha256: z.string().meta({ description: 'Of the file, in hexadecimal digits' }),
      }),
    ),
  })
  .meta({ id: 'TaxFiling' })
export type TaxFiling = z.infer<typeof TaxFiling>

/** What is reported of a person's work, before or after a correction. */
export const FilingAmounts = z
  .object({
    income: f.decimal.meta({ description: 'Pay without VAT' }),
    payableAmount: f.decimal,
    vatAmount: f.decimal,
    surchargeAmount: f.decimal,
    incomeTax: f.decimal,
    netAmount: f.decimal,
  })
  .meta({ id: 'FilingAmounts' })
export type FilingAmounts = z.infer<typeof FilingAmounts>

export const FilingChange = z
  .object({
    name: z.string(),
    taxItem: LedgerItem,
    county: z.string(),
    before: FilingAmounts,
    after: FilingAmounts,
  })
  .meta({ id: 'FilingChange' })
export type FilingChange = z.infer<typeof FilingChange>

/** People whose changes are answered; the file has all of them. */
export const CHANGED_PEOPLE_MAX = 100

export const FilingChanges = z
  .object({
    number: z.int().meta({ description: 'The correction that states, or would state, the changes' }),
    people: z.int().meta({ description: 'Number of people whose amounts have changed' }),
    changes: z
      .array(FilingChange)
      .meta({ description: `Of at most ${CHANGED_PEOPLE_MAX} people; the file has all` }),
  })
  .meta({ id: 'FilingChanges' })
export type FilingChanges = z.infer<typeof FilingChanges>

const payer = f.queryId.optional().meta({ description: 'The payer; by default the own organization' })

export const TaxMonthQuery = z.strictObject({
  orgId: f.queryId.optional().meta({ description: 'The payer; by default the own organization' }),
  period,
})
export type TaxMonthQuery = z.output<typeof TaxMonthQuery>

export const FilingChangesQuery = z.strictObject({
  orgId: payer,
  period,
  number: f.queryNumber
    .pipe(filingNumber)
    .optional()
    .meta({ description: 'A correction; by default what is not filed yet' }),
})
export type FilingChangesQuery = z.output<typeof FilingChangesQuery>

export const MonthFiling = z.strictObject({
  orgId: f.id.optional().meta({ description: 'The payer; by default the own organization' }),
  period,
  number: filingNumber.default(0).meta({ description: '0 files the return, the next number a correction' }),
})
export type MonthFiling = z.output<typeof MonthFiling>

export const FiledFile = z.strictObject({ filingId: f.id, kind: FilingFileKind })
export type FiledFile = z.output<typeof FiledFile>

const tag = 'Labor payments'

export const taxFilingRoutes = {
  changes: {
    method: 'GET',
    path: '/business/laborPayment/filing/changes',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'What a correction changes, by person and item of the tax law, before and after',
    query: FilingChangesQuery,
    answer: data(FilingChanges),
    errors: ['NOT_FOUND', 'TAX_MONTH_NOT_FILED', 'FEE_RULE_MISSING'],
  },
  file: {
    method: 'POST',
    path: '/business/laborPayment/filing/file',
    target: ['filingId', 'kind'],
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'A file of a month as it was filed, byte for byte; the access is logged',
    body: FiledFile,
    answer: file(XLSX),
    errors: ['NOT_FOUND'],
  },
} as const satisfies RouteTable

/** The files of a month as its ledger stands now. */
export const taxExportRoutes = {
  withholdingFile: {
    method: 'POST',
    path: '/business/laborPayment/withholdingFile',
    target: ['orgId', 'period'],
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary:
      "Residents' income of a month by person and kind of work as the tax authority's client imports it, with full numbers",
    body: exportBody(TaxMonthQuery),
    answer: file(XLSX),
    errors: ['NOT_FOUND', 'PAYEE_NUMBER_MISSING', 'FEE_RULE_MISSING'],
  },
  nonResidentFile: {
    method: 'POST',
    path: '/business/laborPayment/nonResidentFile',
    target: ['orgId', 'period'],
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary:
      'As the withholding file, for the income of non-residents, which is declared by a form of its own',
    body: exportBody(TaxMonthQuery),
    answer: file(XLSX),
    errors: ['NOT_FOUND', 'PAYEE_NUMBER_MISSING', 'FEE_RULE_MISSING'],
  },
  personnelFile: {
    method: 'POST',
    path: '/business/laborPayment/personnelFile',
    target: ['orgId', 'period'],
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary:
      "People with a resident card who were paid, as the tax authority's client imports them, with full numbers",
    body: exportBody(TaxMonthQuery),
    answer: file(XLSX),
    errors: ['NOT_FOUND', 'PAYEE_NUMBER_MISSING', 'FEE_RULE_MISSING'],
  },
  foreignPersonnelFile: {
    method: 'POST',
    path: '/business/laborPayment/foreignPersonnelFile',
    target: ['orgId', 'period'],
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'As the personnel file, for people with foreign documents: nationality, sex and date of birth',
    body: exportBody(TaxMonthQuery),
    answer: file(XLSX),
    errors: ['NOT_FOUND', 'PAYEE_NUMBER_MISSING', 'PAYEE_FACTS_MISSING', 'FEE_RULE_MISSING'],
  },
  vatFile: {
    method: 'POST',
    path: '/business/laborPayment/vatFile',
    target: ['orgId', 'period'],
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'VAT and levies of a month, entry by entry, with full numbers',
    body: exportBody(TaxMonthQuery),
    answer: file(XLSX),
    errors: ['NOT_FOUND', 'PAYEE_NUMBER_MISSING', 'FEE_RULE_MISSING'],
  },
} as const satisfies RouteTable
