import { z } from 'zod'
import { halfWidth } from '../half-width.ts'
import * as f from '../fields.ts'
import { OrgType } from '../persons/persons.ts'
import { OPENING_ERRORS } from '../accounts/opening-errors.ts'
import { privacyVersion } from '../accounts/privacy.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'
import { smsCode } from '../login/verification.ts'
import { said } from '../words.ts'

const CREDIT_CODE_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CREDIT_CODE_WEIGHT = 3

/** Returns the check character of a unified social credit code (GB 32100-2015, 4.4). */
export function creditCodeCheck(first17: string): string {
  const modulus = CREDIT_CODE_CHARACTERS.length
  let [sum, weight] = [0, 1]
  for (const character of first17) {
    sum += CREDIT_CODE_CHARACTERS.indexOf(character) * weight
    weight = (weight * CREDIT_CODE_WEIGHT) % modulus
  }
  return CREDIT_CODE_CHARACTERS[(modulus - (sum % modulus)) % modulus]!
}

const CREDIT_CODE_FORM = new RegExp(`^[${CREDIT_CODE_CHARACTERS}]{18}$`)

/** Whether a text is a unified social credit code whose check character is right. */
export const isCreditCode = (text: string): boolean =>
  CREDIT_CODE_FORM.test(text) && creditCodeCheck(text.slice(0, -1)) === text.at(-1)

/** Unified social credit code of 18 characters with a valid check character. */
export const creditCode = z
  .string()
  .overwrite(halfWidth)
  .toUpperCase()
  .regex(
    CREDIT_CODE_FORM,
    said('请输入18位统一社会信用代码', 'Enter the 18 characters of the unified social credit code'),
  )
  .refine(
    (value) => creditCodeCheck(value.slice(0, -1)) === value.at(-1),
    said(
      '统一社会信用代码校验位不正确',
      'The check character of the unified social credit code is incorrect',
    ),
  )
  .meta({ description: 'Unified social credit code (GB 32100)', example: '91350100M000100Y43' })

export const Organization = z
  .object({
    orgId: f.id,
    orgType: OrgType,
    orgName: z.string(),
    businessNature: z.string().nullable(),
    creditCode: z.string().nullable(),
    legalRepresentative: z.string().nullable(),
    registeredAddress: z.string().nullable(),
    mainUserId: f.id,
    mainUserName: z.string(),
    mainPhone: z.string(),
    surchargeRate: z
      .string()
      .nullable()
      .meta({ description: 'Surcharges as a share of value-added tax; null for the rate of the tax rules' }),
    status: f.status.meta({
      description: 'Status of its main account; 1 prevents all of its accounts from logging in',
    }),
    archivedTime: f.archivedTime,
    createTime: z.string(),
    version: f.version,
    abilities: f.abilities('update', 'changeStatus', 'archive', 'remove'),
  })
  .meta({ id: 'Organization' })
export type Organization = z.infer<typeof Organization>

export const ORGANIZATION_COLUMNS = ['orgId', 'orgName', 'orgType', 'createTime'] as const
export const OrganizationQuery = f.listQuery(
  {
    orgName: f.searchText.optional(),
    orgType: OrgType.optional(),
    businessNature: f.searchText.optional(),
    status: f.status.optional(),
    archived: f.archivedFilter,
  },
  ORGANIZATION_COLUMNS,
)
export type OrganizationQuery = z.output<typeof OrganizationQuery>

const founding = {
  userName: f.userName,
  password: f.password,
  phone: f.phone,
  orgName: f.visibleName,
  businessNature: f.optionalText(f.NAME_MAX),
  creditCode: creditCode.nullable().optional(),
  name: f
    .text(f.NAME_MAX)
    .optional()
    .meta({ description: 'Name of the main person; that of an executor is the name of the organization' }),
}

export const OrganizationCreate = z.strictObject({
  orgType: OrgType,
  ...founding,
  legalRepresentative: f.optionalText(f.NAME_MAX),
  registeredAddress: f.optionalText(f.LINE_MAX),
  surchargeRate: f.rate.nullable().optional(),
})
export type OrganizationCreate = z.output<typeof OrganizationCreate>

export const OrganizationRegister = z.strictObject({
  ...founding,
  smsCode,
  privacyVersion: privacyVersion.optional(),
})
export type OrganizationRegister = z.output<typeof OrganizationRegister>

