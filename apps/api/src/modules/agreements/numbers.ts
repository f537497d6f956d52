import type { Keys } from '../../infra/keys/keys.ts'
import type { Numbers } from './templates/protocol.ts'

interface Ciphers {
  idCardCipher: Buffer
  bankAccountCipher: Buffer
}

/** Each cipher is bound to its column and row, so it cannot be copied to another column or agreement. */
const placesOf = (attendeeId: number) => {
  const of = { table: 'labor_agreement', row: attendeeId }
  return { idCard: { ...of, column: 'id_card_cipher' }, bank: { ...of, column: 'bank_account_cipher' } }
}

export function encryptNumbers(keys: Keys, attendeeId: number, numbers: Numbers): Ciphers {
  const { idCard, bank } = placesOf(attendeeId)
  return {
    idCardCipher: keys.seal(numbers.idCardNo, idCard),
    bankAccountCipher: keys.seal(numbers.bankAccount, bank),
  }
}

/** Returns null until the expert has filled them in. */
export function decryptNumbers(
  keys: Keys,
  {
    attendeeId,
    idCardCipher,
    bankAccountCipher,
  }: { [K in keyof Ciphers]: Buffer | null } & { attendeeId: number },
): Numbers | null {
  if (!idCardCipher || !bankAccountCipher) return null
  const { idCard, bank } = placesOf(attendeeId)
  return { idCardNo: keys.open(idCardCipher, idCard), bankAccount: keys.open(bankAccountCipher, bank) }
}
