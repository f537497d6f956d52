import { z } from 'zod'
import type { Words } from '../errors.ts'
import { OPENING_ERRORS } from '../accounts/opening-errors.ts'
import * as f from '../fields.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { DICTIONARY_LABELS } from '../labels.ts'
import { choice } from '../words.ts'
import { exportBody, IMPORT_ROWS_MAX, SHEET_ERRORS, XLSX } from '../spreadsheet.ts'

export const ORG_TYPES = ['sponsor', 'executor'] as const
export const OrgType = choice(ORG_TYPES, DICTIONARY_LABELS.org_type).meta({
  description: 'sponsor, or executor (also called a supplier)',
})
export type OrgType = z.infer<typeof OrgType>

/** Labels of roles, which an import accepts besides the values themselves. */
export const PERSON_ROLE_LABELS = {
  admin: { 'zh-CN': '主账号', en: 'Main account' },
  supervisor: { 'zh-CN': '督导', en: 'Supervisor' },
  meetingExecutor: { 'zh-CN': '会务执行', en: 'Meeting executor' },
  compliance: { 'zh-CN': '合规', en: 'Compliance' },
  finance: { 'zh-CN': '财务', en: 'Finance' },
} as const satisfies Record<string, Words>

export type PersonRole = keyof typeof PERSON_ROLE_LABELS

const CREATABLE_ROLES = ['supervisor', 'meetingExecutor', 'compliance', 'finance'] as const
export const PersonRole = choice(['admin', ...CREATABLE_ROLES], PERSON_ROLE_LABELS)
/** The main person is created by registration only. */
const CreatableRole = choice(CREATABLE_ROLES, PERSON_ROLE_LABELS)
export type CreatableRole = z.infer<typeof CreatableRole>

const EXECUTOR_ROLES = ['supervisor', 'meetingExecutor', 'finance'] as const

/** Roles of the sub-accounts of each type of organization: only executors run meetings, only sponsors watch over rules. */
export const ROLES_OF_KIND: Readonly<Record<OrgType, readonly CreatableRole[]>> = {
  sponsor: ['supervisor', 'compliance', 'finance'],
  executor: EXECUTOR_ROLES,
}

export const Person = z
  .object({
    personId: f.id,
    name: z.string(),
    phone: z.string(),
    pendingPhone: z.string().nullable().meta({
      description: 'A new phone that waits for its owner to confirm it with a code',
    }),
    userName: z.string(),
    department: z.string().nullable(),
    position: z.string().nullable(),
    role: PersonRole,
    unitType: OrgType,
    userId: f.id,
    orgId: f.id,
    orgName: z.string(),
    bankRegion: z.string().nullable(),
    status: f.status,
    archivedTime: f.archivedTime,
    createTime: z.string(),
    version: f.version,
    abilities: f.abilities('update', 'changeStatus', 'changeRole', 'archive', 'remove', 'resetPassword'),
  })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof Person>

export const PERSON_COLUMNS = [
  'personId',
  'name',
  'department',
  'position',
  'role',
  'status',
  'createTime',
] as const
const filters = {
  personId: f.queryId.optional(),
  userId: f.queryId.optional(),
  position: f.searchText.optional(),
  name: f.searchText.optional(),
  phone: f.searchText.optional(),
  department: f.searchText.optional(),
  role: PersonRole.optional(),
  status: f.status.optional(),
  archived: f.archivedFilter,
  orgId: f.queryId.optional(),
}
export const PersonQuery = f.listQuery({ ...filters, unitType: OrgType.optional() }, PERSON_COLUMNS)
export type PersonQuery = z.output<typeof PersonQuery>

/** Old clients still send `unitType`, which is accepted and ignored. */
export const PersonKindQuery = f.listQuery(
  { ...filters, unitType: z.string().optional().meta({ deprecated: true, description: 'Ignored' }) },
  PERSON_COLUMNS,
)
export type PersonKindQuery = z.output<typeof PersonKindQuery>

export const PersonCreate = z.strictObject({
  orgId: f.id
    .optional()
    .meta({ description: 'Required from managers; main accounts create people in their own organization' }),
  name: f.visibleName,
  phone: f.phone,
  userName: f.userName,
  password: f.password,
  department: f.optionalText(f.DEPARTMENT_MAX),
  position: f.optionalText(f.NAME_MAX),
  role: CreatableRole,
  bankRegion: f.optionalText(f.NAME_MAX),
  status: f.status
    .default('0')
    .meta({ description: 'People created by a main account start with 0; a main account cannot send 1' }),
})
export type PersonCreate = z.output<typeof PersonCreate>

/**
 * A row of an import: like PersonCreate, but the password is optional. Without it the person first logs in by SMS code.
 */
export const PersonImportRow = PersonCreate.omit({ orgId: true, status: true }).extend({
  role: choice(EXECUTOR_ROLES, PERSON_ROLE_LABELS),
  password: f.password.nullable(),
})
export type PersonImportRow = z.output<typeof PersonImportRow>

export const ImportResult = z
  .object({
    rowNumber: z.int().meta({ description: 'Row number in the spreadsheet; the header row is 1' }),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    success: z.boolean(),
    message: z.string().meta({ description: 'Why the row was not imported; empty if it was' }),
  })
  .meta({ id: 'ImportResult' })
export type ImportResult = z.infer<typeof ImportResult>

