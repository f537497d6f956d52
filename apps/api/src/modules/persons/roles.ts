import { errorMessage } from '@consilium/contract/errors.ts'
import { ROLES_OF_KIND, type OrgType, type Person } from '@consilium/contract/persons/persons.ts'
import { badFields } from '../../infra/refusal.ts'
import { rolesInWords } from './role-names.ts'

/** The message for a role that does not exist in this kind of organization. */
const rolesExpected = (orgType: OrgType) => ({
  'zh-CN': errorMessage('PERSON_ROLE_UNKNOWN', 'zh-CN', { roles: rolesInWords(orgType, 'zh-CN') }),
  en: errorMessage('PERSON_ROLE_UNKNOWN', 'en', { roles: rolesInWords(orgType, 'en') }),
})

/** Refuses a role that does not exist in this kind of organization. */
export function requireRoleOfKind(orgType: OrgType, role: Person['role']): void {
  if (!ROLES_OF_KIND[orgType].some((known) => known === role))
    throw badFields(['role'], rolesExpected(orgType))
}
