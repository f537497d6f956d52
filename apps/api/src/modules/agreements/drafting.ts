import type { AgreementFill } from '@consilium/contract/agreements.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { missingFields, Refusal } from '../../infra/refusal.ts'
import { requireFitting } from '../experts/service.ts'
import { requireDrawable } from './glyph-check.ts'
import { decryptNumbers, encryptNumbers } from './numbers.ts'
import { fillPlaceholders } from './placeholders.ts'
import { placeholderValues } from './protocol.ts'
import * as repository from './repository.ts'
import type { AgreementRecord } from './repository.ts'
import type { Scope } from './scope.ts'
import { requireSignable } from './signable.ts'
import { contentFor } from './template-repository.ts'

const REQUIRED = ['idCardNo', 'bankName', 'bankAccount', 'bankRegion'] as const
type Field = (typeof REQUIRED)[number]
type Details = Record<Field, string | null>

/**
 * The payment details from the body, or from what is known. Throws a refusal that names every field missing in both.
 */
function requireAll(known: Details, body: AgreementFill): Record<Field, string> {
  const entries = REQUIRED.map((field) => [field, body[field] ?? known[field]] as const)
  const missing = entries.filter(([, value]) => !value).map(([field]) => field)
  if (missing.length > 0) throw missingFields(...missing)
  return Object.fromEntries(entries) as Record<Field, string>
}

const lockSignable = async (trx: Db, actor: Actor, attendeeId: number) =>
  requireSignable(await repository.lockOwnAgreement(trx, actor.userId, attendeeId))

/** The details filled in before, or those of the expert's profile if nothing was filled in yet. */
async function knownDetails({ keys, experts }: Scope, trx: Db, agreement: AgreementRecord): Promise<Details> {
  const { bankName, bankRegion, userId } = agreement
  const numbers = decryptNumbers(keys, agreement)
  if (numbers) return { ...numbers, bankName, bankRegion }
  const profile = await experts.identityOf(trx, userId)
  return { ...profile, bankRegion: profile.bankRegion ?? bankRegion }
}

/**
 * The first step of an agreement: the expert fills it in. Omitted fields keep their values or come from the profile.
 * Discards a contract that was drawn up before.
 */
export const fillIn = (scope: Scope, actor: Actor, body: AgreementFill): Promise<void> =>
  inTransaction(scope.db, async (trx) => {
    const agreement = await lockSignable(trx, actor, body.attendeeId)
    const details = requireAll(await knownDetails(scope, trx, agreement), body)
    requireFitting(agreement.idType, details.idCardNo)
    const { name = agreement.name, unit = agreement.unit, title = agreement.title } = body
    const printed = { name, unit, title, bankName: details.bankName, bankRegion: details.bankRegion }
    requireDrawable(scope.pdf, printed)
    await repository.saveFilledIn(trx, body.attendeeId, {
      ...printed,
      ...encryptNumbers(scope.keys, body.attendeeId, details),
    })
  })

/**
 * The second step: fills the meeting's template, or the default one. Replaces a contract that was drawn up before.
 */
export const drawUp = ({ db, clock, keys, pdf }: Scope, actor: Actor, attendeeId: number): Promise<void> =>
  inTransaction(db, async (trx) => {
    const agreement = await lockSignable(trx, actor, attendeeId)
    const numbers = decryptNumbers(keys, agreement)
    if (!numbers || !agreement.bankRegion) throw new Refusal('AGREEMENT_NOT_FILLED')
    const content = await contentFor(trx, agreement.laborTemplateId)
    if (content === undefined) throw new Refusal('TEMPLATE_MISSING')
    const values = placeholderValues(agreement, numbers, clock.today())
    requireDrawable(pdf, values)
    const laborProtocol = fillPlaceholders(content, values)
    await repository.saveContract(trx, attendeeId, {
      laborProtocol,
      payerName: agreement.orgName,
      payerCreditCode: agreement.payerCreditCode,
    })
  })
