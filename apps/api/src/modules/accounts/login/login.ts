import type { LoginAnswer } from '@consilium/contract/login/login.ts'
import type { Origin, Requester } from '../../../infra/http/origin.ts'
import {
  NO_PASSWORD,
  PHONE_IS_PASSWORD,
  pretendToVerify,
  verifyPassword,
} from '../../../infra/passwords/password.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { admit, type LoginPlace } from './admission.ts'
import { checkCode, spendCode } from './codes.ts'
import { attemptPassword } from './password-attempts.ts'
import * as accounts from '../repository.ts'
import type { Scope } from '../scope.ts'

/** Adds the account to a refusal, for the operation log. */
async function about<T>(account: accounts.Credentials | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && account) error.subject = account
    throw error
  }
}

async function isRight(password: string, account: accounts.Credentials | undefined): Promise<boolean> {
  if (!account || account.passwordHash === NO_PASSWORD) return pretendToVerify(password)
  if (account.passwordHash !== PHONE_IS_PASSWORD) return verifyPassword(password, account.passwordHash)
  // Takes as long as a hash, so that the response time does not reveal accounts that still have the initial password.
  await pretendToVerify(password)
  return password === account.phone
}

function refuseDisabled(account: accounts.Credentials): void {
  if (account.status === '1') throw new Refusal('ACCOUNT_DISABLED')
}

/** Checks a password within the limits on wrong passwords. Takes as long if the account does not exist. */
export async function checkPassword(
  scope: Scope,
  { userName, password, origin }: { userName: string; password: string; origin: Origin },
  account: accounts.Credentials | undefined,
): Promise<accounts.Credentials> {
  await attemptPassword(scope, { userName, account, origin }, () => isRight(password, account))
  if (!account) throw new Refusal('LOGIN_FAILED')
  return account
}

export async function loginByPassword(
  scope: Scope,
  { userName, password }: { userName: string; password: string },
  place: LoginPlace,
): Promise<LoginAnswer> {
  const found = await accounts.credentialsByName(scope.db, userName)
  return about(found, async () => {
    const account = await checkPassword(scope, { userName, password, origin: place.origin }, found)
    refuseDisabled(account)
    return admit(scope, account, place)
  })
}

/** A code proves possession of the phone, so the new session may choose a password without the old one. */
export async function loginByCode(
  scope: Scope,
  requester: Requester,
  { phone, code }: { phone: string; code: string },
  place: LoginPlace,
): Promise<LoginAnswer> {
  const found = await accounts.credentialsByPhone(scope.db, phone)
  return about(found, async () => {
    const checked = await checkCode(scope, { phone, purpose: 'login', requester, code }, 'code')
    if (!found) throw new Refusal('SMS_CODE_WRONG')
    await spendCode(scope.db, checked)
    refuseDisabled(found)
    return admit(scope, found, place, { byCode: true })
  })
}
