import type { Account, AccountCreate, AccountQuery, AccountUpdate } from '@consilium/contract/accounts.ts'
import type { RoleType } from '@consilium/contract/roles.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { CodePurpose, CodeSent } from '@consilium/contract/verification.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Requester } from '../../infra/http/origin.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Messages } from '../messages/service.ts'
import { createAdmission } from './admission.ts'
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
import { createChallenges } from './challenges.ts'
import { createCodes, type Codes } from './codes.ts'
import { createConfirmation } from './confirmation.ts'
import { exportColumns } from './export-columns.ts'
import { purgeGuesses } from './factor-repository.ts'
import { createLogin } from './login.ts'
import { createOwnPasskeys } from './own-passkeys.ts'
import { createPasskeys } from './passkeys.ts'
import { createHumanCheck } from './human-check.ts'
import { createNotices } from './notices.ts'
import {
  createStaffAccount,
  ensureAdmin,
  openAccount,
  openAccountIfAbsent,
  openFreeAccounts,
} from './opening.ts'
import { createOwnAccount } from './own-account.ts'
import { createPasswordAttempts, type PasswordAttempts } from './password-attempts.ts'
import { hashNewPassword } from './password-rules.ts'
import { createProofs } from './proofs.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSessionList } from './session-list.ts'
import { createRecovery } from './recovery.ts'
import { createSessions } from './sessions.ts'

export interface CodeOrder {
  phone: string
  purpose?: CodePurpose | undefined
  proof?: string | undefined
}

type RegistrationListener = (within: Db, userId: number, phone: string) => Promise<void>

/** Everything between a first factor and a session. */
function createFactors(
  context: Context,
  { messages, codes, attempts }: { messages: Messages; codes: Codes; attempts: PasswordAttempts },
) {
  const sessions = createSessions(context)
  const challenges = createChallenges(context)
  const passkeys = createPasskeys(context)
  const proofs = createProofs(context, { passkeys })
  const admission = createAdmission(context, { sessions, challenges, passkeys, proofs })
  const login = createLogin(context, { admission, codes, attempts })
  const { checkPassword } = login
  const confirmation = createConfirmation(context, { challenges, passkeys, proofs, checkPassword })
  const secondFactor = createSecondFactor(context, { sessions, messages, passkeys, confirmation })
  const ownPasskeys = createOwnPasskeys(context, { challenges, passkeys, confirmation, secondFactor })
  const sessionList = createSessionList(context)
  return { sessions, challenges, admission, login, confirmation, secondFactor, ownPasskeys, sessionList }
}

export function createAccounts(context: Context, { messages }: { messages: Messages }) {
  const registrationListeners: RegistrationListener[] = []
  const { db, clock } = context
  const codes = createCodes(context)
  const attempts = createPasswordAttempts(context)
  const factors = createFactors(context, { messages, codes, attempts })
  const { sessions, login } = factors
  const humanCheck = createHumanCheck(context)
  const notices = createNotices(context, messages)
  const own = createOwnAccount(context, { sessions, codes, login, attempts, notices })
  const recovery = createRecovery(context, { sessions, attempts, notices })
  const scope: Scope = { db, sessions, recovery }
  const find = (actor: Actor, userId: number): Promise<Account> => findAccount(scope, actor, userId)

  return {
    ...factors,
    codes,
    own,
    open: openAccount,
    openIfAbsent: openAccountIfAbsent,
    openFree: openFreeAccounts,
    setStatus: (within: Db, userId: number, status: '0' | '1') => setStatus(scope, within, userId, status),
    archive: (within: Db, userIds: readonly number[], archived: boolean) =>
      archiveAccounts(scope, within, userIds, archived),
    removeAccounts: (within: Db, userIds: readonly number[]) => removeAccounts(scope, within, userIds),
    find,

    findMany: repository.findAccounts,

    /**
     * Sends a code without a login. If no purpose is given, it is `login` for a known phone and otherwise `register`.
     */
    async sendCode({ phone, purpose: given, proof }: CodeOrder, requester: Requester): Promise<CodeSent> {
      const purpose = given ?? ((await repository.findByPhone(db, phone)) ? 'login' : 'register')
      const isBusy = await codes.isBusy(phone, requester)
      if (isBusy) await humanCheck.require(proof)
      try {
        return await codes.send({ phone, purpose, requester, isFree: !isBusy })
      } catch (error) {
        // Of concurrent requests, those beyond the free codes get the same answer as later ones: the human check.
        if (!isBusy && (await codes.isBusy(phone, requester))) await humanCheck.require(proof)
        throw error
      }
    },

    async purgeExpired(): Promise<void> {
      await sessions.purgeExpired()
      await attempts.purge()
      await codes.purgeExpired()
      await factors.challenges.purgeExpired()
      await purgeGuesses(db, clock.wire())
    },

    hashNewPassword,
    challenge: humanCheck.challenge,
    givePhone: recovery.givePhone,

    /** Registers a listener that runs in the transaction of each account that a visitor opens with a verified phone. */
    onRegistration(listener: RegistrationListener): void {
      registrationListeners.push(listener)
    },

    async notifyRegistration(within: Db, userId: number, phone: string): Promise<void> {
      for (const listener of registrationListeners) await listener(within, userId, phone)
    },

    /** Changes the role of an account and ends its sessions, in the caller's transaction. */
    async changeRole(within: Db, userId: number, roleType: RoleType): Promise<void> {
      await repository.updateAccount(within, userId, { roleType })
      await sessions.endAll(within, userId)
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

    async resetPassword(actor: Actor, userId: number): Promise<null> {
      await recovery.resetPassword(actor, userId)
      return null
    },

    async replacePhone(actor: Actor, userId: number, phone: string): Promise<Account> {
      await recovery.replacePhone(actor, userId, phone)
      return find(actor, userId)
    },

    async remove(actor: Actor, userIds: number[]): Promise<null> {
      await removeStaffAccounts(scope, actor, userIds)
      return null
    },
  }
}

export type Accounts = ReturnType<typeof createAccounts>
