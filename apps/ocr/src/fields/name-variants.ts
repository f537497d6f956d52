import { isVariant } from '@consilium/contract/recognition/name-distance.ts'
import { toName } from './plain-text.ts'

/** Shorter names differ by so much from other names, too. */
const LENGTH_MIN = 6
const NOT_IN_A_NAME = /[^\p{Script=Han}A-Za-z0-9（）]+/u
const TEXTS_MAX = 400

/** Texts, or their ends after a label, that are the name but for one or two characters. */
export function nameVariants(name: string, texts: readonly string[]): string[] {
  if (name.length < LENGTH_MIN) return []
  const candidates = texts.slice(0, TEXTS_MAX).flatMap((text) => toName(text).split(NOT_IN_A_NAME))
  const exact = candidates.some((candidate) => candidate === name)
  const found = new Set(candidates.filter((candidate) => isVariant(name, candidate)))
  // The label that is printed before a name, misread, would be a difference of its characters.
  return [...found].filter(
    (other) => !other.endsWith(name) && !name.endsWith(other) && !(exact && name.includes(other)),
  )
}

/** Parts that characters have at their side or top, and that are none by themselves: those of a curved or torn character. */
const PARTS = /[亻冫冖冂凵刂勹卩厶讠钅阝扌艹囗彳犭饣忄氵纟辶灬爫疒礻罒耂衤虍彡宀攵]/u

/** Whether a name holds a part of a character where a whole one must stand. */
export const holdsPart = (name: string | null): boolean => name !== null && PARTS.test(name)
