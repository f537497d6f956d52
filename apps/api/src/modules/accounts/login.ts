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

/** Where somebody logs in from. */
export interface LoginPlace {
  visit: Visit
  origin: Origin
  /** The same place, with an id for a browser that has none yet. To be asked once the login is good. */
  keepDevice(): Origin
}

/** Says whose account it was about in what is refused, for the operation log. */
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
  // As long as for others, or the clock would tell which accounts nobody has used yet.
  await pretendToVerify(password)
  return password === account.phone
}

/** Proving who one is, by password or by code. */
export function createLogin(
  { db }: Context,
  { admission, codes, attempts }: { admission: Admission; codes: Codes; attempts: PasswordAttempts },
) {
  const refuseDisabled = (account: accounts.Credentials) => {
    if (account.status === '1') throw new Refusal('ACCOUNT_DISABLED')
  }

  /** Checks a password within the limits on wrong ones. It takes as long where there is no such account. */
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

    /** The code proves the phone: a session that is opened so may choose a password without the old one. */
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
