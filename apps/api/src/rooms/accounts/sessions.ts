import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { LoginAnswer } from '@consilium/contract/accounts.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import { raise } from '../../infra/db/events.ts'
import { createTurns } from '../../infra/in-turn.ts'
import type { Actor } from '../../infra/http/actor.ts'
import { NO_PASSWORD, pretendToVerify, verifyPassword } from '../../infra/password.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import * as accounts from './repository.ts'
import * as sessions from './session-repository.ts'

const SESSION_HOURS = 12
export const SESSION_SECONDS = SESSION_HOURS * 3600
const TOKEN_BYTES = 32
export const WRONG_PASSWORDS_MAX = 5
export const LOCK_MINUTES = 10
export const SMS_CODE_MINUTES = 5
export const SMS_TRIES_MAX = 5
export const SMS_INTERVAL_SECONDS = 60
export const SMS_PER_DAY_MAX = 10

const MINUTE_MS = 60_000
const SECOND_MS = 1000
const DAY_SECONDS = 86_400

const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** Logging in and out: passwords, verification codes, tokens. */
export function createSessions({ db, clock, keys, sms }: Context) {
  const later = (ms: number) => clock.wire(new Date(clock.now().getTime() + ms))
  const codeHash = (phone: string, code: string) => keys.sign(`${phone}:${code}`, 'sms')

  async function open(account: accounts.Credentials, within: Db = db): Promise<LoginAnswer> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const expireTime = later(SESSION_SECONDS * SECOND_MS)
    await sessions.insertSession(within, { userId: account.userId, tokenHash: tokenHash(token), expireTime })
    const { userId, userName, roleType, mustChangePassword } = account
    const hasPassword = account.passwordHash !== NO_PASSWORD
    return { token, expiresAt: expireTime, userId, userName, roleType, mustChangePassword, hasPassword }
  }

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
      if ((await sessions.recentFailures(db, name, clock.wire())) >= WRONG_PASSWORDS_MAX) throw locked
      const right = account
        ? await verifyPassword(password, account.passwordHash)
        : await pretendToVerify(password)
      if (account && right) {
        await sessions.forgetFailures(db, name)
        return account
      }
      const failure = { nameHash: name, now: clock.wire(), forgottenAt: later(LOCK_MINUTES * MINUTE_MS) }
      const failures = await sessions.countFailure(db, failure)
      throw failures >= WRONG_PASSWORDS_MAX ? locked : new Refusal('LOGIN_FAILED')
    })
  }

  /** The stored hash of a right code; a wrong one is refused on `field` and counts, whatever becomes of the request. */
  async function checkCode(phone: string, code: string, field = 'code'): Promise<Buffer> {
    const expected = await sessions.spendTry(db, phone, clock.wire(), SMS_TRIES_MAX)
    const actual = codeHash(phone, code)
    if (!expected || !timingSafeEqual(expected, actual)) throw refuseField('SMS_CODE_WRONG', field)
    await sessions.refundTry(db, phone, expected)
    return expected
  }

  async function waitFor(phone: string): Promise<number> {
    const last = await sessions.findCode(db, phone)
    const spent = last?.sentDay === clock.today() && last.sentCount >= SMS_PER_DAY_MAX
    return spent ? DAY_SECONDS : SMS_INTERVAL_SECONDS
  }

  return {
    checkPassword,
    open,

    /** Lets a name in again that wrong passwords have locked. */
    unlock: (within: Db, userName: string): Promise<void> =>
      sessions.forgetFailures(within, nameHash(userName)),

    async authenticate(token: string): Promise<Actor | null> {
      return (await accounts.findActor(db, tokenHash(token), clock.wire())) ?? null
    },

    async login(userName: string, password: string): Promise<LoginAnswer> {
      const account = await checkPassword(userName, password, await accounts.credentialsByName(db, userName))
      if (account.status === '1') throw new Refusal('ACCOUNT_DISABLED')
      return open(account)
    },

    async smsLogin(phone: string, code: string): Promise<LoginAnswer> {
      const hash = await checkCode(phone, code)
      const account = await accounts.credentialsByPhone(db, phone)
      if (!account || !(await sessions.useCode(db, phone, hash))) throw new Refusal('SMS_CODE_WRONG')
      if (account.status === '1') throw new Refusal('ACCOUNT_DISABLED')
      return open(account)
    },

    async sendCode(phone: string) {
      const code = sms.codeFor(phone)
      const stored = await sessions.storeCode(db, {
        phone,
        codeHash: codeHash(phone, code),
        now: clock.wire(),
        expireTime: later(SMS_CODE_MINUTES * MINUTE_MS),
        notSince: later(-SMS_INTERVAL_SECONDS * SECOND_MS),
        today: clock.today(),
        dailyLimit: SMS_PER_DAY_MAX,
      })
      if (!stored) throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds: await waitFor(phone) } })
      await sms.deliver(phone, code)
      return {
        expiresInSeconds: (SMS_CODE_MINUTES * MINUTE_MS) / SECOND_MS,
        retryAfterSeconds: SMS_INTERVAL_SECONDS,
      }
    },

    checkCode,

    /** Uses up a code that `checkCode` found right, within the transaction of what it allows. */
    async useCode(within: Db, phone: string, hash: Buffer): Promise<void> {
      if (!(await sessions.useCode(within, phone, hash))) throw refuseField('SMS_CODE_WRONG', 'smsCode')
    },

    async logout(actor: Actor): Promise<void> {
      await sessions.deleteSession(db, actor.sessionId)
      await raise(db, { type: 'sessionEnded', userId: actor.userId, sessionId: actor.sessionId })
    },

    /** Ends every session of an account, and its event streams on all nodes, when the transaction commits. */
    async endAll(within: Db, userId: number): Promise<void> {
      await sessions.deleteSessionsOf(within, userId)
      await raise(within, { type: 'sessionsEnded', userId })
    },

    async purgeExpired(): Promise<void> {
      await sessions.deleteExpiredSessions(db, clock.wire())
      await sessions.purgeFailures(db, clock.wire())
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
