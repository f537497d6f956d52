import type { Words } from './errors.ts'

export const ROLE_TYPES = [
  'admin',
  'manager',
  'leader',
  'sponsor',
  'executor',
  'meetingExecutor',
  'supervisor',
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
  doctor: { 'zh-CN': '专家', en: 'Expert' },
} as const satisfies Record<RoleType, Words>

/** Roles whose accounts are created on the accounts page; all others belong to an organization or an expert. */
export const STAFF_ROLES = ['admin', 'manager', 'leader'] as const satisfies readonly RoleType[]
export const isStaff = (role: RoleType): boolean => (STAFF_ROLES as readonly RoleType[]).includes(role)

/**
 * Roles that must have a second factor in production, since they reach everybody's records or money. A list of names,
 * since it may contain roles that do not exist yet.
 */
export const ROLES_WITH_SECOND_FACTOR: readonly string[] = ['admin', 'manager', 'finance']

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
] as const satisfies readonly RoleType[]
