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

/** The line, or why none was found and the lines that it may be. */
export type Match = { lineId: number } | { problem: 'noLine' | 'several'; lineIds: number[] }

const idsOf = (lines: readonly SentLine[]): number[] => lines.map(({ lineId }) => lineId)

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
 * end of the account, if exactly one line has both, or exactly one of those has the name. Amount and name without the account are
 * a proposal only: the same person may have been paid the same to another account.
 */
export function createFinder(lines: readonly SentLine[]) {
  const ids = new Set(lines.map(({ lineId }) => lineId))
  const byAmount = Map.groupBy(lines, ({ netAmount }) => netAmount)

  return (given: string): Match => {
    const text = given.slice(0, TEXT_MAX).normalize('NFKC').slice(0, TEXT_MAX).toUpperCase()
    const unbroken = text.replace(/\s/g, '')
    const named = referencesIn(unbroken)
    const own = named.filter((id) => ids.has(id))
    if (own.length > 1) return { problem: 'several', lineIds: own }
    if (named.length > 0)
      return own[0] === undefined ? { problem: 'noLine', lineIds: [] } : { lineId: own[0] }
    const tails = tailsIn(text)
    const ofAmount = [...amountsIn(text)].flatMap((amount) => byAmount.get(amount) ?? [])
    const ofAccount = ofAmount.filter(({ account }) => tails.has(account.slice(-TAIL_DIGITS)))
    const isNamed = ({ name }: SentLine) => unbroken.includes(name.replace(/\s/g, '').toUpperCase())
    const ofName = (ofAccount.length > 0 ? ofAccount : ofAmount).filter(isNamed)
    if (ofAccount.length === 0) return { problem: 'noLine', lineIds: idsOf(ofName) }
    const [only, ...others] = ofAccount.length > 1 && ofName.length > 0 ? ofName : ofAccount
    return others.length > 0
      ? { problem: 'several', lineIds: idsOf([only!, ...others]) }
      : { lineId: only!.lineId }
  }
}
