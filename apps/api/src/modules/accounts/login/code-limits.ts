import { CODE_INTERVAL_SECONDS, type CodePurpose } from '@consilium/contract/login/verification.ts'
import { later } from '../../../infra/clock.ts'
import type { Requester } from '../../../infra/http/origin.ts'
import * as repository from './code-repository.ts'
import type { Scope } from '../scope.ts'

export const CODES_PER_DAY_MAX = 10
/** High, because each agreement is signed with its own code. Only the logged-in user can request these codes. */
const SIGN_CODES_PER_DAY_MAX = 100

/** Codes per phone and day requested without a login, over all client addresses. */
const STRANGERS_CODES_PER_DAY_MAX = 30

/** Hundreds of guests share the address of a hotel, so codes at the door are counted by ticket, phone and meeting. */
const SIGN_IN_CODES_PER_TICKET_MAX = 3
const SIGN_IN_CODES_PER_MEETING_MAX = 3000

const SECOND_MS = 1000

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

/** What a message is counted under, without the phone or address in clear. */
const quotaOf = ({ keys }: Scope, ...parts: string[]) => keys.sign(JSON.stringify(parts), 'sms-quota')

/** Fixed development codes are exempt from the limits, because no SMS is sent for them. */
const isStranger = ({ sms }: Scope, phone: string, requester: Requester) =>
  requester.startsWith('network:') && !sms.isFixed(phone)

/** When the pause began that must lie between two messages. */
export const pauseBegan = ({ clock }: Scope): string => later(clock, -CODE_INTERVAL_SECONDS * SECOND_MS)

/** Limits for requests without a login: per phone, per client address, and for the whole service. */
function strangersAllowances(
  scope: Scope,
  { phone, requester, isFree = false }: CodeToSend,
): repository.Allowance[] {
  const { freePerAddress, perAddress, perDay } = scope.config.smsLimits
  const fromAddress = isFree ? Math.min(freePerAddress, perAddress) : perAddress
  return [
    { scope: quotaOf(scope, 'strangers', phone), perDay: STRANGERS_CODES_PER_DAY_MAX, notSince: null },
    { scope: quotaOf(scope, 'from', requester), perDay: fromAddress, notSince: null },
    { scope: quotaOf(scope, 'whole'), perDay, notSince: null },
  ]
}

/** Limits of codes at the door, where the phone has shown nothing yet. */
function signInAllowances(
  scope: Scope,
  { phone, requester, binding = '' }: CodeToSend,
): repository.Allowance[] {
  const { perDay } = scope.config.smsLimits
  if (scope.sms.isFixed(phone)) return []
  return [
    {
      scope: quotaOf(scope, 'signIn', phone),
      perDay: CODES_PER_DAY_MAX,
      notSince: pauseBegan(scope),
    },
    { scope: quotaOf(scope, 'signIn', requester), perDay: SIGN_IN_CODES_PER_TICKET_MAX, notSince: null },
    { scope: quotaOf(scope, 'signIn', binding), perDay: SIGN_IN_CODES_PER_MEETING_MAX, notSince: null },
    { scope: quotaOf(scope, 'whole'), perDay, notSince: null },
  ]
}

/** The limits that a message counts against. Signing codes are counted separately, with a pause per contract. */
export function allowancesOf(scope: Scope, request: CodeToSend): repository.Allowance[] {
  const { phone, purpose, requester, binding = '' } = request
  const notSince = pauseBegan(scope)
  if (purpose === 'signIn') return signInAllowances(scope, request)
  if (purpose !== 'sign') {
    const own = { scope: quotaOf(scope, 'phone', phone, requester), perDay: CODES_PER_DAY_MAX, notSince }
    return isStranger(scope, phone, requester) ? [own, ...strangersAllowances(scope, request)] : [own]
  }
  const contract = quotaOf(scope, 'contract', phone, requester, binding)
  const signing = quotaOf(scope, 'sign', phone, requester)
  return [
    { scope: contract, perDay: CODES_PER_DAY_MAX, notSince },
    { scope: signing, perDay: SIGN_CODES_PER_DAY_MAX, notSince: null },
  ]
}

/** Whether the requester has had so many codes today that it must pass the human check. */
export async function isBusy(scope: Scope, phone: string, requester: Requester): Promise<boolean> {
  if (!isStranger(scope, phone, requester)) return false
  const { db, clock, config } = scope
  const sent = await repository.sentToday(db, quotaOf(scope, 'from', requester), clock.today())
  return sent >= config.smsLimits.freePerAddress
}
