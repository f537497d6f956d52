import { referencesIn } from '../../bank-files/service.ts'
import type { SentLine } from '../sent-lines.ts'

/** Characters of a name or text that are looked at; a receipt has fewer. */
const TEXT_MAX = 20_000
const TAIL_DIGITS = 4
const TAIL = new RegExp(`\\d{${TAIL_DIGITS}}$`)
const AMOUNT = /(?<![\d.,])\d[\d,]{0,11}\.\d\d(?!\d)/g
/** Digits of an account, with the stars that hide some of them. */
const NUMBER = /[\d*]{4,24}/g
const BLANK_WITHIN_NUMBER = /(?<=[\d*])[ -](?=[\d*])/g

/** Why no line was found, or the line. */
export type Match = { lineId: number } | { problem: 'noLine' | 'several' }

const amountsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(AMOUNT)].map(([amount]) => amount.replaceAll(',', '')))

function tailsIn(text: string): Set<string> {
  const withoutAmounts = text.replace(AMOUNT, ' ')
  const runs = [withoutAmounts, withoutAmounts.replace(BLANK_WITHIN_NUMBER, '')].flatMap((each) => [
    ...each.matchAll(NUMBER),
  ])
  return new Set(runs.flatMap(([run]) => TAIL.exec(run)?.[0] ?? []))
}

/**
 * Finds the line that a text of a bank is about: by the reference, which may be broken by blanks, or without any by amount and the
 * end of the account, if exactly one line has both.
 */
export function createFinder(lines: readonly SentLine[]) {
  const ids = new Set(lines.map(({ lineId }) => lineId))
  const byAmount = Map.groupBy(lines, ({ netAmount }) => netAmount)

  return (given: string): Match => {
    const text = given.slice(0, TEXT_MAX).normalize('NFKC').slice(0, TEXT_MAX).toUpperCase()
    const named = referencesIn(text.replace(/\s/g, ''))
    const own = named.filter((id) => ids.has(id))
    if (own.length > 1) return { problem: 'several' }
    if (named.length > 0) return own[0] === undefined ? { problem: 'noLine' } : { lineId: own[0] }
    const tails = tailsIn(text)
    const alike = [...amountsIn(text)]
      .flatMap((amount) => byAmount.get(amount) ?? [])
      .filter(({ account }) => tails.has(account.slice(-TAIL_DIGITS)))
    const [only, ...others] = alike
    if (!only) return { problem: 'noLine' }
    return others.length > 0 ? { problem: 'several' } : { lineId: only.lineId }
  }
}
