import type { Language } from '@consilium/contract/errors.ts'
import { PERSON_ROLE_LABELS, ROLES_OF_KIND, type OrgType } from '@consilium/contract/persons/persons.ts'

/** The labels of the roles that people of an organization of this type may have. */
export const roleLabels = (orgType: OrgType, language: Language): string[] =>
  ROLES_OF_KIND[orgType].map((role) => PERSON_ROLE_LABELS[role][language])

/** The same in a sentence: “督导、会务执行或财务”. */
export const rolesInWords = (orgType: OrgType, language: Language): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(roleLabels(orgType, language))
