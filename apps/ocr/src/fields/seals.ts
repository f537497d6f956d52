import type { LevelLine } from './levelled.ts'
import { NAME_CHARACTERS, ORGANIZATION } from './parties/party-patterns.ts'

/**
 * The words by which a seal is recognized. The name and tax id of its owner stand above them; a number of the seal may
 * stand below.
 */
const SEAL_WORDS = /专\s?用\s?章/u
/** Labels that mention a seal belong to the form. */
const FORM_LABEL = /[:()]|未|盖|无效/u
/** How far the other texts of a seal are from its words, in heights of these words: to each side, above and below. */
const CENTRED_WITHIN = 2.5
const ABOVE_WITHIN = 7
const BELOW_WITHIN = 3.5
const NUMBERS = /^[0-9A-Za-z ]{8,24}$/u
/** The name of a firm that stands alone, without a label. */
const isName = (text: string): boolean => NAME_CHARACTERS.test(text) && ORGANIZATION.test(text)

const isWords = ({ text }: LevelLine): boolean => SEAL_WORDS.test(text) && !FORM_LABEL.test(text)

const middleOf = ({ left, right }: LevelLine): number => (left + right) / 2

function isPartOf(words: LevelLine, line: LevelLine): boolean {
  const { height } = words
  const below = line.y - words.y
  if (below < -ABOVE_WITHIN * height || below > BELOW_WITHIN * height) return false
  if (Math.abs(middleOf(line) - middleOf(words)) > CENTRED_WITHIN * height) return false
  const text = line.text.trim()
  return NUMBERS.test(text) || isName(text)
}

/**
 * The lines that are not those of a seal. It is stamped anywhere, also over the values of the form, and its owner need not be a
 * party: a firm that issues for others, or an authority, stamps too.
 */
export function withoutSeals(lines: readonly LevelLine[]): LevelLine[] {
  const seals = lines.filter(isWords)
  if (seals.length === 0) return [...lines]
  return lines.filter((line) => !isWords(line) && !seals.some((words) => isPartOf(words, line)))
}
