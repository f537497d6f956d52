import type { Language } from '@consilium/contract/errors.ts'
import type { FeeCalculation, FeeQuestion } from '@consilium/contract/labor-fees.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../infra/http/actor.ts'
import { refuseField } from '../../infra/refusal.ts'
import type { Agreements } from '../agreements/service.ts'
import type { Organizations } from '../organizations/service.ts'
import { paysItself } from './policy.ts'
import * as repository from './repository.ts'
import type { MeetingFacts } from './repository.ts'

const DAY = 'yyyy-MM-dd'.length

interface Modules {
  agreements: Pick<Agreements, 'calculate'>
  organizations: Pick<Organizations, 'surchargeRateOf'>
}

type Payment = Pick<MeetingFacts, 'scheduleStartTime' | 'execUserId'>

/** Under which terms the fees of a meeting are computed: the day of payment and the paying executor's own rate. */
export function createFeeTerms({ db, clock }: Context, { agreements, organizations }: Modules) {
  /** Nothing is paid before the meeting, nor in the past. */
  function paymentDay(scheduleStartTime: string | null): string {
    const today = clock.today()
    const day = scheduleStartTime?.slice(0, DAY) ?? today
    return day > today ? day : today
  }

  const termsOf = async (trx: Db, { scheduleStartTime, execUserId }: Payment) => ({
    date: paymentDay(scheduleStartTime),
    surchargeRate: await organizations.surchargeRateOf(trx, execUserId),
  })

  /** The meeting that is asked about; without one, a payment of today by the caller's own organization. */
  async function paymentIn(actor: Actor, meetingId: number | undefined): Promise<Payment> {
    if (meetingId === undefined)
      return { scheduleStartTime: null, execUserId: paysItself(actor) ? actor.mainUserId : null }
    const meeting = await repository.findReachedMeeting(db, actor, meetingId)
    if (!meeting) throw refuseField('NOT_FOUND', 'meetingId')
    return meeting
  }

  return {
    termsOf,

    /**
     * As `termsOf`, for one fee. Nothing is nothing under any rules, so that experts can be invited to a meeting
     * beyond the last day that has some.
     */
    async termsFor(trx: Db, meeting: Payment, laborFee: string) {
      const terms = await termsOf(trx, meeting)
      return Number(laborFee) === 0 ? { ...terms, date: clock.today() } : terms
    },

    async calculate(actor: Actor, question: FeeQuestion, language: Language): Promise<FeeCalculation> {
      const { payableAmount, netAmount = '0.00', meetingId } = question
      const terms = await termsOf(db, await paymentIn(actor, meetingId))
      const date = question.date ?? terms.date
      const amount = payableAmount === undefined ? { net: netAmount } : { payable: payableAmount }
      return agreements.calculate({ ...terms, date, ...amount }, language)
    },
  }
}
