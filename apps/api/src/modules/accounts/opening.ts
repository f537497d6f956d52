import type { AccountCreate } from '@consilium/contract/accounts/accounts.ts'
import { PHONE_PATTERN } from '@consilium/contract/fields.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import { randomBytes } from 'node:crypto'
import type { Db } from '../../infra/db/db.ts'
import { nameSkeleton } from '../../infra/db/name-skeleton.ts'
import { hashPassword, NO_PASSWORD } from '../../infra/passwords/password.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { hashNewPassword } from './login/password-rules.ts'
import * as repository from './repository.ts'

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

/**
 * A user name that looks like a phone must be the account's own phone, because experts added by phone use theirs as
 * user name.
 */
const isForeignPhone = (userName: string, phone: string | null) => {
  const digits = nameSkeleton(userName).replaceAll('l', '1').replaceAll('o', '0')
  return PHONE_PATTERN.test(digits) && userName !== phone
}

export function refuseForeignPhone(userName: string, phone: string | null): void {
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

/** Creates an account in the caller's transaction. The unique indexes refuse a taken name or phone. */
export async function openAccount(within: Db, account: AccountToOpen): Promise<number> {
  refuseForeignPhone(account.userName, account.phone)
  return repository.insertAccount(within, rowOf(account))
}

/** As `openAccount`, but returns null if the phone already has an account; the caller's transaction stays usable. */
export const openAccountIfAbsent = (
  within: Db,
  account: AccountToOpen & { phone: string },
): Promise<number | null> => repository.insertAccountIfAbsent(within, rowOf(account))

/**
 * Creates the accounts whose name and phone are free in one statement and returns their ids by phone. The others are
 * skipped, and the caller's transaction stays usable.
 */
export async function openFreeAccounts(
  within: Db,
  accounts: readonly (AccountToOpen & { phone: string })[],
): Promise<ReadonlyMap<string, number>> {
  const allowed = accounts.filter(({ userName, phone }) => !isForeignPhone(userName, phone))
  return allowed.length === 0 ? new Map() : repository.insertFreeAccounts(within, allowed.map(rowOf))
}

/** Creates a staff account, whose initial password must be changed, and returns its id. */
export async function createStaffAccount(
  db: Db,
  { name: displayName, password, ...body }: AccountCreate,
): Promise<number> {
  const passwordHash = await hashNewPassword(password, [body.userName, body.phone, displayName])
  return openAccount(db, { ...body, displayName, passwordHash, mustChangePassword: true })
}

/** Creates the first administrator if there is none. Returns its password only if that was created here and not given. */
export async function ensureAdmin(db: Db, given: string | null): Promise<string | null> {
  if (await repository.credentialsByName(db, FIRST_ADMIN)) return null
  const password = given ?? randomBytes(RANDOM_PASSWORD_BYTES).toString('base64url')
  try {
    const passwordHash = await hashPassword(password)
    await openAccount(db, {
      userName: FIRST_ADMIN,
      displayName: FIRST_ADMIN_NAME,
      passwordHash,
      phone: null,
      roleType: 'admin',
    })
    return given === null ? password : null
  } catch (error) {
    // Another node created the account at the same moment.
    if (error instanceof Refusal && error.error === 'USER_NAME_TAKEN') return null
    throw error
  }
}
