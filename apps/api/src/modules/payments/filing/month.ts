import type { TaxMonth, TaxMonthQuery } from '@consilium/contract/payments/payments.ts'
import { reachesAll, type Actor } from '../../../domain/actor.ts'
import { missingFields, refuseField } from '../../../infra/refusal.ts'
import type { Payer } from '../../organizations/service.ts'
import { countForeign, type Month } from '../tax-exports/export-repository.ts'
import { countAfter } from './filing-repository.ts'
import { filingsOf } from './filings.ts'
import { unreportableOf } from './reportable.ts'
import * as repository from '../repository.ts'
import type { Scope } from '../scope.ts'

const PERIOD = 'yyyy-MM'.length

/** The payer that the caller asks about: a manager names it, an executor has its own. Throws NOT_FOUND. */
export async function payerFor(
  { db, organizations, clock }: Scope,
  actor: Actor,
  orgId: number | undefined,
): Promise<Payer> {
  if (orgId === undefined && reachesAll(actor)) throw missingFields('orgId')
  const by = orgId === undefined ? { mainUserId: actor.mainUserId } : { orgId }
  const payer = await organizations.payerOn(db, by, clock.today())
  const isReached = payer && (reachesAll(actor) || payer.mainUserId === actor.mainUserId)
  if (!isReached || payer.orgType !== 'executor') throw refuseField('NOT_FOUND', 'orgId')
  return payer
}

/** A month is filed from its end on. */
export const hasEnded = ({ clock }: Pick<Scope, 'clock'>, period: string): boolean =>
  period < clock.today().slice(0, PERIOD)

/** The month of the caller's payer. Throws NOT_FOUND. */
export async function monthFor(scope: Scope, actor: Actor, query: TaxMonthQuery): Promise<Month> {
  const { orgId } = await payerFor(scope, actor, query.orgId)
  return { orgId, period: query.period }
}

export async function findMonth(scope: Scope, actor: Actor, query: TaxMonthQuery): Promise<TaxMonth> {
  const { orgId, orgName } = await payerFor(scope, actor, query.orgId)
  const { period } = query
  const month = { orgId, period }
  const sums = await repository.sumMonth(scope.db, month)
  const filings = await filingsOf(scope.db, month)
  const last = filings.at(-1)
  const openCorrections = last ? await countAfter(scope.db, month, last.lastEntryId ?? 0) : 0
  const abilities = {
    file: !last && hasEnded(scope, period),
    correct: openCorrections > 0,
  }
  const foreign = await countForeign(scope.db, month)
  const unreportable = await unreportableOf(scope, month)
  return { orgId, orgName, period, ...sums, ...foreign, unreportable, openCorrections, filings, abilities }
}
