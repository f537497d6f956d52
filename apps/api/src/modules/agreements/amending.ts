import { agreementEvents } from '@consilium/contract/events/agreements.ts'
import type { AgreementDecline } from '@consilium/contract/agreements/agreements.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import type { Content, DecisionKind, Verdict } from '../decisions/service.ts'
import { computeFee, Money, type FeeConditions } from '../fees/service.ts'
import * as amendments from './amendment-repository.ts'
import * as history from './signing/history-repository.ts'
import { encryptNumbers } from './numbers.ts'
import type { Numbers } from './templates/protocol.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** Another fee of a signed agreement: proposed by whoever runs the meeting, signed or declined by the expert. */
const AMENDMENT: DecisionKind = {
  name: 'agreementAmendment',
  edges: { pending: ['approved', 'refused', 'withdrawn', 'superseded'] },
  whilePending: 'replaces',
  keepsPeople: false,
}

export interface Proposal extends FeeConditions {
  /** What is left out stays as it is proposed already, or else as it is signed. */
  payable: string | undefined
  feeMinutes: number | null | undefined
  reason: string | null
  userId: number
}

/**
 * What the expert decides on. The taxes follow the rules of the day and may change while it waits; the text that is signed has
 * a hash of its own.
 */
const contentOf = ({
  payableAmount,
  feeMinutes,
}: Pick<amendments.Amendment, 'payableAmount' | 'feeMinutes'>): Content => ({
  payableAmount: Money(payableAmount).toFixed(2),
  feeMinutes,
})

/**
 * Proposes another fee, or a fee for other minutes, for a signed agreement, which the caller has locked. It stays in force until the expert signs
 * the new one or declines (Civil Code, article 543). A further proposal replaces one that still waits, and the signed
 * fee takes it back.
 */
export async function propose(
  scope: Scope,
  trx: Db,
  state: repository.AgreementState,
  { reason, userId, payable: wanted, feeMinutes: minutes, ...conditions }: Proposal,
): Promise<void> {
  const { attendeeId } = state
  const waiting = await amendments.findProposed(trx, attendeeId)
  const terms = waiting ?? state
  const payable = wanted ?? terms.payableAmount
  const feeMinutes = minutes === undefined ? terms.feeMinutes : minutes
  const isAs = (other: Pick<typeof terms, 'payableAmount' | 'feeMinutes'>) =>
    Money(payable).eq(other.payableAmount) && feeMinutes === other.feeMinutes
  if (isAs(state)) {
    // The fee is put back to what is signed, so that the expert has nothing left to decide.
    if (waiting) await withdraw(scope, trx, { attendeeId, userId })
    return
  }
  if (waiting && isAs(waiting) && (reason ?? waiting.reason) === waiting.reason) return
  if (Money(payable).eq('0')) throw refuseField('AMENDMENT_FEE_MISSING', 'laborFee')
  if (reason === null) throw refuseField('AMENDMENT_REASON_MISSING', 'reason')
  const fee = computeFee({ ...conditions, payable, residence: state.taxResidence })
  const decisionId = await scope.decisions.ask(trx, AMENDMENT, {
    recordId: attendeeId,
    content: contentOf({ ...fee, feeMinutes }),
    askedBy: userId,
    askedTime: scope.clock.wire(),
    reason,
  })
  if (waiting) await amendments.endAmendment(trx, waiting.amendmentId, 'withdrawn')
  await amendments.insertAmendment(trx, { attendeeId, decisionId, fee, feeMinutes })
  await scope.eventLog.record(trx, agreementEvents.amendmentProposed, {
    recordId: attendeeId,
    actorId: userId,
    fields: {},
  })
}

/** Takes back the amendment that waits. Throws NOT_FOUND if there is none. */
export async function withdraw(
  { decisions }: Scope,
  trx: Db,
  { attendeeId, userId }: { attendeeId: number; userId: number },
): Promise<void> {
  await repository.lockStates(trx, [attendeeId])
  const waiting = await amendments.findProposed(trx, attendeeId)
  if (!waiting) throw new Refusal('NOT_FOUND')
  await decisions.withdraw(trx, AMENDMENT, waiting.decisionId, userId)
  await amendments.endAmendment(trx, waiting.amendmentId, 'withdrawn')
  await amendments.touch(trx, attendeeId)
}

/** What the expert has decided, which nobody else can: a signature and a refusal are the expert's own. */
async function settle(
  { decisions }: Scope,
  trx: Db,
  amendment: amendments.Amendment,
  verdict: Pick<Verdict, 'to' | 'by' | 'opinion' | 'content'>,
): Promise<void> {
  await decisions.decide(trx, AMENDMENT, amendment.decisionId, verdict)
  await amendments.endAmendment(trx, amendment.amendmentId, verdict.to === 'approved' ? 'signed' : 'declined')
}

/** The expert declines: the signed agreement simply stays in force. */
export const decline = (
  scope: Scope,
  actor: Actor,
  { attendeeId, reason }: AgreementDecline,
): Promise<void> =>
  inTransaction(scope.db, async (trx) => {
    const agreement = await repository.lockOwnAgreement(trx, actor.userId, attendeeId)
    const amendment = agreement && (await amendments.findProposed(trx, attendeeId))
    if (!amendment) throw new Refusal('NOT_FOUND')
    await settle(scope, trx, amendment, { to: 'refused', by: actor.userId, opinion: reason })
    await amendments.touch(trx, attendeeId)
    await scope.eventLog.record(trx, agreementEvents.amendmentDeclined, {
      recordId: attendeeId,
      actorId: actor.userId,
      fields: {},
    })
  })

/**
 * Puts the amended terms in place of those signed before, which move to the history, in the transaction of the new
 * signature.
 */
export async function accept(
  scope: Scope,
  trx: Db,
  amendment: amendments.Amendment,
  { time, userId, name, numbers }: { time: string; userId: number; name: string; numbers: Numbers },
): Promise<void> {
  const { attendeeId, proposedBy, reason } = amendment
  await history.supersede(trx, attendeeId, { userId: proposedBy, time, reason })
  const { idCardCipher } = encryptNumbers(scope.keys, attendeeId, numbers)
  await amendments.applyAmendment(trx, amendment, { name, idCardCipher })
  await settle(scope, trx, amendment, { to: 'approved', by: userId, content: contentOf(amendment) })
}

/** Computes waiting amendments anew after a change of their meeting; contracts drawn up for them are discarded. */
export async function recomputeAmendments(
  trx: Db,
  states: readonly repository.AgreementState[],
  conditions: FeeConditions,
): Promise<void> {
  const residences = new Map(states.map(({ attendeeId, taxResidence }) => [attendeeId, taxResidence]))
  for (const amendment of await amendments.listProposed(trx, [...residences.keys()])) {
    const { payableAmount: payable, attendeeId } = amendment
    const residence = residences.get(attendeeId) ?? 'resident'
    const fee = Money(payable).eq('0') ? null : computeFee({ ...conditions, payable, residence })
    const isSame =
      !fee || (fee.netAmount === amendment.netAmount && fee.feeRuleVersion === amendment.feeRuleVersion)
    if (isSame && amendment.laborProtocol === null) continue
    await amendments.changeAmendment(trx, amendment, fee ? { fee } : {})
  }
}
