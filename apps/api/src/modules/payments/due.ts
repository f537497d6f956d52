import type { Page } from '@consilium/contract/envelope.ts'
import type { DuePayment, DuePaymentQuery } from '@consilium/contract/payments/payments.ts'
import type { Actor } from '../../domain/actor.ts'
import { missingIn } from '../experts/service.ts'
import { obstaclesOf } from './payable.ts'
import { ownedBy } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** A page of due fees with what the declaration of each will need. */
export async function pageOfDue(
  { db, clock }: Pick<Scope, 'db' | 'clock'>,
  actor: Actor,
  query: DuePaymentQuery,
  choice: repository.DueChoice = {},
): Promise<Page<Omit<DuePayment, 'obstacles'>>> {
  const page = await repository.listDue(db, ownedBy(actor), query, { ...choice, now: clock.wire() })
  const rows = page.rows.map(({ idType, idCardNo, nationality, sex, birthDate, ...row }) => ({
    ...row,
    missingFacts: missingIn({ idType, idCardNo, nationality, sex, birthDate }),
  }))
  return { ...page, rows }
}

/** The agreed fees that are not paid, with why they cannot be, and with what their declaration will need. */
export async function listDue(scope: Scope, actor: Actor, query: DuePaymentQuery): Promise<Page<DuePayment>> {
  const page = await pageOfDue(scope, actor, query)
  const obstacles = await obstaclesOf(
    scope,
    scope.db,
    page.rows.map(({ attendeeId }) => attendeeId),
  )
  const rows = page.rows.map((row) => ({ ...row, obstacles: obstacles.get(row.attendeeId) ?? [] }))
  return { ...page, rows }
}