export const OrganizationUpdate = z.strictObject({
  orgId: f.id,
  version: f.version,
  orgName: f.visibleName.optional(),
  businessNature: f.optionalText(f.NAME_MAX),
  creditCode: creditCode.nullable().optional(),
  legalRepresentative: f.optionalText(f.NAME_MAX),
  registeredAddress: f.optionalText(f.LINE_MAX),
  surchargeRate: f.rate.nullable().optional(),
})
export type OrganizationUpdate = z.output<typeof OrganizationUpdate>

const tag = 'Organizations'
const optionsQuery = z.strictObject({ keyword: f.searchText.optional() })
const option = f.option.meta({ id: 'Option' })

export const organizationRoutes = {
  registerSponsor: {
    method: 'POST',
    path: '/register/sponsor',
    target: ['orgId'],
    access: 'public',
    tag: 'Registration',
    summary: 'Register a sponsor: account, organization and main person',
    body: OrganizationRegister,
    answer: data(Organization),
    errors: ['SMS_CODE_WRONG', ...OPENING_ERRORS, 'ORG_NAME_TAKEN'],
    creates: true,
    rateLimit: 'credentials',
  },
  registerExecutor: {
    method: 'POST',
    path: '/register/executor',
    target: ['orgId'],
    access: 'public',
    tag: 'Registration',
    summary: 'Register an executor: account, organization and main person',
    body: OrganizationRegister,
    answer: data(Organization),
    errors: ['SMS_CODE_WRONG', ...OPENING_ERRORS, 'ORG_NAME_TAKEN'],
    creates: true,
    rateLimit: 'credentials',
  },
  list: {
    method: 'GET',
    path: '/business/org/list',
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'List organizations; main accounts see their own',
    query: OrganizationQuery,
    answer: page(Organization),
  },
  export: {
    method: 'POST',
    path: '/business/org/export',
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Export organizations as an XLSX file, with the filters of the list',
    body: exportBody(OrganizationQuery),
    answer: file(XLSX),
  },
  sponsorOptions: {
    method: 'GET',
    path: '/business/org/sponsorOptions',
    access: ['admin', 'manager', 'leader'],
    tag,
    summary: 'At most five sponsors as choices; the value is the main account',
    query: optionsQuery,
    answer: data(z.array(option)),
  },
  executorOptions: {
    method: 'GET',
    path: '/business/org/executorOptions',
    access: ['admin', 'manager', 'leader'],
    tag,
    summary: 'At most five executors as choices; the value is the main account',
    query: optionsQuery,
    answer: data(z.array(option)),
  },
  get: {
    method: 'GET',
    path: '/business/org/{orgId}',
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Read one organization',
    params: z.object({ orgId: f.queryId }),
    answer: data(Organization),
  },
  create: {
    method: 'POST',
    path: '/business/org',
    target: ['orgId'],
    access: ['admin', 'manager'],
    beyondPortfolio: true,
    tag,
    summary: 'Create an organization with its main account, whose password must be changed at first login',
    body: OrganizationCreate,
    answer: data(Organization),
    errors: [...OPENING_ERRORS, 'ORG_NAME_TAKEN'],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/org',
    target: ['orgId'],
    access: ['admin', 'manager', 'sponsor', 'executor'],
    tag,
    summary: 'Change an organization; only managers change the surcharge rate',
    body: OrganizationUpdate,
    answer: data(Organization),
    errors: ['STALE_RECORD', 'ORG_NAME_TAKEN'],
  },
  changeStatus: {
    method: 'PUT',
    path: '/business/org/changeStatus',
    target: ['orgId'],
    access: ['admin', 'manager'],
    beyondPortfolio: true,
    tag,
    summary:
      'Disable or restore an organization as a whole: while its main account is disabled, none of its accounts gets in',
    body: z.strictObject({ orgId: f.id, status: f.status }),
    answer: data(Organization),
    errors: ['NOT_FOUND', 'RECORD_ARCHIVED'],
  },
  archive: {
    method: 'PUT',
    path: '/business/org/archive',
    target: ['orgId'],
    access: ['admin', 'manager'],
    beyondPortfolio: true,
    tag,
    summary: 'Archive or unarchive an organization that records refer to, with its people',
    body: z.strictObject({ orgId: f.id, archived: z.boolean() }),
    answer: data(Organization),
    errors: ['NOT_FOUND', 'PHONE_TAKEN'],
  },
  remove: {
    method: 'DELETE',
    path: '/business/org/{orgId}',
    target: ['orgId'],
    access: ['admin', 'manager'],
    beyondPortfolio: true,
    tag,
    summary: 'Delete organizations without references, with their people and accounts',
    params: z.object({ orgId: f.pathIds }),
    answer: data(z.null()),
    errors: ['RECORD_IN_USE'],
  },
} as const satisfies RouteTable
