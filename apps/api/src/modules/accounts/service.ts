import type {
  Account,
  AccountCreate,
  AccountQuery,
  AccountUpdate,
} from '@consilium/contract/accounts/accounts.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { createTurns } from '../../infra/threads/in-turn.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import {
  archiveAccounts,
  archiveStaffAccount,
  changeStatus,
  findAccount,
  removeAccounts,
  removeStaffAccounts,
  setStatus,
  updateStaffAccount,
  viewOf,
} from './changing.ts'
import { binder, factorUseCases, ownUseCases } from './bound-use-cases.ts'
import { purgeChallenges } from './login/challenges.ts'
import { orderCode, purgeCodes } from './login/codes.ts'
import { endAccess } from './sessions/endings.ts'
import { exportColumns } from './export-columns.ts'
import { purgeGuesses } from './factors/factor-repository.ts'
import { workChallenge } from './login/human-check.ts'
import {
  createStaffAccount,
  ensureAdmin,
  openAccount,
  openAccountIfAbsent,
  openFreeAccounts,
} from './opening.ts'
import { purgeAttempts } from './login/places.ts'
import { hashNewPassword } from './login/password-rules.ts'
import { givePhone, replacePhone, resetPassword } from './login/recovery.ts'
import { completeRegistration, type Registration } from './registration.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { purgeSessions } from './sessions/sessions.ts'

type RegistrationListener = (within: Db, userId: number, phone: string) => Promise<void>

/** Accounts: logging in, second factors, sessions, and what staff and other modules do with them. */
export function createAccounts({ channels, config, db, clock, eventLog, keys, sms, log }: Context) {
  const registrationListeners: RegistrationListener[] = []
  const scope: Scope = { channels, config, db, clock, eventLog, keys, sms, log, inTurn: createTurns() }
  const bound = binder(scope)
  const find = bound(findAccount)

  return {
    ...factorUseCases(scope),
    ...ownUseCases(scope),
    open: openAccount,
    openIfAbsent: openAccountIfAbsent,
    openFree: openFreeAccounts,
    setStatus,
    archive: archiveAccounts,
    removeAccounts,
    find,

    findMany: repository.findAccounts,

    /** Notes a change of what belongs to an account, in the caller's transaction. False if the version is stale. */
    touch: (within: Db, userId: number, version: number): Promise<boolean> =>
      repository.updateAccount(within, userId, {}, version),

    sendCode: bound(orderCode),
    hashNewPassword,
    challenge: bound(workChallenge),

    givePhone: (within: Db, actor: Actor, userId: number, phone: string | undefined) =>
      givePhone(scope, within, actor, { userId, phone }),

    async purgeExpired(): Promise<void> {
      await purgeSessions(scope)
      await purgeAttempts(scope)
      await purgeCodes(scope)
      await purgeChallenges(scope)
      await purgeGuesses(db, clock.wire())
    },

    /** Registers a listener that runs in the transaction of each account that a visitor opens with a verified phone. */
    onRegistration(listener: RegistrationListener): void {
      registrationListeners.push(listener)
    },

    notifyRegistration: (within: Db, userId: number, given: Registration): Promise<void> =>
      completeRegistration({ clock, listeners: registrationListeners }, within, userId, given),

    /** Changes the role of an account and ends its sessions, in the caller's transaction. */
    async changeRole(within: Db, userId: number, roleType: RoleType): Promise<void> {
      await repository.updateAccount(within, userId, { roleType })
      await endAccess(within, [userId])
    },

    ensureAdmin: (given: string | null) => ensureAdmin(db, given),

    async list(actor: Actor, query: AccountQuery): Promise<Page<Account>> {
      const page = await repository.listAccounts(db, query)
      return { ...page, rows: page.rows.map((row) => viewOf(actor, row)) }
    },

    /** The accounts of `list`, as a file. */
    export: (actor: Actor, query: repository.AccountFilters, language: Language): FileAnswer =>
      exportFile({
        name: { 'zh-CN': '账号', en: 'accounts' },
        language,
        today: clock.today(),
        columns: exportColumns(language),
        async batch(after) {
          const { rows, next } = await repository.batchOfAccounts(db, query, after)
          return { rows: rows.map((row) => viewOf(actor, row)), next }
        },
      }),

    create: async (actor: Actor, body: AccountCreate): Promise<Account> =>
      find(actor, await createStaffAccount(db, body)),

    async update(actor: Actor, body: AccountUpdate): Promise<Account> {
      await updateStaffAccount(scope, actor, body)
      return find(actor, body.userId)
    },

    async changeName(actor: Actor, name: string): Promise<Account> {
      await repository.updateAccount(db, actor.userId, { name })
      return find(actor, actor.userId)
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

export { mailsOf, noteMailRefused } from './mail/own-mail.ts'

export type Accounts = ReturnType<typeof createAccounts>
