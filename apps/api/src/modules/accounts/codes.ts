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
/** Each agreement is signed with a code of its own, which the person who is logged in asks for. */
const SIGN_CODES_PER_DAY_MAX = 100

/** Codes to one phone in a day for people who are not logged in, from wherever they ask. */
const STRANGERS_CODES_PER_DAY_MAX = 30
const SMS_RETRY_SECONDS = 30

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const DAY_SECONDS = 86_400
const DAY_MS = DAY_SECONDS * SECOND_MS

export interface CodeToSend {
  phone: string
  purpose: CodePurpose
  /** The code counts only together with this text, such as the hash of a contract. */
  binding?: string
  requester: Requester
  /** Sent without a proof of work, of which an address gets only some; those at once are counted one by one. */
  isFree?: boolean
}

export interface CodeToCheck extends CodeToSend {
  code: string
}

/** A code that was found right and is not spent yet. */
export interface CheckedCode {
  /** Identifies the message that carried the code. */
  readonly messageId: string
  readonly field: string
}

/** Verification codes by SMS. A code is bound to phone, purpose, requester and, where there is one, a text. */
export function createCodes({ db, clock, keys, sms, log, config }: Context) {
  const later = (ms: number) => clock.wire(new Date(clock.now().getTime() + ms))
  const scope = (...parts: string[]) => keys.sign(JSON.stringify(parts), 'sms-quota')
  const hashed = ({ phone, purpose, requester, binding = '' }: CodeToSend, code: string) =>
    JSON.stringify([phone, purpose, requester, binding, code])
  const codeHash = (request: CodeToSend, code: string) => keys.sign(hashed(request, code), 'sms')

  /** Nobody pays for a code that is fixed in development. */
  const isStranger = (phone: string, requester: Requester) =>
    !requester.startsWith('user:') && !sms.isFixed(phone)

  const perAddress = (isFree: boolean) =>
    isFree
      ? Math.min(config.smsLimits.freePerAddress, config.smsLimits.perAddress)
      : config.smsLimits.perAddress

  /** Nobody is logged in: there are limits for the phone, for where the request comes from, and for the whole. */
  const strangersAllowances = ({ phone, requester, isFree = false }: CodeToSend): repository.Allowance[] => [
    { scope: scope('strangers', phone), perDay: STRANGERS_CODES_PER_DAY_MAX, notSince: null },
    { scope: scope('from', requester), perDay: perAddress(isFree), notSince: null },
    { scope: scope('whole'), perDay: config.smsLimits.perDay, notSince: null },
  ]

  /** What a message counts against. Codes for signing are counted apart, and pause for each contract. */
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

  /** Counts the message and stores the code: both or neither. */
  async function store(request: CodeToSend, messageId: string, code: string): Promise<void> {
    const { phone, purpose, requester } = request
    const expireTime = later(CODE_MINUTES * MINUTE_MS)
    await inTransaction(db, async (trx) => {
      for (const allowance of allowancesOf(request)) await takeOrRefuse(trx, allowance)
      const newCode = { phone, purpose, requester, messageId, codeHash: codeHash(request, code), expireTime }
      await repository.storeCode(trx, newCode)
    })
  }

  /** A message that the gateway does not take costs nothing: neither the code nor the count stays. */
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
    /** Whether the requester has had so many codes today that it must prove to be no robot. */
    async isBusy(phone: string, requester: Requester): Promise<boolean> {
      if (!isStranger(phone, requester)) return false
      const sent = await repository.sentToday(db, scope('from', requester), clock.today())
      return sent >= config.smsLimits.freePerAddress
    },

    /** Sends a new code, which replaces the one before of the same phone, purpose and requester. */
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

    /** A wrong code is refused on `field` and costs a try, whatever becomes of the request. A right one stays usable. */
    check({ code, ...request }: CodeToCheck, field = 'smsCode'): Promise<CheckedCode> {
      return apartFromRequest(async () => {
        const stored = await repository.spendTry(db, request, clock.wire(), CODE_TRIES_MAX)
        if (!stored || !keys.verify(hashed(request, code), 'sms', stored.codeHash))
          throw refuseField('SMS_CODE_WRONG', field)
        await repository.refundTry(db, stored.messageId)
        return { messageId: stored.messageId, field }
      })
    },

    /** Uses up a checked code, within the transaction of what it allows. Refused where another request was quicker. */
    async spend(within: Db, { messageId, field }: CheckedCode): Promise<void> {
      if (!(await repository.removeCode(within, messageId))) throw refuseField('SMS_CODE_WRONG', field)
    },

    purgeExpired: (): Promise<void> => repository.purgeCodes(db, clock.wire(), later(-2 * DAY_MS)),
  }
}

export type Codes = ReturnType<typeof createCodes>
