import type { Account, AccountUpdate } from '@consilium/contract/accounts/accounts.ts'
import type { Actor } from '../../domain/actor.ts'
import { namingReferences } from '../../domain/references.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { foreignKeyViolation } from '../../infra/db/faults.ts'
import { Refusal } from '../../infra/refusal.ts'
import { forgetPeople } from '../decisions/service.ts'
import { endAccess } from './sessions/endings.ts'
import { refuseForeignPhone } from './opening.ts'
import { abilitiesOn, mayChange, mayChangeStatus } from './policy.ts'
import { givePhone } from './login/recovery.ts'
import { deleteAccounts } from './privacy-repository.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

export const viewOf = (actor: Actor, row: repository.AccountRow): Account => ({
  ...row,
  abilities: abilitiesOn(actor, row),
})

export async function findAccount({ db }: Pick<Scope, 'db'>, actor: Actor, userId: number): Promise<Account> {
  const row = await repository.findAccount(db, userId)
  if (!row) throw new Refusal('NOT_FOUND')
  return viewOf(actor, row)
}

/**
 * Finds the staff account to change. Accounts of people, experts and organizations are changed in their own modules.
 */
async function findChangeable(scope: Scope, actor: Actor, userId: number): Promise<Account> {
  const account = await findAccount(scope, actor, userId)
  if (account.userId === actor.userId) throw new Refusal('OWN_RECORD_FIXED')
  if (!mayChange(actor, account)) throw new Refusal('ORGANIZATION_ACCOUNT_FIXED')
  return account
}

/** Disabling a main account disables its organization, so the sessions of its sub-accounts end too. */
export async function setStatus(within: Db, userId: number, status: '0' | '1'): Promise<void> {
  await repository.setStatus(within, userId, status)
  if (status === '1') await endAccess(within, [userId], { below: true })
}

/** Archives accounts with their sub-accounts, or restores them. */
export async function archiveAccounts(
  within: Db,
  userIds: readonly number[],
  archived: boolean,
): Promise<void> {
  if (!archived) return repository.restoreAccounts(within, userIds)
  await repository.archiveAccounts(within, userIds)
  await endAccess(within, userIds, { below: true })
}

/** Deletes accounts; refused while records refer to them. */
export async function removeAccounts(within: Db, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await endAccess(within, userIds)
  await forgetPeople(within, userIds)
  try {
    await deleteAccounts(within, userIds)
  } catch (error) {
    if (foreignKeyViolation(error) !== undefined) throw new Refusal('RECORD_IN_USE')
    throw error
  }
}

export async function updateStaffAccount(
  scope: Scope,
  actor: Actor,
  { userId, version, phone, ...change }: AccountUpdate,
): Promise<void> {
  const account = await findChangeable(scope, actor, userId)
  if (change.userName) refuseForeignPhone(change.userName, phone ?? account.phone)
  const notifyOwner = await inTransaction(scope.db, async (trx) => {
    if (!(await repository.updateAccount(trx, userId, change, version))) throw new Refusal('STALE_RECORD')
    return givePhone(scope, trx, actor, { userId, phone })
  })
  notifyOwner()
}

/** Archives or restores a staff account. Other accounts are archived with their person, expert or organization. */
export async function archiveStaffAccount(
  scope: Scope,
  actor: Actor,
  userId: number,
  archived: boolean,
): Promise<void> {
  await findChangeable(scope, actor, userId)
  await inTransaction(scope.db, (trx) => archiveAccounts(trx, [userId], archived))
}

export async function changeStatus(
  scope: Scope,
  actor: Actor,
  userId: number,
  status: '0' | '1',
): Promise<void> {
  const account = await findAccount(scope, actor, userId)
  if (!mayChangeStatus(actor, account)) throw new Refusal('OWN_RECORD_FIXED')
  if (account.archivedTime !== null) throw new Refusal('RECORD_ARCHIVED')
  await inTransaction(scope.db, (trx) => setStatus(trx, userId, status))
}

export async function removeStaffAccounts(scope: Scope, actor: Actor, userIds: number[]): Promise<void> {
  for (const userId of userIds) await findChangeable(scope, actor, userId)
  const deletion = () => inTransaction(scope.db, (trx) => removeAccounts(trx, userIds))
  await namingReferences(scope.db, actor, { target: 'account', ids: userIds }, deletion)
}
