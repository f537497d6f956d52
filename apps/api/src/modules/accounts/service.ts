import type { Account, AccountCreate, AccountQuery, AccountUpdate } from '@consilium/contract/accounts.ts'
import type { RoleType } from '@consilium/contract/roles.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { PHONE_PATTERN } from '@consilium/contract/fields.ts'
import type { CodePurpose, CodeSent } from '@consilium/contract/verification.ts'
import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { namingReferences } from '../../domain/references.ts'
import { nameSkeleton } from '../../infra/db/name-skeleton.ts'
import { foreignKeyViolation } from '../../infra/db/faults.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Requester } from '../../infra/http/origin.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { hashPassword, NO_PASSWORD } from '../../infra/password.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Messages } from '../messages/service.ts'
import { createAdmission } from './admission.ts'
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
import { createOwnAccount } from './own-account.ts'
import { createPasswordAttempts, type PasswordAttempts } from './password-attempts.ts'
import { hashNewPassword } from './password-rules.ts'
import { abilitiesOn, mayChange, mayChangeStatus } from './policy.ts'
import { createProofs } from './proofs.ts'
import * as repository from './repository.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSessionList } from './session-list.ts'
import { createRecovery } from './recovery.ts'
import { createSessions } from './sessions.ts'

export const FIRST_ADMIN = 'admin'
const FIRST_ADMIN_NAME = '系统管理员'
const RANDOM_PASSWORD_BYTES = 12

export interface AccountToOpen {
  userName: string
  /** For staff only; other accounts show the name of their person or expert. */
  displayName?: string
  /**
   * From `hashPassword`, computed before the transaction begins, because it is slow and the embedded engine has one
   * connection. Null: the account has no password yet and logs in by SMS code.
   */
  passwordHash: string | null
  phone: string | null
  roleType: RoleType
  parentUserId?: number
  status?: '0' | '1'
  mustChangePassword?: boolean
}

export interface CodeOrder {
  phone: string
  purpose?: CodePurpose | undefined
  proof?: string | undefined
}

/**
 * A user name that looks like a phone must be the account's own phone, because experts added by phone use theirs as
 * user name.
 */
const isForeignPhone = (userName: string, phone: string | null) => {
  const digits = nameSkeleton(userName).replaceAll('l', '1').replaceAll('o', '0')
  return PHONE_PATTERN.test(digits) && userName !== phone
}

function refuseForeignPhone(userName: string, phone: string | null): void {
  if (isForeignPhone(userName, phone)) throw refuseField('USER_NAME_TAKEN', 'userName')
}

