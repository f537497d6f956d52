/** GB 32100-2015, table 1. It has no I, O, S, V and Z. */
export const TAX_ID_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const MODULUS = 31
export const CODE_LENGTH = 18
/** The lengths of older tax ids, which have no checksum. */
const LEGACY_LENGTHS = [15, 20]
const OLD_LENGTHS = [...LEGACY_LENGTHS, 17]
/** GB 11714: the organization's code in places 9 to 17, whose last character checks the eight before it. */
const ORGANIZATION_START = 8
const ORGANIZATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2]
const ORGANIZATION_MODULUS = 11
const ORGANIZATION_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ORGANIZATION_CHECKS = '0123456789X'
/** Places 3 to 8 name an administrative division and are digits. */
const DIVISION = /^..\d{6}/

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

/** The check character of an organization's code, from its first eight characters. */
export function organizationCheck(first: string): string | undefined {
  const sum = ORGANIZATION_WEIGHTS.reduce(
    (total, weight, place) => total + weight * ORGANIZATION_CHARACTERS.indexOf(first[place] ?? '0'),
    0,
  )
  const rest = sum % ORGANIZATION_MODULUS
  return ORGANIZATION_CHECKS[(ORGANIZATION_MODULUS - rest) % ORGANIZATION_MODULUS]
}

const passes = (id: string): boolean => id.length === CODE_LENGTH && checkCharacter(id) === id.at(-1)

const passesBoth = (id: string): boolean => {
  const organization = id.slice(ORGANIZATION_START, -1)
  return passes(id) && DIVISION.test(id) && organizationCheck(organization) === organization.at(-1)
}

/**
 * Whether text may be a tax id at all. Older ids have 15, 17 or 20 characters and begin with a division of the country, none of which
 * begins with 9, while most of the codes with 18 characters do: a shorter text with a 9 is such a code without some of its characters.
 */
export const mayBeTaxId = (id: string): boolean =>
  id.length === CODE_LENGTH || (OLD_LENGTHS.includes(id.length) && !id.startsWith('9'))

/** Whether text without a label is a tax id. One in 31 numbers has a right checksum by chance, one in 341 has both. */
export const isTaxIdBeyondDoubt = (id: string): boolean =>
  passes(id) && DIVISION.test(id) && (/[A-Z]/.test(id) || passesBoth(id))

/** Whether the checksum is right; null for an id without a checksum. */
export function isTaxIdValid(id: string | null): boolean | null {
  if (id === null || LEGACY_LENGTHS.includes(id.length)) return null
  return passes(id)
}

/** The code has none of these letters, so each of them is a misread digit. */
const IMPOSSIBLE: Readonly<Record<string, string>> = { O: '0', I: '1', S: '5', Z: '2', V: 'Y' }
/** Characters that are mistaken for each other in small or faded print. */
const ALIKE: readonly string[] = ['0OQUD', '1ILT', '2Z', '5S', '8B', '6G', 'CG', 'EF', 'MN', 'VY']

const LETTER = /[A-Z]/

interface Change {
  place: number
  from: string
  to: string
}

function changesOf(id: string): Change[] {
  return [...id].flatMap((from, place) =>
    ALIKE.filter((group) => group.includes(from))
      .flatMap((group) => [...group])
      .filter((to) => to !== from && TAX_ID_CHARACTERS.includes(to))
      .map((to) => ({ place, from, to })),
  )
}

const changed = (id: string, changes: readonly Change[]): string =>
  changes.reduce((text, { place, to }) => text.slice(0, place) + to + text.slice(place + 1), id)

/** One change, or the same change of a letter in two places: with any two, some other code would pass by chance. */
function variantsOf(id: string): [once: string[], twice: string[]] {
  const all = changesOf(id)
  const pairs = all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .flatMap((other) =>
        LETTER.test(one.from) && one.from === other.from && one.to === other.to ? [[one, other]] : [],
      ),
  )
  return [all.map((one) => changed(id, [one])), pairs.map((pair) => changed(id, pair))]
}

export interface RepairedTaxId {
  value: string
  /** Whether the checksum was used to choose a character, so that it proves nothing any more. */
  isDerived: boolean
}

/**
 * Replaces misread characters. Letters that no code has are replaced by the digits they look like. If the checksum is still
 * wrong, similar characters are tried, and the result is used if only one code has both a right checksum and a right
 * organization's code. Any other id is returned as it was read.
 */
export function repairTaxId(id: string): RepairedTaxId {
  const asRead = { value: id, isDerived: false }
  if (id.length !== CODE_LENGTH || passes(id)) return asRead
  const plain = id.replaceAll(/[OISZV]/g, (letter) => IMPOSSIBLE[letter] ?? letter)
  if (passes(plain)) return { value: plain, isDerived: /[SZV]/.test(id) }
  for (const variants of variantsOf(plain)) {
    const valid = [...new Set(variants.filter(passesBoth))]
    if (valid.length === 1) return { value: valid[0]!, isDerived: true }
    if (valid.length > 1) return asRead
  }
  return asRead
}
