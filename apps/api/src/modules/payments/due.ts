import type { Page } from '@consilium/contract/envelope.ts'
import type { DuePayment, DuePaymentQuery } from '@consilium/contract/payments/payments.ts'
import type { Actor } from '../../domain/actor.ts'
import { missingIn } from '../experts/service.ts'
import { obstaclesOf } from './payable.ts'
import { ownedBy } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** The agreed fees that are not paid, with why they cannot be, and with what their declaration will need. */
export async function listDue(scope: Scope, actor: Actor, query: DuePaymentQuery): Promise<Page<DuePayment>> {
  const { db, clock } = scope
  const page = await repository.listDue(db, ownedBy(actor), query, clock.wire())
  const obstacles = await obstaclesOf(
    scope,
    db,
    page.rows.map(({ attendeeId }) => attendeeId),
  )
  const rows = page.rows.map(({ idType, idCardNo, nationality, sex, birthDate, ...row }) => ({
    ...row,
    obstacles: obstacles.get(row.attendeeId) ?? [],
    missingFacts: missingIn({ idType, idCardNo, nationality, sex, birthDate }),
  }))
  return { ...page, rows }
}
