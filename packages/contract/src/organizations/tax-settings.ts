import { z } from 'zod'
import * as f from '../fields.ts'
import type { LABOR_FORMS } from '../agreements/labor-forms.ts'
import { data, type RouteTable } from '../route.ts'
import { choice, said } from '../words.ts'

export const TAX_PLACES = ['city', 'town', 'elsewhere'] as const
export const TAX_PLACE_LABELS = {
  city: { 'zh-CN': '市区', en: 'City' },
  town: { 'zh-CN': '县城、镇', en: 'County seat or township' },
  elsewhere: { 'zh-CN': '其他地区', en: 'Elsewhere' },
} as const
export const TaxPlace = choice(TAX_PLACES, TAX_PLACE_LABELS).meta({
  description: "The payer's place, which decides the rate of the urban maintenance and construction tax",
})
export type TaxPlace = z.infer<typeof TaxPlace>

export const VAT_BASES = ['day', 'month'] as const
export const VAT_BASIS_LABELS = {
  day: { 'zh-CN': '按次（日）', en: 'By payment and date' },
  month: { 'zh-CN': '按月申报', en: 'Monthly, as declared' },
} as const
export const VatBasis = choice(VAT_BASES, VAT_BASIS_LABELS).meta({
  description:
    'What is compared with the VAT threshold: the payments of a day, or those of a month by declaration',
})
export type VatBasis = z.infer<typeof VatBasis>

/**
 * Items of labor income (劳务报酬) that are taxed apart: three that article 6 of the IIT Regulations lists, and all other
 * services together.
 */
export const TAX_ITEMS = ['lecture', 'consulting', 'review', 'other'] as const
export const TAX_ITEM_LABELS = {
  lecture: { 'zh-CN': '讲学', en: 'Lecturing' },
  consulting: { 'zh-CN': '咨询', en: 'Consulting' },
  review: { 'zh-CN': '审稿', en: 'Manuscript review' },
  other: { 'zh-CN': '其他劳务', en: 'Other services' },
} as const
export const TaxItem = choice(TAX_ITEMS, TAX_ITEM_LABELS)
export type TaxItem = z.infer<typeof TaxItem>

/** Items that stand in the ledger: before payers had items, each service type was one. */
export const LEDGER_ITEM_LABELS = {
  ...TAX_ITEM_LABELS,
  chair: { 'zh-CN': '主持', en: 'Chair' },
  discussion: { 'zh-CN': '讨论', en: 'Discussion' },
} as const
export const LEDGER_ITEMS = [...TAX_ITEMS, 'chair', 'discussion'] as const
export const LedgerItem = choice(LEDGER_ITEMS, LEDGER_ITEM_LABELS).meta({
  description: 'Item of the tax law under which the payment was taxed',
})
export type LedgerItem = z.infer<typeof LedgerItem>

export type LaborItems = Record<(typeof LABOR_FORMS)[number], TaxItem>
/** 讲课, 咨询 and 点评 are items of the law; 主持, 讨论 and 其他 are none, so that they belong together. */
export const LISTED_ITEMS: LaborItems = {
  lecture: 'lecture',
  chair: 'other',
  discussion: 'other',
  review: 'review',
  consulting: 'consulting',
  other: 'other',
}
/** All labor as one item, as a cautious payer taxes it. */
export const ONE_ITEM: LaborItems = {
  lecture: 'other',
  chair: 'other',
  discussion: 'other',
  review: 'other',
  consulting: 'other',
  other: 'other',
}
const laborItems = z
  .strictObject({
    lecture: TaxItem.meta({ description: 'Item of lectures' }),
    chair: TaxItem.meta({ description: 'Item of chairing' }),
    discussion: TaxItem.meta({ description: 'Item of discussions' }),
    review: TaxItem.meta({ description: 'Item of reviews' }),
    consulting: TaxItem.meta({ description: 'Item of consulting' }),
    other: TaxItem.meta({ description: 'Item of other services' }),
  })
  .meta({ description: 'Item of the tax law that each service type belongs to', example: LISTED_ITEMS })

