import { z } from 'zod'
import type { Words } from '../errors.ts'
import * as f from '../fields.ts'
import { privacyVersion } from '../accounts/privacy.ts'
import { PictureSize, PublicPicture } from '../projects/project-pictures.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { choice } from '../words.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'

export const INTENT_STATUSES = ['pending', 'contacted', 'accepted', 'declined'] as const
export type IntentStatus = (typeof INTENT_STATUSES)[number]

/** Labels of the status of an intent. */
export const INTENT_STATUS_LABELS = {
  pending: { 'zh-CN': '待处理', en: 'Pending' },
  contacted: { 'zh-CN': '已联系', en: 'Contacted' },
  accepted: { 'zh-CN': '已接受', en: 'Accepted' },
  declined: { 'zh-CN': '已谢绝', en: 'Declined' },
} as const satisfies Record<IntentStatus, Words>
export const IntentStatus = choice(INTENT_STATUSES, INTENT_STATUS_LABELS)

/** Labels of the source of an intent. */
export const INTENT_SOURCE_LABELS = {
  web: { 'zh-CN': '网页', en: 'Web page' },
  qr: { 'zh-CN': '扫码', en: 'QR code' },
  share: { 'zh-CN': '分享', en: 'Shared link' },
  other: { 'zh-CN': '其他', en: 'Other' },
} as const satisfies Record<string, Words>
export const IntentSource = choice(['web', 'qr', 'share', 'other'], INTENT_SOURCE_LABELS).meta({
  description: 'How the visitor came to the page',
})
export type IntentSource = z.infer<typeof IntentSource>

/** The fees of fewer experts are not published, since their sum would tell what each was paid. */
export const PAID_EXPERTS_MIN = 5

/** A project that is open to intents: published, and its end has not passed. */
export const PublicProject = z
  .object({
    projectId: f.id,
    projectName: z.string(),
    summary: z.string().nullable(),
    startTime: z.string().nullable(),
    endTime: z.string().nullable(),
    sponsorOrgName: z
      .string()
      .meta({ description: 'Names of the assigned sponsors; empty if there are none' }),
    medicalField: z.string().nullable(),
    contact: z.string().nullable().meta({ description: 'Whom visitors ask about the project' }),
    meetingCount: z.int().meta({ description: 'Number of approved meetings' }),
    heldCount: z.int().meta({ description: 'Number of meetings that took place' }),
    expertCount: z.int().meta({ description: 'Number of experts who took part in them' }),
    spending: z
      .object({
        labor: f.decimal.nullable().meta({
          description: `Fees paid, in whole thousands; null for fewer than ${PAID_EXPERTS_MIN} experts`,
        }),
        expenses: f.decimal.meta({ description: 'Accepted invoices, in whole thousands' }),
      })
      .nullable()
      .meta({ description: 'What was spent; null unless the project publishes it' }),
    pictures: z.array(PublicPicture).meta({ description: 'In their order; the first is the cover' }),
  })
  .meta({ id: 'PublicProject' })
export type PublicProject = z.infer<typeof PublicProject>

export const PublicProjectQuery = f.listQuery(
  {
    keyword: f.searchText
      .optional()
      .meta({ description: 'Part of the name, of the summary or of the field of medicine' }),
  },
  ['projectId', 'projectName', 'startTime', 'endTime'],
)
export type PublicProjectQuery = z.output<typeof PublicProjectQuery>

/** The answer to an anonymous submitter, which is the same whether or not the phone has an account. */
export const IntentReceipt = z
  .object({ intentId: f.id, createTime: z.string() })
  .meta({ id: 'IntentReceipt' })
export type IntentReceipt = z.infer<typeof IntentReceipt>

export const REMARK_MAX = 500

const supportForm = {
  orgName: f.optionalText(f.NAME_MAX),
  position: f.optionalText(f.NAME_MAX),
  remark: f.optionalText(REMARK_MAX),
}
const executionForm = {
  hospital: f.optionalText(f.NAME_MAX),
  department: f.optionalText(f.NAME_MAX),
  title: f.optionalText(f.NAME_MAX),
}

