import { z } from 'zod'
import * as f from '../fields.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'

const CONTENT_MAX = 5000
const ATTACHMENTS_MAX = 20

export const SpecialPlan = z
  .object({
    specialPlanId: f.id,
    planName: z.string(),
    planType: z.string().nullable(),
    content: z.string().nullable(),
    startTime: z.string().nullable(),
    endTime: z.string().nullable(),
    budget: f.decimal.nullable(),
    orgId: f.id.nullable(),
    orgName: z.string().nullable(),
    attachments: z.array(f.id).meta({ description: 'File ids' }),
    attachmentUrls: z.array(z.string()).meta({ description: 'Signed, expiring addresses' }),
    status: f.status,
    createUserId: f.id,
    createUserName: z.string(),
    createTime: z.string(),
    version: f.version,
    abilities: f.abilities('update', 'changeStatus', 'remove'),
  })
  .meta({ id: 'SpecialPlan' })
export type SpecialPlan = z.infer<typeof SpecialPlan>

export const SPECIAL_PLAN_COLUMNS = [
  'specialPlanId',
  'planName',
  'planType',
  'startTime',
  'endTime',
  'budget',
  'status',
  'createTime',
] as const
export const SpecialPlanQuery = f.listQuery(
  {
    planName: f.searchText.optional(),
    planType: f.searchText.optional(),
    orgId: f.queryId.optional(),
    orgName: f.searchText.optional(),
    status: f.status.optional(),
    ...f.timeRange('StartTime'),
  },
  SPECIAL_PLAN_COLUMNS,
)
export type SpecialPlanQuery = z.output<typeof SpecialPlanQuery>

const fields = {
  planType: f.optionalText(f.LINE_MAX),
  content: f.optionalText(CONTENT_MAX),
  startTime: f.time.nullable().optional(),
  endTime: f.time.nullable().optional(),
  budget: f.amount.nullable().optional(),
  orgId: f.id.nullable().optional(),
  attachments: z
    .array(f.id)
    .max(ATTACHMENTS_MAX)
    .transform((fileIds) => [...new Set(fileIds)])
    .optional(),
}

export const SpecialPlanCreate = z.strictObject({
  planName: f.text(f.LINE_MAX),
  status: f.status.default('0'),
  ...fields,
})
export type SpecialPlanCreate = z.output<typeof SpecialPlanCreate>

export const SpecialPlanUpdate = z.strictObject({
  specialPlanId: f.id,
  version: f.version,
  planName: f.text(f.LINE_MAX).optional(),
  ...fields,
})
export type SpecialPlanUpdate = z.output<typeof SpecialPlanUpdate>

const managers = ['admin', 'manager'] as const
const readers = ['admin', 'manager', 'leader'] as const
const tag = 'Special plans'

export const specialPlanRoutes = {
  list: {
    method: 'GET',
    path: '/business/specialPlan/list',
    access: readers,
    beyondPortfolio: true,
    tag,
    summary: 'List special plans',
    query: SpecialPlanQuery,
    answer: page(SpecialPlan),
  },
  export: {
    method: 'POST',
    path: '/business/specialPlan/export',
    access: readers,
    beyondPortfolio: true,
    tag,
    summary: 'Export special plans as an XLSX file, with the filters of the list',
    body: exportBody(SpecialPlanQuery),
    answer: file(XLSX),
  },
  get: {
    method: 'GET',
    path: '/business/specialPlan/{specialPlanId}',
    access: readers,
    beyondPortfolio: true,
    tag,
    summary: 'Read one special plan',
    params: z.object({ specialPlanId: f.queryId }),
    answer: data(SpecialPlan),
  },
  create: {
    method: 'POST',
    path: '/business/specialPlan',
    target: ['orgId', 'specialPlanId'],
    access: managers,
    beyondPortfolio: true,
    tag,
    summary: 'Create a special plan',
    body: SpecialPlanCreate,
    answer: data(SpecialPlan),
    errors: ['PERIOD_REVERSED', 'FILE_UNKNOWN'],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/specialPlan',
    target: ['specialPlanId', 'orgId'],
    access: managers,
    beyondPortfolio: true,
    tag,
    summary: 'Change a special plan; omitted fields are left unchanged',
    body: SpecialPlanUpdate,
    answer: data(SpecialPlan),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'PERIOD_REVERSED', 'FILE_UNKNOWN'],
  },
  changeStatus: {
    method: 'PUT',
    path: '/business/specialPlan/changeStatus',
    target: ['specialPlanId'],
    access: managers,
    beyondPortfolio: true,
    tag,
    summary: 'Disable or enable a special plan',
    body: z.strictObject({ specialPlanId: f.id, status: f.status }),
    answer: data(SpecialPlan),
    errors: ['NOT_FOUND'],
  },
  remove: {
    method: 'DELETE',
    path: '/business/specialPlan/{specialPlanId}',
    target: ['specialPlanId'],
    access: managers,
    beyondPortfolio: true,
    tag,
    summary: 'Delete special plans, all or none',
    params: z.object({ specialPlanId: f.pathIds }),
    answer: data(z.null()),
  },
} as const satisfies RouteTable
