import type { LoginAnswer } from '@consilium/contract/accounts.ts'
import type { Context } from '../../context.ts'
import type { Origin, Requester } from '../../infra/http/origin.ts'
import type { Visit } from '../../infra/http/session-cookie.ts'
import { NO_PASSWORD, PHONE_IS_PASSWORD, pretendToVerify, verifyPassword } from '../../infra/password.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Admission } from './admission.ts'
import type { Codes } from './codes.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import * as accounts from './repository.ts'

/** The client address and device of a login. */
export interface LoginPlace {
  visit: Visit
  origin: Origin
  /** Returns the origin and assigns a device id to a browser that has none. Call it only after the login succeeded. */
  keepDevice(): Origin
}

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

/** The first factor of a login: a password or an SMS code. */
export function createLogin(
  { db }: Context,
  { admission, codes, attempts }: { admission: Admission; codes: Codes; attempts: PasswordAttempts },
) {
  const refuseDisabled = (account: accounts.Credentials) => {
    if (account.status === '1') throw new Refusal('ACCOUNT_DISABLED')
  }

  /** Checks a password within the limits on wrong passwords. Takes as long if the account does not exist. */
  async function checkPassword(
    { userName, password, origin }: { userName: string; password: string; origin: Origin },
    account: accounts.Credentials | undefined,
  ): Promise<accounts.Credentials> {
    await attempts.attempt({ userName, account, origin }, () => isRight(password, account))
    if (!account) throw new Refusal('LOGIN_FAILED')
    return account
  }

  return {
    checkPassword,

    async byPassword(userName: string, password: string, place: LoginPlace): Promise<LoginAnswer> {
      const found = await accounts.credentialsByName(db, userName)
      return about(found, async () => {
        const account = await checkPassword({ userName, password, origin: place.origin }, found)
        refuseDisabled(account)
        await attempts.remember(db, account.userId, place.keepDevice())
        return admission.admit(account, place.visit)
      })
    },

    /** A code proves possession of the phone, so the new session may choose a password without the old one. */
    async byCode(
      requester: Requester,
      { phone, code }: { phone: string; code: string },
      place: LoginPlace,
    ): Promise<LoginAnswer> {
      const found = await accounts.credentialsByPhone(db, phone)
      return about(found, async () => {
        const checked = await codes.check({ phone, purpose: 'login', requester, code }, 'code')
        if (!found) throw new Refusal('SMS_CODE_WRONG')
        await codes.spend(db, checked)
        refuseDisabled(found)
        await attempts.remember(db, found.userId, place.keepDevice())
        return admission.admit(found, place.visit, { byCode: true })
      })
    },
  }
}

export type Login = ReturnType<typeof createLogin>
