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
