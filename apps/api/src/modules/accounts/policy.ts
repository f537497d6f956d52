import type { Account } from '@consilium/contract/accounts/accounts.ts'
import { isStaff, type RoleType } from '@consilium/contract/accounts/roles.ts'
import type { FactorsRequired } from '@consilium/contract/login/second-factor.ts'
import type { SecondFactorSettings } from '../../settings/config.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'

type Subject = Pick<Account, 'userId' | 'roleType' | 'archivedTime'>

/** Nobody may disable, demote or delete the own account, so that an installation always keeps an administrator. */
export const mayChange = (actor: Actor, account: Pick<Subject, 'userId' | 'roleType'>) =>
  account.userId !== actor.userId && isStaff(account.roleType)

export const mayChangeStatus = (actor: Actor, account: Pick<Subject, 'userId'>) =>
  account.userId !== actor.userId

/**
 * Administrators reset any password, managers those of organizations and experts, main accounts those of their
 * people.
 */
export function mayResetPassword(actor: Actor, account: Subject & Pick<Account, 'parentUserId'>): boolean {
  if (actor.roleType === 'admin') return true
  return reachesAll(actor) ? !isStaff(account.roleType) : account.parentUserId === actor.userId
}

/** All others may only propose a phone, because whoever holds the phone can log in with it. */
export const mayReplacePhone = (actor: Actor, { isUsed }: { isUsed: boolean }) =>
  actor.roleType === 'admin' || !isUsed

export const abilitiesOn = (actor: Actor, account: Subject): Account['abilities'] => ({
  update: mayChange(actor, account),
  changeStatus: mayChangeStatus(actor, account) && account.archivedTime === null,
  archive: mayChange(actor, account),
  remove: mayChange(actor, account),
})

/** The second factors that a role requires. */
export function factorsRequired(
  { roles, adminNeedsBoth }: SecondFactorSettings,
  role: RoleType,
): FactorsRequired {
  if (!roles.includes(role)) return 'none'
  return role === 'admin' && adminNeedsBoth ? 'both' : 'any'
}

/** Whether an account still lacks a second factor that its role requires. */
export function lacksFactor(
  required: FactorsRequired,
  { hasTotp, hasPasskey }: { hasTotp: boolean; hasPasskey: boolean },
): boolean {
  if (required === 'none') return false
  return required === 'both' ? !(hasTotp && hasPasskey) : !(hasTotp || hasPasskey)
}
