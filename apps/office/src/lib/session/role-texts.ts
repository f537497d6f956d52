import { ROLE_LABELS, type RoleType } from '@consilium/contract/accounts/roles.ts'
import { defineTexts } from '../texts.ts'

const pairs = Object.fromEntries(
  Object.entries(ROLE_LABELS).map(([role, label]) => [role, [label['zh-CN'], label.en]]),
) as Record<RoleType, [zh: string, en: string]>

/** Labels of the roles from the contract. */
export const roleTexts = defineTexts('role', pairs)
