import type { Account, AccountCreate, AccountUpdate } from '@consilium/contract/accounts/accounts.ts'
import type { Actor } from '../../domain/actor.ts'
import { binder } from './bound-use-cases.ts'
import {
  archiveStaffAccount,
  changeStatus,
  findAccount,
  removeStaffAccounts,
  updateStaffAccount,
} from './changing.ts'
import { replacePhone, resetPassword } from './login/recovery.ts'
import { createStaffAccount } from './opening.ts'
import type { Scope } from './scope.ts'

/** What staff does with accounts of others, as the service of accounts offers it. */
export function staffUseCases(scope: Scope) {
  const bound = binder(scope)
  const find = bound(findAccount)
  return {
    create: async (actor: Actor, body: AccountCreate): Promise<Account> =>
      find(actor, await createStaffAccount(scope.db, body)),

    async update(actor: Actor, body: AccountUpdate): Promise<Account> {
      await updateStaffAccount(scope, actor, body)
      return find(actor, body.userId)
    },

    async archiveStaff(actor: Actor, userId: number, archived: boolean): Promise<Account> {
      await archiveStaffAccount(scope, actor, userId, archived)
      return find(actor, userId)
    },

    async changeStatus(actor: Actor, userId: number, status: '0' | '1'): Promise<Account> {
      await changeStatus(scope, actor, userId, status)
      return find(actor, userId)
    },

    resetPassword: bound(resetPassword),

    async replacePhone(actor: Actor, userId: number, phone: string): Promise<Account> {
      await replacePhone(scope, actor, userId, phone)
      return find(actor, userId)
    },

    async remove(actor: Actor, userIds: number[]): Promise<null> {
      await removeStaffAccounts(scope, actor, userIds)
      return null
    },
  }
}
