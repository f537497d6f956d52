import type { LoginAnswer } from '@consilium/contract/accounts.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import { createTurns } from '../../infra/in-turn.ts'
import type { Requester } from '../../infra/http/origin.ts'
import type { Visit } from '../../infra/http/session-cookie.ts'
import { pretendToVerify, verifyPassword } from '../../infra/password.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Admission } from './admission.ts'
import type { Codes } from './codes.ts'
import * as failures from './failure-repository.ts'
import * as accounts from './repository.ts'

export const WRONG_PASSWORDS_MAX = 5
export const LOCK_MINUTES = 10

const MINUTE_MS = 60_000

/** Proving who one is, by password or by code, and the limits on wrong answers. */
export function createLogin(context: Context, { admission, codes }: { admission: Admission; codes: Codes }) {
  const { db, clock, keys } = context
  const later = (ms: number) => clock.wire(new Date(clock.now().getTime() + ms))
  const inTurn = createTurns()
  const nameHash = (userName: string) => keys.sign(userName.toLowerCase(), 'login')

  /**
   * Checks the password of a name, whether or not there is such an account; wrong ones lock the name for a while.
   * A name's tries are looked at one after the other, so that many at once get no more guesses than the limit.
   */
  async function checkPassword(
    userName: string,
    password: string,
    account: accounts.Credentials | undefined,
  ): Promise<accounts.Credentials> {
    const name = nameHash(userName)
    return inTurn(name.toString('hex'), async () => {
      const locked = new Refusal('ACCOUNT_LOCKED', { params: { minutes: LOCK_MINUTES } })
      if ((await failures.recentFailures(db, name, clock.wire())) >= WRONG_PASSWORDS_MAX) throw locked
      const right = account
        ? await verifyPassword(password, account.passwordHash)
        : await pretendToVerify(password)
      if (account && right) {
        await failures.forgetFailures(db, name)
        return account
      }
      const failure = { nameHash: name, now: clock.wire(), forgottenAt: later(LOCK_MINUTES * MINUTE_MS) }
      const count = await failures.countFailure(db, failure)
      throw count >= WRONG_PASSWORDS_MAX ? locked : new Refusal('LOGIN_FAILED')
    })
  }

  return {
    checkPassword,

    /** Lets a name in again that wrong passwords have locked. */
    unlock: (within: Db, userName: string): Promise<void> =>
      failures.forgetFailures(within, nameHash(userName)),

    async byPassword(userName: string, password: string, visit: Visit): Promise<LoginAnswer> {
      const account = await checkPassword(userName, password, await accounts.credentialsByName(db, userName))
      return admission.admit(account, visit)
    },

    async byCode(requester: Requester, phone: string, code: string, visit: Visit): Promise<LoginAnswer> {
      const checked = await codes.check({ phone, purpose: 'login', requester, code }, 'code')
      const account = await accounts.credentialsByPhone(db, phone)
      if (!account) throw new Refusal('SMS_CODE_WRONG')
      await codes.spend(db, checked)
      return admission.admit(account, visit)
    },

    purgeFailures: (): Promise<void> => failures.purgeFailures(db, clock.wire()),
  }
}

export type Login = ReturnType<typeof createLogin>
