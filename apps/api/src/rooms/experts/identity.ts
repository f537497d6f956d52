import type { Keys } from '../../infra/keys.ts'

const ID_CARD = 'expert.idCard'
const BANK_ACCOUNT = 'expert.bankAccount'

/** Numbers that are stored only encrypted, each under a key of its own. */
export interface Identity {
  idCardNo: string | null
  bankAccount: string | null
}

export interface SealedIdentity {
  idCardCipher: Buffer | null
  bankAccountCipher: Buffer | null
}

type Partly<T> = { [K in keyof T]?: T[K] | undefined }

/** Null clears a number; one left out stays as it is. */
export function sealIdentity(
  keys: Keys,
  { idCardNo, bankAccount }: Partly<Identity>,
): Partly<SealedIdentity> {
  const seal = (number: string | null | undefined, purpose: string) =>
    typeof number === 'string' ? keys.encrypt(number, purpose) : number
  return { idCardCipher: seal(idCardNo, ID_CARD), bankAccountCipher: seal(bankAccount, BANK_ACCOUNT) }
}

export function openIdentity(keys: Keys, { idCardCipher, bankAccountCipher }: SealedIdentity): Identity {
  return {
    idCardNo: idCardCipher && keys.decrypt(idCardCipher, ID_CARD),
    bankAccount: bankAccountCipher && keys.decrypt(bankAccountCipher, BANK_ACCOUNT),
  }
}