/** The provinces of GB/T 2260, with Taiwan, Hong Kong and Macau. */
const PROVINCES =
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82'.split(
    ' ',
  )
/** A province as a whole, which is no county. */
const OF_PROVINCE = '0000'

/** Administrative division of a county (GB/T 2260). */
export const county = z
  .string()
  .trim()
  .regex(
    /^\d{6}$/,
    said('请输入6位行政区划代码，如 110105', 'Enter the 6 digits of the division, such as 110105'),
  )
  .refine(
    (code) => PROVINCES.includes(code.slice(0, 2)) && !code.endsWith(OF_PROVINCE),
    said('没有这个区县代码，请核对', 'There is no county with this code'),
  )
  .meta({ description: 'Division code of a county (GB/T 2260)', example: '110105' })

/** Names that the tax authority's client has for the labor income of non-residents; its present list has the first. */
export const NON_RESIDENT_ITEMS = ['general', 'whole'] as const
export const NON_RESIDENT_ITEM_LABELS = {
  general: { 'zh-CN': '一般劳务报酬所得', en: 'Common labor income' },
  whole: { 'zh-CN': '劳务报酬所得', en: 'Labor income' },
} as const
/** What stands in the column after 其他 of the withholding file: versions of the client differ. */
export const WITHHOLDING_COLUMNS = ['taxes', 'donations'] as const
export const WITHHOLDING_COLUMN_LABELS = {
  taxes: { 'zh-CN': '允许扣除的税费', en: 'Tax amounts that are deducted' },
  donations: { 'zh-CN': '准予扣除的捐赠额', en: 'Donation amounts that are deducted' },
} as const
const fileTerms = {
  nonResidentItem: choice(NON_RESIDENT_ITEMS, NON_RESIDENT_ITEM_LABELS).meta({
    description:
      "Item of non-residents in the withholding file, as the payer's version of the client names it",
  }),
  withholdingColumn: choice(WITHHOLDING_COLUMNS, WITHHOLDING_COLUMN_LABELS).meta({
    description: "Column of the withholding file that differs by the version of the payer's client",
  }),
  surchargesDeducted: z.boolean().meta({
    description:
      'The column 允许扣除的税费 of the withholding files has the surcharges; otherwise it is empty',
  }),
  invoiceExpected: z.boolean().meta({
    description:
      'An invoice of the tax office is expected for what reaches the VAT threshold; otherwise none is missing',
  }),
}
const FileTerms = z.object(fileTerms)
/**
 * What changes no tax: how the files of a payer are written for its version of the tax authority's client, and whether it expects
 * invoices.
 */
export type FileTerms = z.infer<typeof FileTerms>
export type NonResidentItem = FileTerms['nonResidentItem']
export type WithholdingColumn = FileTerms['withholdingColumn']
export const DEFAULT_FILE_TERMS = {
  nonResidentItem: 'general',
  withholdingColumn: 'taxes',
  surchargesDeducted: false,
  invoiceExpected: true,
} as const satisfies FileTerms

const COUNTY = 'Where work is done unless a payment says otherwise'

const terms = {
  validFrom: f.date.meta({
    description: 'First day of these settings, until others follow',
    example: '2026-12-01',
  }),
  place: TaxPlace,
  educationExempt: z.boolean().meta({ description: 'The payer is exempt from both education surcharges' }),
  isContinuous: z
    .boolean()
    .meta({ description: 'Income of one item and month is taxed as a whole, less what was withheld' }),
  vatBasis: VatBasis,
  isPlatform: z.boolean().meta({
    description: 'The payer declares as a reporting platform: tax is withheld cumulatively over the year',
  }),
  county: county.nullable().meta({ description: COUNTY }),
  laborItems,
  isCountyApart: z
    .boolean()
    .meta({ description: 'Income of one item is taxed by the county; otherwise all counties together' }),
}
/** As they are kept: settings from before counties were checked have what was entered. */
const keptTerms = { ...terms, county: z.string().nullable().meta({ description: COUNTY }) }
const Terms = z.object(keptTerms)
/** How a payer is taxed from a day on. */
export type TaxTerms = z.infer<typeof Terms>