const submitted = {
  projectId: f.id,
  source: IntentSource.default('web'),
  name: f.text(f.NAME_MAX),
  phone: f.phone,
  privacyVersion: privacyVersion.optional(),
}
export const PublicitySupportSubmit = z.strictObject({ ...submitted, ...supportForm })
export type PublicitySupportSubmit = z.output<typeof PublicitySupportSubmit>
export const PublicityExecutionSubmit = z.strictObject({ ...submitted, ...executionForm })
export type PublicityExecutionSubmit = z.output<typeof PublicityExecutionSubmit>

export const PublicityCheckQuery = z.strictObject({
  projectId: f.queryId,
  phone: f.phone,
  source: IntentSource.default('web'),
})
export type PublicityCheckQuery = z.output<typeof PublicityCheckQuery>

const stored = {
  intentId: f.id,
  projectId: f.id,
  projectName: z.string(),
  source: IntentSource,
  name: z.string(),
  phone: z.string(),
}
const kept = {
  userId: f.id
    .nullable()
    .meta({ description: 'Account of the submitter, or of the phone; null if there is none' }),
  userName: z.string().nullable(),
  confirmed: z.boolean().meta({
    description:
      'Sent by the linked account itself, or its phone proven since; otherwise anyone may have sent it',
  }),
  status: IntentStatus,
  createTime: z.string(),
  version: f.version,
  abilities: f.abilities('update', 'changeStatus', 'remove'),
}
const line = z.string().nullable()
export const PublicitySupportIntent = z
  .object({ ...stored, orgName: line, position: line, remark: line, ...kept })
  .meta({ id: 'PublicitySupportIntent' })
export type PublicitySupportIntent = z.infer<typeof PublicitySupportIntent>
export const PublicityExecutionIntent = z
  .object({ ...stored, hospital: line, department: line, title: line, ...kept })
  .meta({ id: 'PublicityExecutionIntent' })
export type PublicityExecutionIntent = z.infer<typeof PublicityExecutionIntent>

export const PUBLICITY_INTENT_COLUMNS = [
  'intentId',
  'projectName',
  'name',
  'phone',
  'source',
  'status',
  'createTime',
] as const
const filters = {
  intentId: f.queryId.optional(),
  projectId: f.queryId.optional(),
  projectName: f.searchText.optional(),
  name: f.searchText.optional(),
  phone: f.searchText.optional(),
  source: IntentSource.optional(),
  status: IntentStatus.optional(),
  userId: f.queryId.optional(),
  linked: f.queryFlag.optional().meta({ description: 'Whether an account is linked to the intent' }),
}
export const PublicitySupportQuery = f.listQuery(
  { ...filters, orgName: f.searchText.optional() },
  PUBLICITY_INTENT_COLUMNS,
)
export type PublicitySupportQuery = z.output<typeof PublicitySupportQuery>
export const PublicityExecutionQuery = f.listQuery(
  { ...filters, hospital: f.searchText.optional(), department: f.searchText.optional() },
  PUBLICITY_INTENT_COLUMNS,
)
export type PublicityExecutionQuery = z.output<typeof PublicityExecutionQuery>

const corrected = {
  intentId: f.id,
  version: f.version,
  name: f.text(f.NAME_MAX).optional(),
  phone: f.phone
    .optional()
    .meta({ description: 'If the intent was sent without a login, the linked account follows the phone' }),
}
export const PublicitySupportUpdate = z.strictObject({ ...corrected, ...supportForm })
export type PublicitySupportUpdate = z.output<typeof PublicitySupportUpdate>
export const PublicityExecutionUpdate = z.strictObject({ ...corrected, ...executionForm })
export type PublicityExecutionUpdate = z.output<typeof PublicityExecutionUpdate>

export const IntentStatusChange = z.strictObject({ intentId: f.id, status: IntentStatus })
export type IntentStatusChange = z.output<typeof IntentStatusChange>

const managers = ['admin', 'manager'] as const
const tag = 'Publicity'
const intentParams = z.object({ intentId: f.queryId })

interface IntentKind<View, Filters extends z.core.$ZodLooseShape, Submit, Update> {
  path: string
  /** In the plural, as used within a sentence. */
  name: string
  view: View
  query: z.ZodObject<Filters, z.core.$strict>
  submit: Submit
  update: Update
}

