/** GB 32100-2015, table 1. It has no I, O, S, V and Z. */
export const TAX_ID_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const MODULUS = 31
const CODE_LENGTH = 18
/** The lengths of older tax ids, which have no checksum. */
const LEGACY_LENGTHS = [15, 20]

/** The check character of a unified social credit code, from its first 17 characters. */
export function checkCharacter(first: string): string | undefined {
  let sum = 0
  for (const [place, weight] of WEIGHTS.entries()) {
    const value = TAX_ID_CHARACTERS.indexOf(first[place] ?? ' ')
    if (value < 0) return undefined
    sum += value * weight
  }
  return TAX_ID_CHARACTERS[(MODULUS - (sum % MODULUS)) % MODULUS]
}

const passes = (id: string): boolean => id.length === CODE_LENGTH && checkCharacter(id) === id.at(-1)

/** Whether the checksum is right; null for an id without a checksum. */
export function isTaxIdValid(id: string | null): boolean | null {
  if (id === null || LEGACY_LENGTHS.includes(id.length)) return null
  return passes(id)
}

/**
 * Replaces O by 0 and I by 1 if the checksum is right afterwards. The code has neither letter, so there is only one such
 * replacement. Any other id is returned as it was read.
 */
export function repairTaxId(id: string): string {
  const candidate = id.replaceAll('O', '0').replaceAll('I', '1')
  return passes(candidate) ? candidate : id
}