/** Settings of an organization that has none of its own. */
export const DEFAULT_TAX_TERMS = {
  place: 'city',
  educationExempt: false,
  isContinuous: true,
  vatBasis: 'day',
  isPlatform: false,
  county: null,
  laborItems: LISTED_ITEMS,
  isCountyApart: true,
} as const satisfies Omit<TaxTerms, 'validFrom'>

export const TaxSettings = z
  .object({
    ...keptTerms,
    ...fileTerms,
    version: z.int().meta({ description: 'Number of the settings, from 1' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why they begin on a day that was already paid or filed under others' }),
    userName: z.string().nullable().meta({ description: 'Who made them' }),
    createTime: z.string(),
  })
  .meta({ id: 'TaxSettings' })
export type TaxSettings = z.infer<typeof TaxSettings>

export const OrganizationTax = z
  .object({
    orgId: f.id,
    orgName: z.string(),
    surchargeRate: z
      .string()
      .nullable()
      .meta({ description: "The organization's own rate, which precedes place and exemption" }),
    version: z.int().min(0).meta({ description: 'Version of the latest settings; 0 if there are none' }),
    today: z
      .object({ ...keptTerms, ...fileTerms, validFrom: z.string().nullable() })
      .meta({ description: 'The settings of today' }),
    settings: z.array(TaxSettings).meta({ description: 'All settings, the latest first' }),
    earliestFrom: z.string().nullable().meta({
      description:
        'First day on which new settings may begin without a reason: the day after the last payment or filed month; null if there is none',
    }),
    abilities: f.abilities('update'),
  })
  .meta({ id: 'OrganizationTax' })
export type OrganizationTax = z.infer<typeof OrganizationTax>

export const TaxSettingsChange = z.strictObject({
  orgId: f.id,
  version: z
    .int(said('版本号无效', 'Not a valid version'))
    .min(0, said('版本号无效', 'Not a valid version'))
    .max(2_147_483_646, said('版本号无效', 'Not a valid version'))
    .meta({ description: 'Version that was read; 0 if there were no settings. A stale one is refused' }),
  ...terms,
  laborItems: laborItems.optional().meta({ description: 'Left out, those of the settings before' }),
  isCountyApart: terms.isCountyApart
    .optional()
    .meta({ description: 'Left out, that of the settings before' }),
  nonResidentItem: fileTerms.nonResidentItem
    .optional()
    .meta({ description: 'Left out, that of the settings before' }),
  withholdingColumn: fileTerms.withholdingColumn
    .optional()
    .meta({ description: 'Left out, that of the settings before' }),
  surchargesDeducted: fileTerms.surchargesDeducted
    .optional()
    .meta({ description: 'Left out, that of the settings before' }),
  invoiceExpected: fileTerms.invoiceExpected
    .optional()
    .meta({ description: 'Left out, that of the settings before' }),
  reason: f.text(f.LINE_MAX).optional().meta({
    description:
      'Needed to let settings begin on a day that was already paid or filed; payments made before keep theirs',
    example: '自11月1日起已向税务机关备案按月申报',
  }),
})
export type TaxSettingsChange = z.output<typeof TaxSettingsChange>

const tag = 'Organizations'

export const taxSettingsRoutes = {
  get: {
    method: 'GET',
    path: '/business/org/{orgId}/taxSettings',
    access: ['admin', 'manager', 'executor', 'executorFinance'],
    beyondPortfolio: true,
    tag,
    summary: 'Read how a payer is taxed: the settings of today, and all settings with their first day',
    params: z.object({ orgId: f.queryId }),
    answer: data(OrganizationTax),
  },
  change: {
    method: 'PUT',
    path: '/business/org/taxSettings',
    target: ['orgId'],
    access: ['admin', 'manager'],
    beyondPortfolio: true,
    tag,
    summary:
      'Tax a payer differently from a day on; payments made before keep the settings they were made under',
    body: TaxSettingsChange,
    answer: data(OrganizationTax),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'TAX_SETTINGS_OF_SPONSOR', 'TAX_SETTINGS_TOO_EARLY'],
  },
} as const satisfies RouteTable
