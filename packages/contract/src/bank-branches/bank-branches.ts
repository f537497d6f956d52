import { z } from 'zod'
import * as f from '../fields.ts'
import { PAYERS } from '../payments/tax-filings.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { SHEET_ERRORS, XLSX } from '../spreadsheet.ts'
import { choice, said } from '../words.ts'

/** Rows of one import: more than all branches of the country. */
export const BRANCH_ROWS_MAX = 200_000
/** Rows that were left out and are shown; the others are counted. */
export const REFUSED_ROWS_SHOWN = 200
/** Branches that are proposed for an account. */
export const BRANCHES_PROPOSED = 5
export const BRANCH_NAME_MAX = 200

export const clearingCode = z
  .string()
  .transform((text) => text.normalize('NFKC').replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{12}$/, said('联行号应为12位数字', 'A clearing code has 12 digits')))

const code = z.string().meta({ description: 'Clearing code of 12 digits', example: '102100000128' })
const name = z
  .string()
  .meta({ description: 'Full name of the branch', example: '中国工商银行股份有限公司北京海淀支行' })

export const BankBranch = z
  .object({
    branchId: f.id.meta({ description: 'Branch of a bank' }),
    code,
    name,
    province: z.string().nullable().meta({ description: 'Province of the branch' }),
    city: z.string().nullable().meta({ description: 'City of the branch' }),
    createTime: z.string(),
  })
  .meta({ id: 'BankBranch' })
export type BankBranch = z.infer<typeof BankBranch>

export const BankBranchQuery = f.listQuery(
  {
    code: f.searchText.optional().meta({ description: 'Beginning of the clearing code' }),
    name: f.searchText.optional().meta({ description: 'Part of the name' }),
  },
  ['code', 'name', 'province', 'city'],
)
export type BankBranchQuery = z.output<typeof BankBranchQuery>

export const BranchLookup = z
  .object({
    branch: z
      .object({ code, name })
      .nullable()
      .meta({ description: 'The branch that bank and branch name; null if none or several are called so' }),
    proposals: z.array(z.object({ code, name })).meta({
      description: `At most ${BRANCHES_PROPOSED} branches with similar names; empty if one was found`,
    }),
    isEmpty: z.boolean().meta({ description: 'No directory has been imported' }),
  })
  .meta({ id: 'BranchLookup' })
export type BranchLookup = z.infer<typeof BranchLookup>

export const BranchLookupQuery = z.strictObject({
  bankName: f.text(f.NAME_MAX).meta({ description: 'Bank of the account', example: '中国工商银行' }),
  bankBranch: f
    .text(f.NAME_MAX)
    .optional()
    .meta({ description: 'Its branch, unless the bank says it', example: '北京海淀支行' }),
})
export type BranchLookupQuery = z.output<typeof BranchLookupQuery>

/** A row of the file. */
export const BranchRow = z.strictObject({
  code: clearingCode,
  name: f.text(BRANCH_NAME_MAX).check(f.visible),
  province: f.optionalText(f.NAME_MAX),
  city: f.optionalText(f.NAME_MAX),
})
export type BranchRow = z.output<typeof BranchRow>

export const BRANCH_IMPORT_STATES = ['running', 'done'] as const
export const BRANCH_IMPORT_STATE_LABELS = {
  running: { 'zh-CN': '导入中', en: 'Being imported' },
  done: { 'zh-CN': '已完成', en: 'Done' },
} as const

export const BankBranchImport = z
  .object({
    importId: f.id,
    fileName: z.string(),
    state: choice(BRANCH_IMPORT_STATES, BRANCH_IMPORT_STATE_LABELS).meta({
      description: 'State of the import',
    }),
    total: z.int().meta({ description: 'Rows of the file' }),
    done: z.int(),
    created: z.int().meta({ description: 'Branches that are new' }),
    updated: z.int().meta({ description: 'Branches whose name or place changed' }),
    unchanged: z.int().meta({ description: 'Branches that are known as they are' }),
    refused: z.int().meta({ description: 'Rows that were left out' }),
    rows: z
      .array(
        z.object({
          rowNumber: z.int().meta({ description: 'Row number in the spreadsheet; the header row is 1' }),
          code: z.string().nullable().meta({ description: 'As the file has it' }),
          name: z.string().nullable().meta({ description: 'As the file has it' }),
          message: z.string().meta({ description: 'Why the row was left out' }),
        }),
      )
      .meta({ description: `The first ${REFUSED_ROWS_SHOWN} rows that were left out` }),
  })
  .meta({ id: 'BankBranchImport' })
export type BankBranchImport = z.infer<typeof BankBranchImport>
export type BranchImportRows = BankBranchImport['rows']

const tag = 'Bank branches'
const KEEPERS = ['admin', 'manager'] as const

export const bankBranchRoutes = {
  list: {
    method: 'GET',
    path: '/business/bankBranch/list',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'List branches of banks with their clearing codes',
    query: BankBranchQuery,
    answer: page(BankBranch),
  },
  lookup: {
    method: 'GET',
    path: '/business/bankBranch/lookup',
    access: [...PAYERS, 'doctor'],
    tag,
    summary: 'The clearing code of an account by its bank and branch, or branches with similar names',
    query: BranchLookupQuery,
    answer: data(BranchLookup),
  },
  importTemplate: {
    method: 'GET',
    path: '/business/bankBranch/importTemplate',
    access: KEEPERS,
    beyondPortfolio: true,
    tag,
    summary: 'Download an empty XLSX file with the columns of the import',
    answer: file(XLSX),
  },
  import: {
    method: 'POST',
    path: '/business/bankBranch/import',
    target: ['importId'],
    access: KEEPERS,
    beyondPortfolio: true,
    tag,
    summary: `Import a directory of clearing codes from an XLSX or CSV file of at most ${BRANCH_ROWS_MAX} rows; a known code gets the name of the file; works on after the answer`,
    upload: true,
    keyless: 'each',
    accepted: true,
    answer: data(BankBranchImport),
    errors: [...SHEET_ERRORS, 'SHEET_COLUMN_MISSING', 'SHEET_COLUMN_TWICE', 'BRANCH_IMPORT_RUNNING'],
  },
  importProgress: {
    method: 'GET',
    path: '/business/bankBranch/import/{importId}',
    access: KEEPERS,
    beyondPortfolio: true,
    tag,
    summary: 'Progress of an import, and which rows were left out',
    params: z.object({ importId: f.queryId }),
    answer: data(BankBranchImport),
  },
  remove: {
    method: 'DELETE',
    path: '/business/bankBranch/{branchId}',
    target: ['branchId'],
    access: KEEPERS,
    beyondPortfolio: true,
    tag,
    summary: 'Delete branches; their clearing codes are not found any more',
    params: z.object({ branchId: f.pathIds }),
    answer: data(z.null()),
  },
} as const satisfies RouteTable
