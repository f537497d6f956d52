import { SYLLABLES } from './pinyin-syllables.ts'

/** More letters than the longest name that somebody spells. */
const LETTERS_MAX = 40
/** A single letter stands for a tenth of all characters. */
const LETTERS_MIN = 2
/** Ways to divide letters into syllables, as "xian" and "xi an", that are looked for: 西安 is "xi an". */
const SPELLINGS_MAX = 8
const SYLLABLE_MAX = 6

/** The characters of each syllable. */
const characters: ReadonlyMap<string, string> = new Map(
  SYLLABLES.trim()
    .split(/[;\n]/)
    .map((entry) => entry.split(' ') as [string, string]),
)

/** One way to read letters as syllables, the last one perhaps not to its end. */
export interface Spelling {
  /** The first letter of each character. */
  initials: string
  /** The characters that each syllable may stand for. */
  characters: string[]
}

/** Letters that have been typed for a part of a name. */
export interface Typed {
  /** Each is the first letter of one character. */
  letters: string
  spellings: Spelling[]
}

const beginningsOf = (part: string) => [...characters.keys()].filter((syllable) => syllable.startsWith(part))

/** The sizes of the parts that may stand at a place, the longest first. The last part may be the beginning of a syllable. */
function sizesAt(letters: string, from: number): number[] {
  const rest = letters.length - from
  const sizes = Array.from({ length: Math.min(rest, SYLLABLE_MAX) }, (_, index) => index + 1)
  const isPart = (size: number) => {
    const part = letters.slice(from, from + size)
    return characters.has(part) || (size === rest && from > 0 && beginningsOf(part).length > 0)
  }
  return sizes.filter(isPart).toReversed()
}

/**
 * The ways to divide letters into syllables, those of the fewest first. They are put together from the end, so that of each place
 * only the best are followed.
 */
function divided(letters: string): (readonly string[])[] {
  const from: (readonly string[])[][] = []
  from[letters.length] = [[]]
  for (let place = letters.length - 1; place >= 0; place--)
    from[place] = sizesAt(letters, place)
      .flatMap((size) => from[place + size]!.map((rest) => [letters.slice(place, place + size), ...rest]))
      .toSorted((one, other) => one.length - other.length)
      .slice(0, SPELLINGS_MAX)
  return from[0]!
}

const readAs = (part: string, isLast: boolean): string =>
  (isLast ? beginningsOf(part) : [part]).map((syllable) => characters.get(syllable)).join('')

/**
 * What letters may have been typed for, as a name is looked for in pinyin: "zw", "zhangw" and "zhangwei" for 张伟. Null for a text
 * that is no pinyin.
 */
export function typedPinyin(text: string): Typed | null {
  const letters = text
    .toLowerCase()
    .replaceAll('ü', 'v')
    .replaceAll(/['’\s]/g, '')
  if (letters.length < LETTERS_MIN || letters.length > LETTERS_MAX || !/^[a-z]+$/.test(letters)) return null
  // A syllable by itself is read from hundreds of characters, which stand in a good part of all names.
  const ways = divided(letters).filter(({ length }) => length > 1)
  const spellings = ways.map((parts) => ({
    initials: parts.map((part) => part.charAt(0)).join(''),
    characters: parts.map((part, place) => readAs(part, place === parts.length - 1)),
  }))
  return { letters, spellings }
}
