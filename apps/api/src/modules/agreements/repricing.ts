import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import { computeFee, Money, type Fee, type FeeConditions } from '../fees/service.ts'
import type { Messages } from '../messages/service.ts'
import * as history from './history-repository.ts'
import { isSigned } from './policy.ts'
import { createReadiness } from './readiness.ts'
import * as repository from './repository.ts'

export interface AgreementChange extends FeeConditions {
  payable?: string | undefined
  bankRegion?: string | null | undefined
  /** Something else that the contract says has changed. */
  isReworded?: boolean
  /** Who changes it. */
  userId: number
}

const isSameFee = (fee: Fee, state: repository.AgreementState) =>
  fee.payableAmount === state.payableAmount &&
  fee.netAmount === state.netAmount &&
  fee.feeRuleVersion === state.feeRuleVersion &&
  Money(fee.surchargeRate).eq(state.surchargeRate)

/** Changes of what an agreement is about, before and after it is signed. */
export function createRepricing({ clock }: Context, { messages }: { messages: Pick<Messages, 'send'> }) {
  /** Undoes a signature: what was signed stays in the history, and the expert is told. */
  async function invalidate(
    trx: Db,
    state: repository.AgreementState,
    { userId, payable }: { userId: number; payable: string },
  ): Promise<void> {
    const { attendeeId } = state
    await history.supersede(trx, attendeeId, { userId, time: clock.wire() })
    const signer = await repository.findSigner(trx, attendeeId)
    await messages.send(trx, {
      userId: signer.userId,
      kind: 'agreementInvalidated',
      params: { meetingName: signer.meetingName, from: state.payableAmount, to: Money(payable).toFixed(2) },
      link: { resource: 'meetingAttendee', id: attendeeId },
    })
  }

  const tellReady = createReadiness(messages)

  return {
    tellReady,

    /**
     * Changes fee or bank region; undefined stays. A contract drawn up before has to be drawn up and read anew. Another
     * fee undoes a signature; throws AGREEMENT_SIGNED where, with the fee as it was signed, anything else would differ.
     */
    async change(trx: Db, attendeeId: number, change: AgreementChange): Promise<void> {
      const { payable, bankRegion, isReworded = false, userId, ...conditions } = change
      const [state] = await repository.lockStates(trx, [attendeeId])
      if (!state) throw new Refusal('NOT_FOUND')
      const isMoved = bankRegion !== undefined && bankRegion !== state.bankRegion
      if (isSigned(state)) {
        if (payable === undefined || Money(payable).eq(state.payableAmount)) {
          if (isMoved || isReworded) throw new Refusal('AGREEMENT_SIGNED')
          return
        }
        await invalidate(trx, state, { userId, payable })
      }
      const fee = payable === undefined ? undefined : computeFee({ ...conditions, payable })
      if ((fee && !isSameFee(fee, state)) || isMoved || isReworded)
        await repository.changeTerms(trx, attendeeId, { fee, bankRegion })
      // Until now there was no fee, and nothing could be asked of the expert.
      if (fee && Money(state.payableAmount).eq('0')) await tellReady(trx, [attendeeId])
    },

    /**
     * Computes the fees that are not signed yet under other conditions; nothing is nothing under any. What contracts
     * say of the meeting has changed, so those drawn up have to be drawn up and read anew.
     */
    async recompute(trx: Db, attendeeIds: readonly number[], conditions: FeeConditions): Promise<void> {
      if (attendeeIds.length === 0) return
      const states = await repository.lockStates(trx, attendeeIds)
      for (const state of states.filter((each) => !isSigned(each))) {
        const { attendeeId, payableAmount: payable } = state
        const fee = Money(payable).eq('0') ? undefined : computeFee({ ...conditions, payable })
        if ((fee && !isSameFee(fee, state)) || state.isDrawnUp)
          await repository.changeTerms(trx, attendeeId, { fee, bankRegion: undefined })
      }
    },

    /** Holds the agreements until the transaction ends, so that none is signed meanwhile. Throws AGREEMENT_SIGNED. */
    async requireNeverSigned(trx: Db, attendeeIds: readonly number[]): Promise<void> {
      if (attendeeIds.length === 0) return
      const states = await repository.lockStates(trx, attendeeIds)
      if (states.some(isSigned) || (await history.haveHistory(trx, attendeeIds)))
        throw new Refusal('AGREEMENT_SIGNED')
    },
  }
}
