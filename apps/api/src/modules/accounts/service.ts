import type { Account } from '@consilium/contract/accounts/accounts.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { createTurns } from '../../infra/threads/in-turn.ts'
import { archiveAccounts, findAccount, removeAccounts, setStatus } from './changing.ts'
import { binder, factorUseCases, ownUseCases } from './bound-use-cases.ts'
import { listing } from './listing.ts'
import { staffUseCases } from './staff-use-cases.ts'
import { purgeChallenges } from './login/challenges.ts'
import { orderCode, purgeCodes } from './login/codes.ts'
import { endAccess } from './sessions/endings.ts'
import { purgeGuesses } from './factors/factor-repository.ts'
import { workChallenge } from './login/human-check.ts'
import { ensureAdmin, openAccount, openAccountIfAbsent, openFreeAccounts } from './opening.ts'
import { purgeAttempts } from './login/places.ts'
import { hashNewPassword } from './login/password-rules.ts'
import { givePhone } from './login/recovery.ts'
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
    ...listing({ db, clock }),
    ...staffUseCases(scope),
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

    async changeName(actor: Actor, name: string): Promise<Account> {
      await repository.updateAccount(db, actor.userId, { name })
      return find(actor, actor.userId)
    },
  }
}

export { accountFacts, accountNamesOf, administrators, lockAccount, phoneOf } from './facts-repository.ts'
export { mailsOf, noteMailRefused } from './mail/own-mail.ts'

export type Accounts = ReturnType<typeof createAccounts>
