import { randomUUID } from 'node:crypto'
import {
  CODE_INTERVAL_SECONDS,
  CODE_MINUTES,
  CODE_TRIES_MAX,
  type CodePurpose,
  type CodeSent,
} from '@consilium/contract/login/verification.ts'
import { later } from '../../../infra/clock.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import type { Db } from '../../../infra/db/db.ts'
import { apartFromRequest } from '../../../infra/db/transactions/request-transaction.ts'
import type { Requester } from '../../../infra/http/origin.ts'
import { Refusal, refuseField } from '../../../infra/refusal.ts'
import { SmsFailed } from '../../../infra/sms.ts'
import { allowancesOf, isBusy, pauseBegan, type CodeToSend } from './code-limits.ts'
import * as repository from './code-repository.ts'
import { requireHuman } from './human-check.ts'
import { findByPhone } from '../repository.ts'
import type { Scope } from '../scope.ts'

const SMS_RETRY_SECONDS = 30

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const DAY_SECONDS = 86_400
const DAY_MS = DAY_SECONDS * SECOND_MS

export interface CodeToCheck extends CodeToSend {
  code: string
}

/** A code that was checked and found correct but is not used up yet. */
export interface CheckedCode {
  /** Identifies the message that carried the code. */
  readonly messageId: string
  readonly field: string
}

export interface CodeOrder {
  phone: string
  purpose?: CodePurpose | undefined
  proof?: string | undefined
}

/** A code is bound to phone, purpose, requester and, if given, a text. */
const hashed = ({ phone, purpose, requester, binding = '' }: CodeToSend, code: string) =>
  JSON.stringify([phone, purpose, requester, binding, code])

async function takeOrRefuse({ clock }: Scope, within: Db, allowance: repository.Allowance): Promise<void> {
  const today = clock.today()
  if (await repository.takeAllowance(within, allowance, { now: clock.wire(), today })) return
  const spent = (await repository.sentToday(within, allowance.scope, today)) >= allowance.perDay
  const seconds = spent ? DAY_SECONDS : CODE_INTERVAL_SECONDS
  throw new Refusal('TOO_MANY_REQUESTS', { params: { seconds } })
}

/** Counts the message and stores the code in one transaction. */
async function store(scope: Scope, request: CodeToSend, messageId: string, code: string): Promise<void> {
  const { db, clock, keys } = scope
  const { phone, purpose, requester } = request
  const expireTime = later(clock, CODE_MINUTES * MINUTE_MS)
  const codeHash = keys.sign(hashed(request, code), 'sms')
  await inTransaction(db, async (trx) => {
    for (const allowance of allowancesOf(scope, request)) await takeOrRefuse(scope, trx, allowance)
    await repository.storeCode(trx, { phone, purpose, requester, messageId, codeHash, expireTime })
  })
}

/** If the gateway rejects the message, the code is deleted and the message is not counted. */
async function deliver(scope: Scope, request: CodeToSend, messageId: string, code: string): Promise<void> {
  const { phone, purpose } = request
  try {
    await scope.sms.deliver({ id: messageId, kind: 'code', phone, purpose, code })
  } catch (error) {
    if (!(error instanceof SmsFailed)) throw error
    scope.log.error(error)
    const quotas = allowancesOf(scope, request).map((allowance) => allowance.scope)
    await inTransaction(scope.db, async (trx) => {
      await repository.returnAllowance(trx, quotas, pauseBegan(scope))
      await repository.removeCode(trx, messageId)
    })
    throw new Refusal('SMS_UNAVAILABLE', { params: { seconds: SMS_RETRY_SECONDS } })
  }
}

/** Sends a new code, which replaces the previous one of the same phone, purpose and requester. */
export async function sendCode(scope: Scope, request: CodeToSend): Promise<CodeSent & { messageId: string }> {
  const code = scope.sms.codeFor(request.phone)
  const messageId = randomUUID()
  await store(scope, request, messageId, code)
  await deliver(scope, request, messageId, code)
  return {
    messageId,
    expiresInSeconds: (CODE_MINUTES * MINUTE_MS) / SECOND_MS,
    retryAfterSeconds: CODE_INTERVAL_SECONDS,
  }
}

/**
 * Sends a code without a login. If no purpose is given, it is `login` for a known phone and otherwise `register`.
 */
export async function orderCode(
  scope: Scope,
  { phone, purpose: given, proof }: CodeOrder,
  requester: Requester,
): Promise<CodeSent> {
  const purpose = given ?? ((await findByPhone(scope.db, phone)) ? 'login' : 'register')
  const busy = await isBusy(scope, phone, requester)
  if (busy) await requireHuman(scope, proof)
  try {
    return await sendCode(scope, { phone, purpose, requester, isFree: !busy })
  } catch (error) {
    // Of concurrent requests, those beyond the free codes get the same answer as later ones: the human check.
    if (!busy && (await isBusy(scope, phone, requester))) await requireHuman(scope, proof)
    throw error
  }
}

/**
 * A wrong code is refused on `field` and costs a try even if the request is rolled back. A correct one is not used up
 * yet.
 */
export const checkCode = (
  { db, clock, keys }: Scope,
  { code, ...request }: CodeToCheck,
  field = 'smsCode',
): Promise<CheckedCode> =>
  apartFromRequest(async () => {
    const stored = await repository.spendTry(db, request, clock.wire(), CODE_TRIES_MAX)
    if (!stored || !keys.verify(hashed(request, code), 'sms', stored.codeHash))
      throw refuseField('SMS_CODE_WRONG', field)
    await repository.refundTry(db, stored.messageId)
    return { messageId: stored.messageId, field }
  })

/** Uses up a checked code in the transaction that it authorizes. Refused if a concurrent request used it first. */
export async function spendCode(within: Db, { messageId, field }: CheckedCode): Promise<void> {
  if (!(await repository.removeCode(within, messageId))) throw refuseField('SMS_CODE_WRONG', field)
}

export const purgeCodes = ({ db, clock }: Scope): Promise<void> =>
  repository.purgeCodes(db, clock.wire(), later(clock, -2 * DAY_MS))
