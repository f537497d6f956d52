import { z } from 'zod'
import * as f from '../fields.ts'
import { region } from '../persons/personal-facts.ts'
import { data, page, type RouteTable } from '../route.ts'
import { PAYERS } from './tax-filings.ts'
import { choice, said } from '../words.ts'

export const RELIEF_STATUSES = ['pending', 'approved', 'refused', 'withdrawn'] as const
export const RELIEF_STATUS_LABELS = {
  pending: { 'zh-CN': '待复核', en: 'Waits for a second person' },
  approved: { 'zh-CN': '已生效', en: 'In force' },
  refused: { 'zh-CN': '未通过', en: 'Refused' },
  withdrawn: { 'zh-CN': '已终止', en: 'Ended' },
} as const
export const ReliefStatus = choice(RELIEF_STATUSES, RELIEF_STATUS_LABELS)
export type ReliefStatus = z.infer<typeof ReliefStatus>

const rate = z
  .string()
  .regex(
    /^0(\.\d{1,4})?$/,
    said(
      '请填写 0（免税）或小于 1 的税率上限，如 0.1',
      'Enter 0 for exempt, or a highest rate below 1 such as 0.1',
    ),
  )
  .meta({
    description: 'Highest share of the pay without VAT that the treaty lets China take; 0: exempt',
    example: '0',
  })

const dated = {
  country: region.meta({ description: 'Country of the treaty, where the person resides; ISO 3166-1' }),
  article: f.text(f.LINE_MAX).meta({ description: 'Treaty and article', example: '中法税收协定第十四条' }),
  rate,
  validFrom: f.date.meta({ description: 'First day of payment that the relief is for' }),
  validTo: f.date.meta({ description: 'Last day of payment that the relief is for' }),
}

/** Relief from income tax under a treaty (协定减免) that a payer gives a non-resident. */
export const TreatyRelief = z
  .object({
    reliefId: f.id,
    orgId: f.id,
    orgName: z.string().meta({ description: 'The payer' }),
    expertId: f.id,
    name: z.string(),
    ...dated,
    status: ReliefStatus,
    fileUrl: z.string().meta({ description: 'Signed, expiring address of the document' }),
    askedBy: f.id.nullable().meta({ description: 'Account that recorded it' }),
    askedByName: z.string().nullable(),
    decidedByName: z.string().nullable().meta({ description: 'Who decided on it, or ended it' }),
    decidedTime: z.string().nullable(),
    createTime: z.string(),
    abilities: f.abilities('decide', 'withdraw'),
  })
  .meta({ id: 'TreatyRelief' })
export type TreatyRelief = z.infer<typeof TreatyRelief>

export const TREATY_RELIEF_COLUMNS = ['reliefId'] as const
export const TreatyReliefQuery = f.listQuery(
  { orgId: f.queryId.optional(), name: f.searchText.optional(), status: ReliefStatus.optional() },
  TREATY_RELIEF_COLUMNS,
)
export type TreatyReliefQuery = z.output<typeof TreatyReliefQuery>

export const TreatyReliefCreate = z
  .strictObject({
    attendeeId: f.id.meta({ description: 'An attendee of the payer, who names payer and person' }),
    ...dated,
    fileId: f.id.meta({
      description: 'Upload: the report of the non-resident and its proof of residence, kept for inspection',
    }),
  })
  .refine(({ validFrom, validTo }) => validFrom <= validTo, {
    error: said('结束日期不能早于开始日期', 'The last day cannot be before the first'),
    path: ['validTo'],
  })
export type TreatyReliefCreate = z.output<typeof TreatyReliefCreate>

export const TreatyReliefDecision = z.strictObject({
  reliefId: f.id,
  isApproved: z.boolean().meta({ description: 'Whether the relief applies to payments from now on' }),
})
export type TreatyReliefDecision = z.output<typeof TreatyReliefDecision>

const tag = 'Labor payments'

export const treatyReliefRoutes = {
  list: {
    method: 'GET',
    path: '/business/laborPayment/treatyRelief/list',
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'List relief under treaties; an executor sees its own',
    query: TreatyReliefQuery,
    answer: page(TreatyRelief),
  },
  create: {
    method: 'POST',
    path: '/business/laborPayment/treatyRelief',
    target: ['attendeeId', 'reliefId'],
    access: PAYERS,
    beyondPortfolio: true,
    tag,
    summary: 'Record relief under a treaty with its document; it waits for a second person',
    body: TreatyReliefCreate,
    answer: data(TreatyRelief),
    errors: ['NOT_FOUND', 'AGREEMENT_PAYER_MISSING', 'FILE_UNKNOWN', 'FILE_TYPE_REFUSED'],
    creates: true,
  },
  decide: {
    method: 'PUT',
    path: '/business/laborPayment/treatyRelief/decide',
    target: ['reliefId'],
    access: PAYERS,
    beyondPortfolio: true,
    caller: 'person',
    tag,
    summary: 'Approve or refuse relief that somebody else has recorded',
    body: TreatyReliefDecision,
    answer: data(TreatyRelief),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'OWN_REQUEST', 'REQUEST_DECIDED'],
  },
  withdraw: {
    method: 'PUT',
    path: '/business/laborPayment/treatyRelief/withdraw',
    target: ['reliefId'],
    access: PAYERS,
    beyondPortfolio: true,
    caller: 'person',
    tag,
    summary: 'End relief, or take it back before it was decided; payments made keep theirs',
    body: z.strictObject({ reliefId: f.id }),
    answer: data(TreatyRelief),
    errors: ['NOT_FOUND', 'REQUEST_DECIDED'],
  },
} as const satisfies RouteTable
