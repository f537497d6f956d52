import { inBothLanguages } from '@consilium/contract/words.ts'
import { identityProblem, type IdType } from '@consilium/contract/persons/identity.ts'
import { badFields } from '../../infra/refusal.ts'
import type { Keys } from '../../infra/keys/keys.ts'

type SealedColumn =
  | 'id_card_cipher'
  | 'bank_account_cipher'
  | 'audited_id_card_cipher'
  | 'audited_account_cipher'

const placeOf = (expertId: number, column: SealedColumn) => ({
  table: 'expert',
  column,
  row: expertId,
})

/** Numbers that are stored only encrypted, each bound to its row and column. */
export interface Identity {
  idCardNo: string | null
  bankAccount: string | null
}

export interface SealedIdentity {
  idCardCipher: Buffer | null
  bankAccountCipher: Buffer | null
}

type Partly<T> = { [K in keyof T]?: T[K] | undefined }

/** Null clears a number. Undefined fields are left unchanged. */
export function sealIdentity(
  keys: Keys,
  expertId: number,
  { idCardNo, bankAccount }: Partly<Identity>,
): Partly<SealedIdentity> {
  const seal = (number: string | null | undefined, column: 'id_card_cipher' | 'bank_account_cipher') =>
    typeof number === 'string' ? keys.seal(number, placeOf(expertId, column)) : number
  return {
    idCardCipher: seal(idCardNo, 'id_card_cipher'),
    bankAccountCipher: seal(bankAccount, 'bank_account_cipher'),
  }
}

export function openIdentity(
  keys: Keys,
  { expertId, idCardCipher, bankAccountCipher }: SealedIdentity & { expertId: number },
): Identity {
  return {
    idCardNo: idCardCipher && keys.open(idCardCipher, placeOf(expertId, 'id_card_cipher')),
    bankAccount: bankAccountCipher && keys.open(bankAccountCipher, placeOf(expertId, 'bank_account_cipher')),
  }
}

/** Throws VALIDATION_FAILED on `idCardNo` if a number is not one of its document. */
export function requireFitting(idType: IdType, idCardNo: string): void {
  const problem = identityProblem(idType, idCardNo)
  if (problem !== null) throw badFields(['idCardNo'], inBothLanguages(problem))
}

const OTHER_DOCUMENT = {
  'zh-CN': '已登记的号码不属于所选证件，请同时填写该证件的号码',
  en: 'The number on file is not one of this document; enter the number as well',
}

/**
 * Checks a changed number or a changed kind of document against the other one, which may be the stored one.
 * @throws Refusal VALIDATION_FAILED on `idCardNo`
 */
export function requireMatch(
  keys: Keys,
  stored: { expertId: number; idType: IdType; idCardCipher: Buffer | null },
  { idType = stored.idType, idCardNo }: { idType?: IdType | undefined; idCardNo?: string | null | undefined },
): void {
  if (typeof idCardNo === 'string') return requireFitting(idType, idCardNo)
  if (idCardNo === null || idType === stored.idType || stored.idCardCipher === null) return
  const known = keys.open(stored.idCardCipher, placeOf(stored.expertId, 'id_card_cipher'))
  if (identityProblem(idType, known) !== null) throw badFields(['idCardNo'], OTHER_DOCUMENT)
}

/** Seals the identity number that the last audit approved, which has a column of its own. */
export const sealAudited = (keys: Keys, expertId: number, idCardNo: string | null): Buffer | null =>
  idCardNo === null ? null : keys.seal(idCardNo, placeOf(expertId, 'audited_id_card_cipher'))

/** The identity number that the last audit approved, while another one waits for the next. */
export const openAudited = (
  keys: Keys,
  { expertId, auditedIdCardCipher }: { expertId: number; auditedIdCardCipher: Buffer | null },
): string | null =>
  auditedIdCardCipher && keys.open(auditedIdCardCipher, placeOf(expertId, 'audited_id_card_cipher'))

/** As `sealAudited`, the account. */
export const sealAuditedAccount = (keys: Keys, expertId: number, bankAccount: string | null): Buffer | null =>
  bankAccount === null ? null : keys.seal(bankAccount, placeOf(expertId, 'audited_account_cipher'))

export const openAuditedAccount = (
  keys: Keys,
  { expertId, auditedAccountCipher }: { expertId: number; auditedAccountCipher: Buffer | null },
): string | null =>
  auditedAccountCipher && keys.open(auditedAccountCipher, placeOf(expertId, 'audited_account_cipher'))
