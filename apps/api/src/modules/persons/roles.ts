import { errorMessage, type Language } from '@consilium/contract/errors.ts'
import { PERSON_ROLE_LABELS, ROLES_OF_KIND, type OrgType, type Person } from '@consilium/contract/persons.ts'
import { badFields } from '../../infra/refusal.ts'

const rolesIn = (orgType: OrgType, language: Language) =>
  ROLES_OF_KIND[orgType].map((role) => PERSON_ROLE_LABELS[role][language])

/** The message for a role that does not exist in this kind of organization. */
const rolesExpected = (orgType: OrgType) => ({
  'zh-CN': errorMessage('PERSON_ROLE_UNKNOWN', 'zh-CN', { roles: rolesIn(orgType, 'zh-CN').join('或') }),
  en: errorMessage('PERSON_ROLE_UNKNOWN', 'en', { roles: rolesIn(orgType, 'en').join(' / ') }),
})

/** Refuses a role that does not exist in this kind of organization. */
export function requireRoleOfKind(orgType: OrgType, role: Person['role']): void {
  if (!ROLES_OF_KIND[orgType].some((known) => known === role))
    throw badFields(['role'], rolesExpected(orgType))
}
