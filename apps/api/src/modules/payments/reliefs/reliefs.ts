import type { Page } from '@consilium/contract/envelope.ts'
import type {
  TreatyRelief,
  TreatyReliefCreate,
  TreatyReliefDecision,
  TreatyReliefQuery,
} from '@consilium/contract/payments/treaty-reliefs.ts'
import type { Actor } from '../../../domain/actor.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import { badFields, refuseField } from '../../../infra/refusal.ts'
import { mayDecide, requireUndecided } from '../../decisions/service.ts'
import { Money } from '../../fees/service.ts'
import { findPayable } from '../ledger-repository.ts'
import { ownedBy } from '../policy.ts'
import * as repository from './relief-repository.ts'
import type { Scope } from '../scope.ts'
import { TREATY_RELIEF } from '../states.ts'

const ONLY_NON_RESIDENTS = {
  'zh-CN': '收款人为居民个人，不适用税收协定减免',
  en: 'The payee is a resident, to whom no relief under a treaty applies',
}

/** Nobody decides the own request. */
const view = ({ files }: Scope, actor: Actor, { fileId, ...row }: repository.ReliefRow): TreatyRelief => ({
  ...row,
  rate: Money(row.rate).toFixed(),
  fileUrl: files.personalUrlOf(actor, fileId),
  abilities: {
    decide: mayDecide(actor, row),
    withdraw: row.status === 'pending' || row.status === 'approved',
  },
})

/** What is decided on. */
const contentOf = (
  relief: Pick<repository.ReliefRow, 'country' | 'article' | 'rate' | 'validFrom' | 'validTo' | 'fileId'>,
) => ({
  country: relief.country,
  article: relief.article,
  rate: Money(relief.rate).toFixed(4),
  validFrom: relief.validFrom,
  validTo: relief.validTo,
  fileId: relief.fileId,
})

async function findRow({ db }: Scope, actor: Actor, reliefId: number): Promise<repository.ReliefRow> {
  const row = await repository.findRelief(db, ownedBy(actor), reliefId)
  if (!row) throw refuseField('NOT_FOUND', 'reliefId')
  return row
}

async function listReliefs(
  scope: Scope,
  actor: Actor,
  query: TreatyReliefQuery,
): Promise<Page<TreatyRelief>> {
  const page = await repository.listReliefs(scope.db, ownedBy(actor), query)
  return { ...page, rows: page.rows.map((row) => view(scope, actor, row)) }
}

/** Records relief with its document. Throws NOT_FOUND and AGREEMENT_PAYER_MISSING on `attendeeId`. */
async function recordRelief(
  scope: Scope,
  actor: Actor,
  { attendeeId, fileId, ...relief }: TreatyReliefCreate,
): Promise<TreatyRelief> {
  const { db, clock, experts, files, organizations } = scope
  const reliefId = await inTransaction(db, async (trx) => {
    const attendee = await findPayable(trx, ownedBy(actor), attendeeId)
    if (!attendee) throw refuseField('NOT_FOUND', 'attendeeId')
    const { execUserId: mainUserId, expertId, userId } = attendee
    const payer = mainUserId === null ? null : await organizations.payerOn(trx, { mainUserId }, clock.today())
    if (!payer) throw refuseField('AGREEMENT_PAYER_MISSING', 'attendeeId')
    const { taxResidence } = await experts.identityOf(trx, userId)
    if (taxResidence === 'resident') throw badFields(['attendeeId'], ONLY_NON_RESIDENTS)
    await files.requireUsable(trx, actor, [fileId], [], 'fileId', files.isShown)
    await files.markPersonal(trx, [fileId])
    const recordId = await repository.nextReliefId(trx)
    const decisionId = await scope.decisions.ask(trx, TREATY_RELIEF, {
      recordId,
      ownerOrgId: payer.orgId,
      content: contentOf({ ...relief, fileId }),
      askedBy: actor.userId,
    })
    const { orgId } = payer
    await repository.insertRelief(trx, { ...relief, reliefId: recordId, decisionId, orgId, expertId, fileId })
    return recordId
  })
  return view(scope, actor, await findRow(scope, actor, reliefId))
}

/** A second person approves relief, which then applies to payments, or refuses it. Of two decisions one takes effect. */
async function decideRelief(
  scope: Scope,
  actor: Actor,
  { reliefId, isApproved }: TreatyReliefDecision,
): Promise<TreatyRelief> {
  const row = await findRow(scope, actor, reliefId)
  requireUndecided(actor, row)
  const to = isApproved ? 'approved' : 'refused'
  await inTransaction(scope.db, (trx) =>
    scope.decisions.decide(trx, TREATY_RELIEF, row.decisionId, {
      to,
      by: actor.userId,
      content: contentOf(row),
    }),
  )
  return view(scope, actor, await findRow(scope, actor, reliefId))
}

/** Ends relief for payments that are recorded later. */
async function withdrawRelief(scope: Scope, actor: Actor, reliefId: number): Promise<TreatyRelief> {
  const { decisionId } = await findRow(scope, actor, reliefId)
  await inTransaction(scope.db, (trx) =>
    scope.decisions.withdraw(trx, TREATY_RELIEF, decisionId, actor.userId),
  )
  return view(scope, actor, await findRow(scope, actor, reliefId))
}

export const createReliefs = (scope: Scope) => ({
  list: (actor: Actor, query: TreatyReliefQuery) => listReliefs(scope, actor, query),
  record: (actor: Actor, body: TreatyReliefCreate) => recordRelief(scope, actor, body),
  decide: (actor: Actor, body: TreatyReliefDecision) => decideRelief(scope, actor, body),
  withdraw: (actor: Actor, reliefId: number) => withdrawRelief(scope, actor, reliefId),
})
