import type { Words } from '../errors.ts'

export const ROLE_TYPES = [
  'admin',
  'manager',
  'leader',
  'sponsor',
  'executor',
  'meetingExecutor',
  'supervisor',
  'compliance',
  'finance',
  'doctor',
] as const
export type RoleType = (typeof ROLE_TYPES)[number]

/** Labels of the roles. */
export const ROLE_LABELS = {
  admin: { 'zh-CN': '系统管理员', en: 'Administrator' },
  manager: { 'zh-CN': '项目管理员', en: 'Manager' },
  leader: { 'zh-CN': '项目负责人', en: 'Project lead' },
  sponsor: { 'zh-CN': '申办方', en: 'Sponsor' },
  executor: { 'zh-CN': '执行单位', en: 'Executor' },
  meetingExecutor: { 'zh-CN': '会务执行', en: 'Meeting executor' },
  supervisor: { 'zh-CN': '督导', en: 'Supervisor' },
  compliance: { 'zh-CN': '合规', en: 'Compliance' },
  finance: { 'zh-CN': '财务', en: 'Finance' },
  doctor: { 'zh-CN': '专家', en: 'Expert' },
} as const satisfies Record<RoleType, Words>

/** Roles whose accounts are created on the accounts page; all others belong to an organization or an expert. */
export const STAFF_ROLES = ['admin', 'manager', 'leader'] as const satisfies readonly RoleType[]
export const isStaff = (role: RoleType): boolean => (STAFF_ROLES as readonly RoleType[]).includes(role)

/** A role that organizations of both types have, as access to routes names it for those of one type. */
export const ROLES_BY_ORG_TYPE = {
  sponsorFinance: { roleType: 'finance', orgType: 'sponsor' },
  executorFinance: { roleType: 'finance', orgType: 'executor' },
} as const satisfies Record<string, { roleType: RoleType; orgType: 'sponsor' | 'executor' }>

/** Whom a route may name: a role, or a role in organizations of one type. */
export type AccessRole = RoleType | keyof typeof ROLES_BY_ORG_TYPE
export const isByOrgType = (name: AccessRole): name is keyof typeof ROLES_BY_ORG_TYPE =>
  Object.hasOwn(ROLES_BY_ORG_TYPE, name)

/** Roles that must have a second factor in production, since they reach everybody's records or money. */
export const ROLES_WITH_SECOND_FACTOR: readonly RoleType[] = ['admin', 'manager', 'finance']

/** Roles that run meetings: create, change and invite. */
export const MEETING_RUNNERS = [
  'admin',
  'manager',
  'leader',
  'executor',
  'meetingExecutor',
] as const satisfies readonly RoleType[]
/** Roles that read meetings within their reach. */
export const MEETING_READERS = [
  ...MEETING_RUNNERS,
  'sponsor',
  'supervisor',
  'compliance',
  'finance',
] as const satisfies readonly RoleType[]
/** People of a sponsor who read the money, the waivers and the redacted agreements of its projects. */
export const SPONSOR_READERS = [
  'sponsor',
  'compliance',
  'sponsorFinance',
] as const satisfies readonly AccessRole[]
