/** GB 32100-2015, table 1: its letters leave out I, O, S, V and Z. */
const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const MODULUS = 31
const CODE_LENGTH = 18
/** Tax ids from before the code, still on old invoices: they have no such checksum. */
const LEGACY_LENGTHS = [15, 20]
/** The last character of a unified social credit code, from the first 17. */
export function checkCharacter(first: string): string | undefined {
  let sum = 0
  for (const [place, weight] of WEIGHTS.entries()) {
    const value = ALPHABET.indexOf(first[place] ?? ' ')
    if (value < 0) return undefined
    sum += value * weight
  }
  return ALPHABET[(MODULUS - (sum % MODULUS)) % MODULUS]
}

const passes = (id: string): boolean => id.length === CODE_LENGTH && checkCharacter(id) === id.at(-1)

/** Whether the checksum holds; null for an id that has none. */
export function isTaxIdValid(id: string | null): boolean | null {
  if (id === null || LEGACY_LENGTHS.includes(id.length)) return null
  return passes(id)
}

/**
 * Undoes O read for 0 and I for 1 where the checksum then holds. The code has neither letter, so that there is never
 * more than one such reading; whatever passes as it stands, and whatever does not pass either way, stays as it was read.
 */
export function repairTaxId(id: string): string {
  const candidate = id.replaceAll('O', '0').replaceAll('I', '1')
  return passes(candidate) ? candidate : id
}
