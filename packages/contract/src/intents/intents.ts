import { z } from 'zod'
import * as f from '../fields.ts'
import { IntentStatus, IntentStatusChange } from '../publicity/publicity.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'

const intent = {
  intentId: f.id,
  projectId: f.id,
  projectNo: z.string(),
  projectName: z.string(),
  userId: f.id,
}
const kept = {
  remark: z.string().nullable(),
  status: IntentStatus,
  createTime: z.string(),
  version: f.version,
  abilities: f.abilities('update', 'changeStatus', 'remove'),
}

export const SupportIntent = z
  .object({
    ...intent,
    userName: z.string(),
    orgId: f.id,
    orgName: z.string(),
    amount: f.decimal.nullable().meta({ description: 'Offered amount in yuan' }),
    ...kept,
  })
  .meta({ id: 'SupportIntent', description: 'A sponsor offers to support a project' })
export type SupportIntent = z.infer<typeof SupportIntent>

export const ExecutionIntent = z
  .object({
    ...intent,
    expertId: f.id,
    name: z.string().meta({
      description: 'Current name of the expert; hospital, department, title and phone are current as well',
    }),
    phone: z.string().nullable(),
    hospital: z.string().nullable(),
    department: z.string().nullable(),
    title: z.string().nullable(),
    ...kept,
  })
  .meta({
    id: 'ExecutionIntent',
    description: 'An expert signs up for a project; createTime is the time of the sign-up',
  })
export type ExecutionIntent = z.infer<typeof ExecutionIntent>

const filters = {
  intentId: f.queryId.optional(),
  projectId: f.queryId.optional(),
  projectName: f.searchText.optional(),
  status: IntentStatus.optional(),
}
export const SUPPORT_INTENT_COLUMNS = [
  'intentId',
  'projectName',
  'orgName',
  'amount',
  'status',
  'createTime',
] as const
export const SupportIntentQuery = f.listQuery(
  { ...filters, orgName: f.searchText.optional(), userName: f.searchText.optional() },
  SUPPORT_INTENT_COLUMNS,
)
export type SupportIntentQuery = z.output<typeof SupportIntentQuery>

export const SupportIntentExport = exportBody(SupportIntentQuery)
export type SupportIntentExport = z.output<typeof SupportIntentExport>

export const EXECUTION_INTENT_COLUMNS = [
  'intentId',
  'projectName',
  'name',
  'hospital',
  'department',
  'title',
  'status',
  'createTime',
] as const
export const ExecutionIntentQuery = f.listQuery(
  {
    ...filters,
    name: f.searchText.optional(),
    phone: f.searchText.optional(),
    hospital: f.searchText.optional(),
    department: f.searchText.optional(),
    title: f.searchText.optional(),
  },
  EXECUTION_INTENT_COLUMNS,
)
export type ExecutionIntentQuery = z.output<typeof ExecutionIntentQuery>

export const ExecutionIntentExport = exportBody(ExecutionIntentQuery)
export type ExecutionIntentExport = z.output<typeof ExecutionIntentExport>

const remark = f.optionalText(f.NOTE_MAX)
const offer = { amount: f.amount.nullable().optional(), remark }
const target = { intentId: f.id, version: f.version }

export const SupportIntentCreate = z.strictObject({ projectId: f.id, ...offer })
export type SupportIntentCreate = z.output<typeof SupportIntentCreate>
export const SupportIntentUpdate = z.strictObject({ ...target, ...offer })
export type SupportIntentUpdate = z.output<typeof SupportIntentUpdate>

export const ExecutionIntentCreate = z.strictObject({ projectId: f.id, remark })
export type ExecutionIntentCreate = z.output<typeof ExecutionIntentCreate>
export const ExecutionIntentUpdate = z.strictObject({ ...target, remark })
export type ExecutionIntentUpdate = z.output<typeof ExecutionIntentUpdate>

const managers = ['admin', 'manager'] as const
const tag = 'Intents'
const params = z.object({ intentId: f.queryId })
const removal = z.object({ intentId: f.pathIds })

