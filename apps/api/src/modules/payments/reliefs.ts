import type { Page } from '@consilium/contract/envelope.ts'
import type {
  TreatyRelief,
  TreatyReliefCreate,
  TreatyReliefDecision,
  TreatyReliefQuery,
} from '@consilium/contract/treaty-reliefs.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { badFields, Refusal, refuseField } from '../../infra/refusal.ts'
import { Money } from '../fees/service.ts'
import { findPayable } from './ledger-repository.ts'
import { ownedBy } from './policy.ts'
import * as repository from './relief-repository.ts'
import type { Scope } from './scope.ts'

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
    decide: row.status === 'pending' && row.askedBy !== actor.userId,
    withdraw: row.status === 'pending' || row.status === 'approved',
  },
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
    return repository.insertRelief(trx, {
      ...relief,
      orgId: payer.orgId,
      expertId,
      fileId,
      userId: actor.userId,
    })
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
  if (row.askedBy === actor.userId) throw new Refusal('OWN_REQUEST')
  const to = {
    status: isApproved ? ('approved' as const) : ('refused' as const),
    userId: actor.userId,
    time: scope.clock.wire(),
  }
  if (!(await repository.changeStatus(scope.db, reliefId, ['pending'], to)))
    throw new Refusal('REQUEST_DECIDED')
  return view(scope, actor, await findRow(scope, actor, reliefId))
}

/** Ends relief for payments that are recorded later. */
async function withdrawRelief(scope: Scope, actor: Actor, reliefId: number): Promise<TreatyRelief> {
  await findRow(scope, actor, reliefId)
  const to = { status: 'withdrawn' as const, userId: actor.userId, time: scope.clock.wire() }
  if (!(await repository.changeStatus(scope.db, reliefId, ['pending', 'approved'], to)))
    throw new Refusal('REQUEST_DECIDED')
  return view(scope, actor, await findRow(scope, actor, reliefId))
}

export const createReliefs = (scope: Scope) => ({
  list: (actor: Actor, query: TreatyReliefQuery) => listReliefs(scope, actor, query),
  record: (actor: Actor, body: TreatyReliefCreate) => recordRelief(scope, actor, body),
  decide: (actor: Actor, body: TreatyReliefDecision) => decideRelief(scope, actor, body),
  withdraw: (actor: Actor, reliefId: number) => withdrawRelief(scope, actor, reliefId),
})
