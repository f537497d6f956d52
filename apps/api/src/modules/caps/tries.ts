import { CAP_TRIES_PER_DAY } from '@consilium/contract/caps/caps.ts'
import { leaving } from '../../infra/db/transactions/left-behind.ts'
import type { Db } from '../../infra/db/db.ts'
import { refuseField, type Refusal } from '../../infra/refusal.ts'
import { Money } from '../fees/service.ts'
import type { OwnedCaps } from './policy-repository.ts'
import type { Engagement } from './repository.ts'
import type { Scope } from './scope.ts'
import { countOtherTries, keepTry, type CapTry } from './try-repository.ts'
import { appliedCaps, seenUseOf, stateOf } from './usage.ts'

/** What an answer about caps could tell: what the executor's own fees come to, and for which day. */
function tryOf(one: Engagement, all: readonly Engagement[], triedOn: string): CapTry | null {
  const { expertId, execUserId, day } = one
  if (execUserId === null) return null
  const own = all.filter((each) => each.execUserId === execUserId)
  const ownFees = own.reduce((sum, { payable }) => sum.plus(payable), Money('0')).toFixed(2)
  return { expertId, execUserId, triedOn, meetingDay: day, ownFees }
}

/**
 * Counts what an executor tries with an expert whose caps are near or reached. A try that is refused is counted although its
 * transaction is undone, and the same one again is no new one. Throws CAP_TRIES_SPENT, whatever the caps say, once the
 * number of a day is used up. `lockPersons` comes before.
 */
export async function openTry(
  { db, clock }: Scope,
  trx: Db,
  policies: readonly OwnedCaps[],
  { one, all, field }: { one: Engagement; all: readonly Engagement[]; field: string },
): Promise<{ passed: () => Promise<void>; refusedBy: (refusal: Refusal) => Refusal }> {
  const applied = appliedCaps(policies, one)
  const tried = applied.length === 0 ? null : tryOf(one, all, clock.today())
  if (!tried) return { passed: () => Promise.resolve(), refusedBy: (refusal) => refusal }
  if ((await countOtherTries(trx, tried)) >= CAP_TRIES_PER_DAY)
    throw refuseField('CAP_TRIES_SPENT', field, { name: one.name })
  const isNear = () => applied.some((each) => stateOf(each, seenUseOf(each, all, one)) !== 'within')
  return {
    passed: () => (isNear() ? keepTry(trx, tried) : Promise.resolve()),
    refusedBy: (refusal) => leaving(refusal, () => keepTry(db, tried)),
  }
}
