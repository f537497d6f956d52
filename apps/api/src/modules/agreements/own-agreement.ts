import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import * as amendments from './amendment-repository.ts'
import { decryptNumbers } from './numbers.ts'
import { findLastSigned } from './record-repository.ts'
import type { Numbers } from './templates/protocol.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** An agreement as the expert would sign it next: with the terms of the amendment that waits, if there is one. */
export interface NextAgreement extends repository.AgreementRecord {
  amendment: amendments.Amendment | null
}

export async function nextOf(db: Db, record: repository.AgreementRecord): Promise<NextAgreement> {
  const amendment = (await amendments.findProposed(db, record.attendeeId)) ?? null
  if (!amendment) return { ...record, amendment }
  const { amendmentId: _id, decisionId: _decision, reason: _reason, ...given } = amendment
  const { proposedBy: _by, proposedTime: _time, ...terms } = given
  return {
    ...record,
    ...terms,
    amendment,
    step: 'contract',
    signatureStatus: 'unsigned',
    // The name of the audited profile, which a contract drawn up today has to bear.
    name: record.profileName,
    orgName: terms.payerName ?? record.executorName,
    payerCreditCode: terms.payerCreditCode ?? record.executorCreditCode,
  }
}

export async function findNext(db: Db, actor: Actor, attendeeId: number): Promise<NextAgreement | undefined> {
  const record = await repository.findOwnAgreement(db, actor.userId, attendeeId)
  return record && nextOf(db, record)
}

/** As `findNext`, and locks it with its meeting, expert and consent. */
export async function lockNext(
  trx: Db,
  actor: Actor,
  attendeeId: number,
): Promise<NextAgreement | undefined> {
  const record = await repository.lockOwnAgreement(trx, actor.userId, attendeeId)
  return record && nextOf(trx, record)
}

/** The numbers to print. An amendment takes the identity number from the audited profile, as it takes the name. */
export async function numbersOf(
  { keys, experts }: Scope,
  within: Db,
  agreement: NextAgreement,
): Promise<Numbers | null> {
  const filled = decryptNumbers(keys, agreement)
  if (!filled || !agreement.amendment) return filled
  const { idCardNo } = await experts.identityOf(within, agreement.userId)
  return { ...filled, idCardNo: idCardNo ?? filled.idCardNo }
}

export type BankDetails = Record<'bankName' | 'bankAccount' | 'bankRegion', string | null>

/**
 * The bank details that an agreement begins with: those of the profile or, if it has no account, those that the same
 * person wrote in the agreement signed last.
 */
export async function bankDetailsFor(
  { keys, experts }: Scope,
  within: Db,
  agreement: repository.AgreementRecord,
): Promise<BankDetails> {
  const { bankName, bankAccount, bankRegion } = await experts.identityOf(within, agreement.userId)
  const profile = { bankName, bankAccount, bankRegion: bankRegion ?? agreement.bankRegion }
  if (bankAccount !== null) return profile
  const last = await findLastSigned(within, agreement)
  const numbers = last && decryptNumbers(keys, last)
  if (!last || !numbers) return profile
  return { bankName: last.bankName, bankAccount: numbers.bankAccount, bankRegion: last.bankRegion }
}
