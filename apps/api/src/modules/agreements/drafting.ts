import type { AgreementFill } from '@consilium/contract/agreements/agreements.ts'
import { DEFAULT_TAX_TERMS } from '@consilium/contract/organizations/tax-settings.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { missingFields, Refusal } from '../../infra/refusal.ts'
import { requireFitting } from '../experts/service.ts'
import { feeUnder, paymentDayOf } from '../fees/service.ts'
import { requireDrawable } from './templates/glyph-check.ts'
import { decryptNumbers, encryptNumbers } from './numbers.ts'
import { changeAmendment } from './amendment-repository.ts'
import { bankDetailsFor, lockNext, numbersOf, type NextAgreement } from './own-agreement.ts'
import { supplementOf, type Taxed } from './templates/contract-parts.ts'
import { fillContract, onOneLine } from './templates/placeholders.ts'
import { placeholderValues } from './templates/protocol.ts'
import * as repository from './repository.ts'
import type { AgreementRecord } from './repository.ts'
import type { Scope } from './scope.ts'
import { requireAudited, requireSignable } from './signing/signable.ts'
import { templateFor } from './templates/template-repository.ts'

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

const lockFillable = async (trx: Db, actor: Actor, attendeeId: number) =>
  requireSignable(await repository.lockOwnAgreement(trx, actor.userId, attendeeId, 'toChangeExpert'))

/**
 * The bank details filled in before, or those that the agreement begins with. The identity number is always that of the
 * profile, which was audited.
 */
async function knownDetails(scope: Scope, trx: Db, agreement: AgreementRecord): Promise<Details> {
  const { bankName, bankRegion, userId } = agreement
  const { idCardNo } = await scope.experts.identityOf(trx, userId)
  const numbers = decryptNumbers(scope.keys, agreement)
  if (numbers) return { ...numbers, idCardNo: idCardNo ?? numbers.idCardNo, bankName, bankRegion }
  return { ...(await bankDetailsFor(scope, trx, agreement)), idCardNo }
}

/**
 * The first step of an agreement: the expert fills it in. Omitted fields keep their values or come from the profile.
 * Discards a contract that was drawn up before. A name or identity number other than the audited one goes into the
 * profile, which is then audited again before the agreement can be signed.
 */
export const fillIn = (scope: Scope, actor: Actor, body: AgreementFill): Promise<void> =>
  inTransaction(scope.db, async (trx) => {
    const agreement = await lockFillable(trx, actor, body.attendeeId)
    const details = requireAll(await knownDetails(scope, trx, agreement), body)
    requireFitting(agreement.idType, details.idCardNo)
    const { name = agreement.profileName, unit = agreement.unit, title = agreement.title } = body
    const printed = { name, unit, title, bankName: details.bankName, bankRegion: details.bankRegion }
    requireDrawable(scope.pdf, printed)
    await repository.saveFilledIn(trx, body.attendeeId, {
      ...printed,
      ...encryptNumbers(scope.keys, body.attendeeId, details),
    })
    await scope.experts.proposeIdentity(trx, agreement.userId, { name, idCardNo: details.idCardNo })
  })

/** What an amendment adds to the contract, so that a reader knows what it replaces and why. */
const amendmentClause = ({ amendment, signedTime }: NextAgreement): string =>
  amendment
    ? `\n关于变更的约定\n本协议变更双方于${signedTime}签署的同一编号的协议，自乙方签署本协议之时起取代原协议；在此之前原协议继续有效。变更原因：${onOneLine(amendment.reason)}。`
    : ''

/**
 * The agreement with the tax table of the expert's residence and the payer's declaration of VAT, which may have changed
 * since the fee was computed, and the payer's tax settings of the day for which the tax is estimated.
 */
async function underCurrentTerms(
  scope: Scope,
  trx: Db,
  agreement: NextAgreement,
): Promise<{ agreement: NextAgreement; taxed: Taxed }> {
  const { attendeeId, amendment, taxResidence: residence, scheduleStartTime, execUserId } = agreement
  const date = paymentDayOf(scheduleStartTime, scope.clock.today())
  const payer =
    execUserId === null ? null : await scope.organizations.payerOn(trx, { mainUserId: execUserId }, date)
  const fee = payer && feeUnder(agreement, { date, residence, vatBasis: payer.vatBasis })
  const taxed = payer ?? DEFAULT_TAX_TERMS
  if (!fee) return { agreement, taxed }
  if (amendment) await changeAmendment(trx, amendment, { fee })
  else await repository.changeTerms(trx, attendeeId, { fee })
  return { agreement: { ...agreement, ...fee }, taxed }
}

/**
 * The second step: fills the template of the sponsor, of the meeting, or the platform's default one. Replaces a contract that was drawn up before.
 */
export const drawUp = (scope: Scope, actor: Actor, attendeeId: number): Promise<void> =>
  inTransaction(scope.db, async (trx) => {
    const { clock, pdf } = scope
    const { agreement, taxed } = await underCurrentTerms(
      scope,
      trx,
      requireSignable(await lockNext(trx, actor, attendeeId)),
    )
    const numbers = await numbersOf(scope, trx, agreement)
    if (!numbers || !agreement.bankRegion) throw new Refusal('AGREEMENT_NOT_FILLED')
    await requireAudited(scope, trx, agreement, numbers)
    const { meetingId, laborTemplateId: templateId } = agreement
    const template = await templateFor(trx, { meetingId, templateId }, clock.today())
    if (!template) throw new Refusal('TEMPLATE_MISSING')
    const { content } = template
    const values = placeholderValues(agreement, numbers, { today: clock.today(), taxed })
    requireDrawable(pdf, { ...values, reason: agreement.amendment?.reason ?? null })
    const filled = fillContract(content, values)
    const text = `${filled.text}${supplementOf(content, values)}${amendmentClause(agreement)}`
    const { accountAt } = filled
    const { orgName: payerName, payerCreditCode, amendment } = agreement
    const contract = { text, accountAt, payerName, payerCreditCode }
    if (amendment) await changeAmendment(trx, amendment, { contract })
    else await repository.saveContract(trx, attendeeId, contract)
  })
