import type { Keys } from '../../infra/keys.ts'
import type { Numbers } from './protocol.ts'

/** What each number is encrypted for; a cipher of one is of no use as the other. */
const ID_CARD = 'agreement.idCard'
const BANK_ACCOUNT = 'agreement.bankAccount'

interface Ciphers {
  idCardCipher: Buffer
  bankAccountCipher: Buffer
}

export const encryptNumbers = (keys: Keys, numbers: Numbers): Ciphers => ({
  idCardCipher: keys.encrypt(numbers.idCardNo, ID_CARD),
  bankAccountCipher: keys.encrypt(numbers.bankAccount, BANK_ACCOUNT),
})

/** Null until they are filled in. */
export function decryptNumbers(
  keys: Keys,
  { idCardCipher, bankAccountCipher }: { [K in keyof Ciphers]: Buffer | null },
): Numbers | null {
  if (!idCardCipher || !bankAccountCipher) return null
  return {
    idCardNo: keys.decrypt(idCardCipher, ID_CARD),
    bankAccount: keys.decrypt(bankAccountCipher, BANK_ACCOUNT),
  }
}