const rowOf = (account: AccountToOpen): repository.NewAccount => ({
  userName: account.userName,
  displayName: account.displayName ?? null,
  passwordHash: account.passwordHash ?? NO_PASSWORD,
  phone: account.phone,
  roleType: account.roleType,
  parentUserId: account.parentUserId ?? null,
  status: account.status ?? '0',
  mustChangePassword: account.mustChangePassword ?? false,
})

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
  const view = (actor: Actor, row: repository.AccountRow): Account => ({
    ...row,
    abilities: abilitiesOn(actor, row),
  })

  async function find(actor: Actor, userId: number): Promise<Account> {
    const row = await repository.findAccount(db, userId)
    if (!row) throw new Refusal('NOT_FOUND')
    return view(actor, row)
  }

  /**
   * Finds the staff account to change. Accounts of people, experts and organizations are changed in their own
   * modules.
   */
  async function findChangeable(actor: Actor, userId: number): Promise<Account> {
    const account = await find(actor, userId)
    if (account.userId === actor.userId) throw new Refusal('OWN_RECORD_FIXED')
    if (!mayChange(actor, account)) throw new Refusal('ORGANIZATION_ACCOUNT_FIXED')
    return account
  }

  /** Creates an account in the caller's transaction. The unique indexes refuse a taken name or phone. */
  async function open(within: Db, account: AccountToOpen): Promise<number> {
    refuseForeignPhone(account.userName, account.phone)
    return repository.insertAccount(within, rowOf(account))
  }

  /** As `open`, but returns null if the phone already has an account; the caller's transaction stays usable. */
  async function openIfAbsent(
    within: Db,
    account: AccountToOpen & { phone: string },
  ): Promise<number | null> {
    return repository.insertAccountIfAbsent(within, rowOf(account))
  }

  /**
   * Creates the accounts whose name and phone are free in one statement and returns their ids by phone. The others
   * are skipped, and the caller's transaction stays usable.
   */
  async function openFree(
    within: Db,
    accounts: readonly (AccountToOpen & { phone: string })[],
  ): Promise<ReadonlyMap<string, number>> {
    const allowed = accounts.filter(({ userName, phone }) => !isForeignPhone(userName, phone))
    return allowed.length === 0 ? new Map() : repository.insertFreeAccounts(within, allowed.map(rowOf))
  }

  /** Disabling a main account disables its organization, so the sessions of its sub-accounts end too. */
  async function setStatus(within: Db, userId: number, status: '0' | '1'): Promise<void> {
    await repository.setStatus(within, userId, status)
    if (status === '1') await sessions.endAllBelow(within, [userId])
  }

  /** Archives accounts with their sub-accounts, or restores them. */
  async function archive(within: Db, userIds: readonly number[], archived: boolean): Promise<void> {
    if (!archived) return repository.restoreAccounts(within, userIds)
    await repository.archiveAccounts(within, userIds)
    await sessions.endAllBelow(within, userIds)
  }

  /** Deletes accounts; refused while records refer to them. */
  async function removeAccounts(within: Db, userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) return
    for (const userId of userIds) await sessions.endAll(within, userId)
    try {
      await repository.deleteAccounts(within, userIds)
    } catch (error) {
      if (foreignKeyViolation(error) !== undefined) throw new Refusal('RECORD_IN_USE')
      throw error
    }
  }

  return {
    ...factors,
    codes,
    own,
    open,
    openIfAbsent,
    openFree,
    setStatus,
    archive,
    removeAccounts,
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

    /** Creates the first administrator if there is none and returns its password; null if it exists. */
    async ensureAdmin(given: string | null): Promise<string | null> {
      if (await repository.credentialsByName(db, FIRST_ADMIN)) return null
      const password = given ?? randomBytes(RANDOM_PASSWORD_BYTES).toString('base64url')
      try {
        const passwordHash = await hashPassword(password)
        await open(db, {
          userName: FIRST_ADMIN,
          displayName: FIRST_ADMIN_NAME,
          passwordHash,
          phone: null,
          roleType: 'admin',
        })
        return password
      } catch (error) {
        // Another node created the account at the same moment.
        if (error instanceof Refusal && error.error === 'USER_NAME_TAKEN') return null
        throw error
      }
    },

    async list(actor: Actor, query: AccountQuery): Promise<Page<Account>> {
      const { total, rows } = await repository.listAccounts(db, query)
      return { total, rows: rows.map((row) => view(actor, row)) }
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
          return { rows: rows.map((row) => view(actor, row)), next }
        },
      }),

    async create(actor: Actor, { name: displayName, password, ...body }: AccountCreate): Promise<Account> {
      const words = [body.userName, body.phone, displayName]
      const passwordHash = await hashNewPassword(password, words)
      return find(actor, await open(db, { ...body, displayName, passwordHash, mustChangePassword: true }))
    },

    async update(actor: Actor, { userId, version, phone, ...change }: AccountUpdate): Promise<Account> {
      const account = await findChangeable(actor, userId)
      if (change.userName) refuseForeignPhone(change.userName, phone ?? account.phone)
      const notifyOwner = await inTransaction(db, async (trx) => {
        if (!(await repository.updateAccount(trx, userId, change, version))) throw new Refusal('STALE_RECORD')
        return recovery.givePhone(trx, actor, userId, phone)
      })
      notifyOwner()
      return find(actor, userId)
    },

    async changeName(actor: Actor, name: string): Promise<Account> {
      await repository.updateAccount(db, actor.userId, { name })
      return find(actor, actor.userId)
    },

    /** Archives or restores a staff account. Other accounts are archived with their person, expert or organization. */
    async archiveStaff(actor: Actor, userId: number, archived: boolean): Promise<Account> {
      await findChangeable(actor, userId)
      await inTransaction(db, (trx) => archive(trx, [userId], archived))
      return find(actor, userId)
    },

    async changeStatus(actor: Actor, userId: number, status: '0' | '1'): Promise<Account> {
      const account = await find(actor, userId)
      if (!mayChangeStatus(actor, account)) throw new Refusal('OWN_RECORD_FIXED')
      if (account.archivedTime !== null) throw new Refusal('RECORD_ARCHIVED')
      await inTransaction(db, (trx) => setStatus(trx, userId, status))
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
      for (const userId of userIds) await findChangeable(actor, userId)
      const deletion = () => inTransaction(db, (trx) => removeAccounts(trx, userIds))
      await namingReferences(db, actor, { target: 'account', ids: userIds }, deletion)
      return null
    },
  }
}

export type Accounts = ReturnType<typeof createAccounts>
