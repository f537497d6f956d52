import type { Keys } from '../../infra/keys.ts'

const placeOf = (expertId: number, column: 'id_card_cipher' | 'bank_account_cipher') => ({
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
