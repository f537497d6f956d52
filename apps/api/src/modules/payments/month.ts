import type { TaxMonth, TaxMonthQuery } from '@consilium/contract/payments.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import { badFields, missingFields, refuseField } from '../../infra/refusal.ts'
import type { Payer } from '../organizations/service.ts'
import { markFiled } from './ledger-repository.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

const NOT_YET = {
  'zh-CN': '该月份尚未开始，不能标记为已申报',
  en: 'This month has not begun, so it cannot be filed',
}
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

export async function findMonth(scope: Scope, actor: Actor, query: TaxMonthQuery): Promise<TaxMonth> {
  const { orgId, orgName } = await payerFor(scope, actor, query.orgId)
  const { period } = query
  const sums = await repository.sumMonth(scope.db, { orgId, period })
  const mayFile = sums.filedTime === null && period <= scope.clock.today().slice(0, PERIOD)
  return { orgId, orgName, period, ...sums, abilities: { file: mayFile } }
}

/** Marks a month as filed: what is entered later corrects the return. Payments under way are waited for. */
export async function fileMonth(
  scope: Scope,
  actor: Actor,
  { orgId: given, period }: TaxMonthQuery,
): Promise<TaxMonth> {
  const { orgId } = await payerFor(scope, actor, given)
  if (period > scope.clock.today().slice(0, PERIOD)) throw badFields(['period'], NOT_YET)
  const by = { userId: actor.userId, time: scope.clock.wire() }
  if (!(await markFiled(scope.db, { orgId, period }, by))) throw refuseField('TAX_MONTH_FILED', 'period')
  return findMonth(scope, actor, { orgId, period })
}