export const IMPORT_STATUSES = ['running', 'finished', 'interrupted'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

export const PersonImport = z
  .object({
    importId: f.id,
    status: z.enum(IMPORT_STATUSES).meta({
      description: 'interrupted: the service stopped before the end; the same file may be sent again',
    }),
    total: z.int().meta({ description: 'Non-empty rows of the file' }),
    done: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    rows: z.array(ImportResult).meta({ description: 'In order; empty while the import is running' }),
  })
  .meta({ id: 'PersonImport' })
export type PersonImport = z.infer<typeof PersonImport>

export const PersonUpdate = z.strictObject({
  personId: f.id,
  version: f.version,
  name: f.visibleName.optional(),
  phone: f.phone.optional(),
  department: f.optionalText(f.DEPARTMENT_MAX),
  position: f.optionalText(f.NAME_MAX),
  bankRegion: f.optionalText(f.NAME_MAX),
})
export type PersonUpdate = z.output<typeof PersonUpdate>

const tag = 'People'
const IMPORTERS = ['admin', 'manager', 'executor'] as const
const importParams = z.object({ importId: f.queryId })

export const personRoutes = {
  list: {
    method: 'GET',
    path: '/business/person/list',
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'List people; main accounts see those of their sub-accounts',
    query: PersonQuery,
    answer: page(Person),
  },
  executorList: {
    method: 'GET',
    path: '/business/person/executorList',
    access: ['admin', 'manager', 'executor'],
    tag,
    summary: "List executor people, including the caller's own main person",
    query: PersonKindQuery,
    answer: page(Person),
  },
  sponsorList: {
    method: 'GET',
    path: '/business/person/sponsorList',
    access: ['admin', 'manager', 'sponsor'],
    tag,
    summary: "List sponsor people, including the caller's own main person",
    query: PersonKindQuery,
    answer: page(Person),
  },
  export: {
    method: 'POST',
    path: '/business/person/export',
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary:
      "Export people as an XLSX file, including the caller's own main person, with the filters of the general list",
    body: exportBody(PersonQuery),
    answer: file(XLSX),
  },
  importTemplate: {
    method: 'GET',
    path: '/business/person/executorImportTemplate',
    access: IMPORTERS,
    beyondPortfolio: true,
    tag,
    summary: 'Download an empty XLSX file with the columns of the import',
    answer: file(XLSX),
  },
  import: {
    method: 'POST',
    path: '/business/person/executorImport',
    target: ['importId'],
    access: IMPORTERS,
    beyondPortfolio: true,
    tag,
    summary: `Import executor people from an XLSX or CSV file of at most ${IMPORT_ROWS_MAX} rows; valid rows are imported even if others fail`,
    query: z.strictObject({
      orgId: f.queryId
        .optional()
        .meta({ description: 'Required of managers; a main account imports into its own organization' }),
      async: f.queryFlag.optional().meta({
        description: 'Answer at once with the importId; progress and results are read by it',
      }),
    }),
    upload: true,
    keyless: 'each',
    answer: data(PersonImport),
    errors: [...SHEET_ERRORS, 'NOT_FOUND', 'SHEET_COLUMN_MISSING', 'SHEET_COLUMN_TWICE'],
  },
  importProgress: {
    method: 'GET',
    path: '/business/person/executorImport/{importId}',
    access: IMPORTERS,
    beyondPortfolio: true,
    tag,
    summary: 'Progress of an import, and its results at the end',
    params: importParams,
    answer: data(PersonImport),
  },
  importFailures: {
    method: 'GET',
    path: '/business/person/executorImport/{importId}/failures',
    access: IMPORTERS,
    beyondPortfolio: true,
    tag,
    summary:
      'Download the rejected rows of an import with the reasons, as an XLSX file to correct and import again',
    params: importParams,
    answer: file(XLSX),
  },
  get: {
    method: 'GET',
    path: '/business/person/{personId}',
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Read one person',
    params: z.object({ personId: f.queryId }),
    answer: data(Person),
  },
  create: {
    method: 'POST',
    path: '/business/person',
    target: ['orgId', 'personId'],
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Create a person with a sub-account of the organization',
    body: PersonCreate,
    answer: data(Person),
    errors: [...OPENING_ERRORS, 'ORGANIZATION_DISABLED', 'STARTS_ACTIVE'],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/person',
    target: ['personId'],
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Change a person; the role is left unchanged',
    body: PersonUpdate,
    answer: data(Person),
    errors: ['STALE_RECORD', 'PHONE_TAKEN', 'EXECUTOR_NAME_FIXED'],
  },
  changeStatus: {
    method: 'PUT',
    path: '/business/person/changeStatus',
    target: ['personId'],
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Disable or enable a person and the account; disabling ends its sessions',
    body: z.strictObject({ personId: f.id, status: f.status }),
    answer: data(Person),
    errors: ['ADMIN_PERSON_FIXED', 'OWN_RECORD_FIXED', 'RECORD_ARCHIVED'],
  },
  changeRole: {
    method: 'PUT',
    path: '/business/person/changeRole',
    target: ['personId'],
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Change the role of a person within the organization; ends its sessions and keeps its records',
    body: z.strictObject({ personId: f.id, role: CreatableRole }),
    answer: data(Person),
    errors: ['ADMIN_PERSON_FIXED', 'OWN_RECORD_FIXED', 'RECORD_ARCHIVED', 'STALE_RECORD'],
  },
  archive: {
    method: 'PUT',
    path: '/business/person/archive',
    target: ['personId'],
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Archive or unarchive a person that records refer to; an archived person cannot log in',
    body: z.strictObject({ personId: f.id, archived: z.boolean() }),
    answer: data(Person),
    errors: ['ADMIN_PERSON_FIXED', 'OWN_RECORD_FIXED', 'PHONE_TAKEN'],
  },
  remove: {
    method: 'DELETE',
    path: '/business/person/{personId}',
    target: ['personId'],
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Delete people with their accounts',
    params: z.object({ personId: f.pathIds }),
    answer: data(z.null()),
    errors: ['ADMIN_PERSON_FIXED', 'OWN_RECORD_FIXED', 'RECORD_IN_USE'],
  },
} as const satisfies RouteTable
