import { z } from 'zod'
import * as f from './fields.ts'
import { data, page, type RouteTable } from './route.ts'

export const ORG_TYPES = ['sponsor', 'executor'] as const
export const OrgType = z
  .enum(ORG_TYPES)
  .meta({ description: 'sponsor, or executor (also called a supplier)' })
export type OrgType = z.infer<typeof OrgType>

export const PersonRole = z.enum(['admin', 'supervisor', 'meetingExecutor'])
export type PersonRole = z.infer<typeof PersonRole>

/** The admin person comes from registration only. */
const CreatableRole = z.enum(['supervisor', 'meetingExecutor'])

/** The roles of an organization's sub-accounts: meetings are run by executors only. */
export const ROLES_OF_KIND: Readonly<Record<OrgType, readonly z.infer<typeof CreatableRole>[]>> = {
  sponsor: ['supervisor'],
  executor: ['supervisor', 'meetingExecutor'],
}

export const Person = z
  .object({
    personId: f.id,
    name: z.string(),
    phone: z.string(),
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
    createTime: z.string(),
    version: f.version,
    abilities: f.abilities('update', 'changeStatus', 'remove'),
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
  name: f.searchText.optional(),
  phone: f.searchText.optional(),
  department: f.searchText.optional(),
  role: PersonRole.optional(),
  status: f.status.optional(),
  orgId: f.queryId.optional(),
  ...f.createTimeRange,
}
export const PersonQuery = f.listQuery({ ...filters, unitType: OrgType.optional() }, PERSON_COLUMNS)
export type PersonQuery = z.output<typeof PersonQuery>

/** Lists of one kind: a `unitType` that old clients still send is accepted and has no effect. */
export const PersonKindQuery = f.listQuery(
  { ...filters, unitType: z.string().optional().meta({ deprecated: true, description: 'Ignored' }) },
  PERSON_COLUMNS,
)
export type PersonKindQuery = z.output<typeof PersonKindQuery>

export const PersonCreate = z.strictObject({
  orgId: f.id
    .optional()
    .meta({ description: 'Required of managers; a main account creates in its own organization' }),
  name: f.text(f.NAME_MAX),
  phone: f.phone,
  userName: f.userName,
  password: f.password,
  department: f.optionalText(f.DEPARTMENT_MAX),
  position: f.optionalText(f.NAME_MAX),
  role: CreatableRole,
  bankRegion: f.optionalText(f.NAME_MAX),
  status: f.status.default('0').meta({ description: 'People created by a main account always start at 0' }),
})
export type PersonCreate = z.output<typeof PersonCreate>

export const PersonUpdate = z.strictObject({
  personId: f.id,
  version: f.version,
  name: f.text(f.NAME_MAX).optional(),
  phone: f.phone.optional(),
  department: f.optionalText(f.DEPARTMENT_MAX),
  position: f.optionalText(f.NAME_MAX),
  bankRegion: f.optionalText(f.NAME_MAX),
})
export type PersonUpdate = z.output<typeof PersonUpdate>

const tag = 'People'

export const personRoutes = {
  list: {
    method: 'GET',
    path: '/business/person/list',
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'List people; a main account sees those of its sub-accounts',
    query: PersonQuery,
    answer: page(Person),
  },
  executorList: {
    method: 'GET',
    path: '/business/person/executorList',
    access: ['admin', 'manager', 'executor'],
    tag,
    summary: 'List executor people, the own main person included',
    query: PersonKindQuery,
    answer: page(Person),
  },
  sponsorList: {
    method: 'GET',
    path: '/business/person/sponsorList',
    access: ['admin', 'manager', 'sponsor'],
    tag,
    summary: 'List sponsor people, the own main person included',
    query: PersonKindQuery,
    answer: page(Person),
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
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Create a person with a sub-account of the organization',
    body: PersonCreate,
    answer: data(Person),
    errors: ['PHONE_TAKEN', 'USER_NAME_TAKEN'],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/person',
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Change a person; the role stays',
    body: PersonUpdate,
    answer: data(Person),
    errors: ['STALE_RECORD', 'PHONE_TAKEN', 'EXECUTOR_NAME_FIXED'],
  },
  changeStatus: {
    method: 'PUT',
    path: '/business/person/changeStatus',
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Disable or restore a person and the account; disabling ends its sessions',
    body: z.strictObject({ personId: f.id, status: f.status }),
    answer: data(Person),
    errors: ['ADMIN_PERSON_FIXED', 'OWN_RECORD_FIXED'],
  },
  remove: {
    method: 'DELETE',
    path: '/business/person/{personId}',
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Delete people with their accounts',
    params: z.object({ personId: f.pathIds }),
    answer: data(z.null()),
    errors: ['ADMIN_PERSON_FIXED', 'OWN_RECORD_FIXED', 'RECORD_IN_USE'],
  },
} as const satisfies RouteTable
