import { randomUUID } from 'node:crypto'
import {
  CODE_INTERVAL_SECONDS,
  CODE_MINUTES,
  CODE_TRIES_MAX,
  type CodePurpose,
  type CodeSent,
} from '@consilium/contract/verification.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { apartFromRequest } from '../../infra/db/request-transaction.ts'
import type { Requester } from '../../infra/http/origin.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { SmsFailed } from '../../infra/sms.ts'
import * as repository from './code-repository.ts'

export const CODES_PER_DAY_MAX = 10
/** High, because each agreement is signed with its own code. Only the logged-in user can request these codes. */
const SIGN_CODES_PER_DAY_MAX = 100

/** Codes per phone and day requested without a login, over all client addresses. */
const STRANGERS_CODES_PER_DAY_MAX = 30
const SMS_RETRY_SECONDS = 30

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const DAY_SECONDS = 86_400
const DAY_MS = DAY_SECONDS * SECOND_MS

export interface CodeToSend {
  phone: string
  purpose: CodePurpose
  /** The code is valid only for this text, for example the hash of a contract. */
  binding?: string
  requester: Requester
  /**
   * Set when no proof of work was given. A client address gets only a few such codes; concurrent requests are counted
   * one by one.
   */
  isFree?: boolean
}

export interface CodeToCheck extends CodeToSend {
  code: string
}

/** A code that was checked and found correct but is not used up yet. */
export interface CheckedCode {
  /** Identifies the message that carried the code. */
  readonly messageId: string
  readonly field: string
}

/** Verification codes by SMS. A code is bound to phone, purpose, requester and, if given, a text. */
export function createCodes({ db, clock, keys, sms, log, config }: Context) {
  const later = (ms: number) => clock.wire(new Date(clock.now().getTime() + ms))
  const scope = (...parts: string[]) => keys.sign(JSON.stringify(parts), 'sms-quota')
  const hashed = ({ phone, purpose, requester, binding = '' }: CodeToSend, code: string) =>
    JSON.stringify([phone, purpose, requester, binding, code])
  const codeHash = (request: CodeToSend, code: string) => keys.sign(hashed(request, code), 'sms')

  /** Fixed development codes are exempt from the limits, because no SMS is sent for them. */
  const isStranger = (phone: string, requester: Requester) =>
    !requester.startsWith('user:') && !sms.isFixed(phone)

  const perAddress = (isFree: boolean) =>
    isFree
      ? Math.min(config.smsLimits.freePerAddress, config.smsLimits.perAddress)
      : config.smsLimits.perAddress

  /** Limits for requests without a login: per phone, per client address, and for the whole service. */
  const strangersAllowances = ({ phone, requester, isFree = false }: CodeToSend): repository.Allowance[] => [
    { scope: scope('strangers', phone), perDay: STRANGERS_CODES_PER_DAY_MAX, notSince: null },
    { scope: scope('from', requester), perDay: perAddress(isFree), notSince: null },
    { scope: scope('whole'), perDay: config.smsLimits.perDay, notSince: null },
  ]

  /** The limits that a message counts against. Signing codes are counted separately, with a pause per contract. */
  function allowancesOf(request: CodeToSend): repository.Allowance[] {
    const { phone, purpose, requester, binding = '' } = request
    const notSince = later(-CODE_INTERVAL_SECONDS * SECOND_MS)
    if (purpose !== 'sign') {
      const own = { scope: scope('phone', phone, requester), perDay: CODES_PER_DAY_MAX, notSince }
      return isStranger(phone, requester) ? [own, ...strangersAllowances(request)] : [own]
    }
    return [
      { scope: scope('contract', phone, requester, binding), perDay: CODES_PER_DAY_MAX, notSince },
      { scope: scope('sign', phone, requester), perDay: SIGN_CODES_PER_DAY_MAX, notSince: null },
    ]
  }

  async function takeOrRefuse(within: Db, allowance: repository.Allowance): Promise<void> {
    const today = clock.today()
    if (await repository.takeAllowance(within, allowance, { now: clock.wire(), today })) return
    const spent = (await repository.sentToday(within, allowance.scope, today)) >= allowance.perDay
    const seconds = spent ? DAY_SECONDS : CODE_INTERVAL_SECONDS
    throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds } })
  }

  /** Counts the message and stores the code in one transaction. */
  async function store(request: CodeToSend, messageId: string, code: string): Promise<void> {
    const { phone, purpose, requester } = request
    const expireTime = later(CODE_MINUTES * MINUTE_MS)
    await inTransaction(db, async (trx) => {
      for (const allowance of allowancesOf(request)) await takeOrRefuse(trx, allowance)
      const newCode = { phone, purpose, requester, messageId, codeHash: codeHash(request, code), expireTime }
      await repository.storeCode(trx, newCode)
    })
  }

  /** If the gateway rejects the message, the code is deleted and the message is not counted. */
  async function deliver(request: CodeToSend, messageId: string, code: string): Promise<void> {
    const { phone, purpose } = request
    try {
      await sms.deliver({ id: messageId, kind: 'code', phone, purpose, code })
    } catch (error) {
      if (!(error instanceof SmsFailed)) throw error
      log.error(error)
      const scopes = allowancesOf(request).map(({ scope: of }) => of)
      await inTransaction(db, async (trx) => {
        await repository.returnAllowance(trx, scopes, later(-CODE_INTERVAL_SECONDS * SECOND_MS))
        await repository.removeCode(trx, messageId)
      })
      throw new Refusal('SMS_UNAVAILABLE', { params: { seconds: SMS_RETRY_SECONDS } })
    }
  }

  return {
    /** Whether the requester has had so many codes today that it must pass the human check. */
    async isBusy(phone: string, requester: Requester): Promise<boolean> {
      if (!isStranger(phone, requester)) return false
      const sent = await repository.sentToday(db, scope('from', requester), clock.today())
      return sent >= config.smsLimits.freePerAddress
    },

    /** Sends a new code, which replaces the previous one of the same phone, purpose and requester. */
    async send(request: CodeToSend): Promise<CodeSent & { messageId: string }> {
      const code = sms.codeFor(request.phone)
      const messageId = randomUUID()
      await store(request, messageId, code)
      await deliver(request, messageId, code)
      return {
        messageId,
        expiresInSeconds: (CODE_MINUTES * MINUTE_MS) / SECOND_MS,
        retryAfterSeconds: CODE_INTERVAL_SECONDS,
      }
    },

    /**
     * A wrong code is refused on `field` and costs a try even if the request is rolled back. A correct one is not
     * used up yet.
     */
    check({ code, ...request }: CodeToCheck, field = 'smsCode'): Promise<CheckedCode> {
      return apartFromRequest(async () => {
        const stored = await repository.spendTry(db, request, clock.wire(), CODE_TRIES_MAX)
        if (!stored || !keys.verify(hashed(request, code), 'sms', stored.codeHash))
          throw refuseField('SMS_CODE_WRONG', field)
        await repository.refundTry(db, stored.messageId)
        return { messageId: stored.messageId, field }
      })
    },

    /** Uses up a checked code in the transaction that it authorizes. Refused if a concurrent request used it first. */
    async spend(within: Db, { messageId, field }: CheckedCode): Promise<void> {
      if (!(await repository.removeCode(within, messageId))) throw refuseField('SMS_CODE_WRONG', field)
    },

    purgeExpired: (): Promise<void> => repository.purgeCodes(db, clock.wire(), later(-2 * DAY_MS)),
  }
}

export type Codes = ReturnType<typeof createCodes>