export const supportIntentRoutes = {
  list: {
    method: 'GET',
    path: '/business/supportIntent/list',
    access: ['admin', 'manager', 'leader', 'sponsor'],
    tag,
    summary: 'List support intents; sponsors see their own, project leads those of their projects',
    query: SupportIntentQuery,
    answer: page(SupportIntent),
  },
  get: {
    method: 'GET',
    path: '/business/supportIntent/{intentId}',
    access: ['admin', 'manager', 'leader', 'sponsor'],
    tag,
    summary: 'Read one support intent',
    params,
    answer: data(SupportIntent),
  },
  create: {
    method: 'POST',
    path: '/business/supportIntent',
    target: ['projectId', 'intentId'],
    access: ['sponsor'],
    tag,
    summary: 'Submit a support intent for a project that is open to intents',
    body: SupportIntentCreate,
    answer: data(SupportIntent),
    errors: ['NOT_FOUND', 'INTENT_EXISTS'],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/supportIntent',
    target: ['intentId'],
    access: ['admin', 'manager', 'sponsor'],
    tag,
    summary: 'Change a support intent; sponsors only while it is pending',
    body: SupportIntentUpdate,
    answer: data(SupportIntent),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'INTENT_DECIDED'],
  },
  changeStatus: {
    method: 'PUT',
    path: '/business/supportIntent/changeStatus',
    target: ['intentId'],
    access: managers,
    caller: 'person',
    tag,
    summary: 'Change the status of a support intent',
    body: IntentStatusChange,
    answer: data(SupportIntent),
    errors: ['NOT_FOUND'],
  },
  remove: {
    method: 'DELETE',
    path: '/business/supportIntent/{intentId}',
    target: ['intentId'],
    access: ['admin', 'manager', 'sponsor'],
    tag,
    summary: 'Delete support intents, all or none; sponsors only while they are pending',
    params: removal,
    answer: data(z.null()),
    errors: ['INTENT_DECIDED'],
  },
  export: {
    method: 'POST',
    path: '/business/supportIntent/export',
    access: ['admin', 'manager', 'leader', 'sponsor'],
    tag,
    summary: 'Export support intents as an XLSX file, with the filters and the order of the list',
    body: SupportIntentExport,
    answer: file(XLSX),
  },
} as const satisfies RouteTable

export const executionIntentRoutes = {
  list: {
    method: 'GET',
    path: '/business/executionIntent/list',
    access: ['admin', 'manager', 'leader', 'doctor'],
    tag,
    summary: 'List sign-ups; experts see their own, project leads those of their projects',
    query: ExecutionIntentQuery,
    answer: page(ExecutionIntent),
  },
  get: {
    method: 'GET',
    path: '/business/executionIntent/{intentId}',
    access: ['admin', 'manager', 'leader', 'doctor'],
    tag,
    summary: 'Read one sign-up',
    params,
    answer: data(ExecutionIntent),
  },
  create: {
    method: 'POST',
    path: '/business/executionIntent',
    target: ['projectId', 'intentId'],
    access: ['doctor'],
    tag,
    summary: 'Sign up for a project that is open to intents',
    body: ExecutionIntentCreate,
    answer: data(ExecutionIntent),
    errors: ['NOT_FOUND', 'INTENT_EXISTS'],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/executionIntent',
    target: ['intentId'],
    access: ['admin', 'manager', 'doctor'],
    tag,
    summary: 'Change a sign-up; experts only while it is pending',
    body: ExecutionIntentUpdate,
    answer: data(ExecutionIntent),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'INTENT_DECIDED'],
  },
  changeStatus: {
    method: 'PUT',
    path: '/business/executionIntent/changeStatus',
    target: ['intentId'],
    access: managers,
    caller: 'person',
    tag,
    summary: 'Change the status of a sign-up',
    body: IntentStatusChange,
    answer: data(ExecutionIntent),
    errors: ['NOT_FOUND'],
  },
  remove: {
    method: 'DELETE',
    path: '/business/executionIntent/{intentId}',
    target: ['intentId'],
    access: ['admin', 'manager', 'doctor'],
    tag,
    summary: 'Delete sign-ups, all or none; experts only while they are pending',
    params: removal,
    answer: data(z.null()),
    errors: ['INTENT_DECIDED'],
  },
  export: {
    method: 'POST',
    path: '/business/executionIntent/export',
    access: managers,
    tag,
    summary: 'Export sign-ups as an XLSX file, with the filters and the order of the list',
    body: ExecutionIntentExport,
    answer: file(XLSX),
  },
} as const satisfies RouteTable