/** The routes of one of the two kinds of intents: two for visitors, the others for managers. */
const intentRoutes = <
  View extends z.ZodType,
  Filters extends z.core.$ZodLooseShape,
  Submit extends z.ZodType,
  Update extends z.ZodType,
>({
  path,
  name,
  view,
  query,
  submit,
  update,
}: IntentKind<View, Filters, Submit, Update>) =>
  ({
    submit: {
      method: 'POST',
      path,
      target: ['projectId', 'intentId'],
      access: 'public',
      tag,
      summary: `Submit one of the ${name}, without a login or with one`,
      body: submit,
      answer: data(IntentReceipt),
      errors: ['INTENT_EXISTS', 'NOT_FOUND'],
      creates: true,
      rateLimit: 'submission',
    },
    check: {
      method: 'GET',
      path: `${path}/check`,
      access: 'public',
      tag,
      summary: `Whether one of the ${name} was submitted with this project, phone and source`,
      query: PublicityCheckQuery,
      answer: data(z.object({ exists: z.boolean() }).meta({ id: 'IntentCheck' })),
      rateLimit: 'submission',
    },
    list: {
      method: 'GET',
      path: `${path}/list`,
      access: managers,
      tag,
      summary: `List the ${name}`,
      query,
      answer: page(view),
    },
    export: {
      method: 'POST',
      path: `${path}/export`,
      access: managers,
      tag,
      summary: `The ${name} as an XLSX file, by the filters of the list`,
      body: exportBody(query),
      answer: file(XLSX),
    },
    get: {
      method: 'GET',
      path: `${path}/{intentId}`,
      access: managers,
      tag,
      summary: `Read one of the ${name}`,
      params: intentParams,
      answer: data(view),
    },
    update: {
      method: 'PUT',
      path,
      target: ['intentId'],
      access: managers,
      tag,
      summary: `Correct one of the ${name}; omitted fields are left unchanged`,
      body: update,
      answer: data(view),
      errors: ['NOT_FOUND', 'STALE_RECORD', 'INTENT_EXISTS'],
    },
    changeStatus: {
      method: 'PUT',
      path: `${path}/changeStatus`,
      target: ['intentId'],
      access: managers,
      caller: 'person',
      tag,
      summary: `Change the status of one of the ${name}`,
      body: IntentStatusChange,
      answer: data(view),
      errors: ['NOT_FOUND'],
    },
    remove: {
      method: 'DELETE',
      path: `${path}/{intentId}`,
      target: ['intentId'],
      access: managers,
      tag,
      summary: `Delete ${name}, all or none`,
      params: z.object({ intentId: f.pathIds }),
      answer: data(z.null()),
    },
  }) as const satisfies RouteTable

export const publicitySupportRoutes = intentRoutes({
  path: '/business/publicity/supportIntent',
  name: 'support intents of the public page',
  view: PublicitySupportIntent,
  query: PublicitySupportQuery,
  submit: PublicitySupportSubmit,
  update: PublicitySupportUpdate,
})

export const publicityExecutionRoutes = intentRoutes({
  path: '/business/publicity/executionIntent',
  name: 'execution intents of the public page',
  view: PublicityExecutionIntent,
  query: PublicityExecutionQuery,
  submit: PublicityExecutionSubmit,
  update: PublicityExecutionUpdate,
})

export const publicProjectRoutes = {
  list: {
    method: 'GET',
    path: '/business/publicity/projects',
    access: 'public',
    tag,
    summary: 'List published projects that are open to intents',
    query: PublicProjectQuery,
    answer: page(PublicProject),
    rateLimit: 'reading',
  },
  get: {
    method: 'GET',
    path: '/business/publicity/projects/{projectId}',
    access: 'public',
    tag,
    summary: 'Read one published project that is open to intents',
    params: z.object({ projectId: f.queryId }),
    answer: data(PublicProject),
    rateLimit: 'reading',
  },
  picture: {
    method: 'GET',
    path: '/business/publicity/pictures/{pictureId}',
    access: 'public',
    tag,
    summary: 'Read a picture of a published project that is open to intents',
    params: z.object({ pictureId: f.queryId }),
    query: z.strictObject({ size: PictureSize.default('full') }),
    answer: file('image/jpeg'),
    errors: ['NOT_FOUND'],
    rateLimit: 'pictures',
  },
} as const satisfies RouteTable
