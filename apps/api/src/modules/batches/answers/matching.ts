import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnswerOutcome, AnswerProblem } from '@consilium/contract/batches/batch-answers.ts'
import type { AnswerRow } from '../../bank-files/service.ts'
import type { SentLine } from '../sent-lines.ts'

export interface MatchedRow extends Pick<AnswerRow, 'rowNumber' | 'name' | 'given' | 'reason'> {
  lineId: number | null
  outcome: AnswerOutcome | null
  problem: AnswerProblem | null
  /** The line has this outcome already. */
  isKnown: boolean
}

const ROWS_AT_ONCE = 500
const keyOf = (account: string, name: string) => `${account} ${name}`

type Found = { line: SentLine } | { problem: AnswerProblem }

/** By reference, or else by account, name and amount if only one line has them. */
function createFinder(lines: readonly SentLine[]) {
  const byId = new Map(lines.map((line) => [line.lineId, line]))
  const byAccount = Map.groupBy(lines, ({ account, name }) => keyOf(account, name))
  return ({ lineId, account, name, amount }: AnswerRow): Found => {
    const named = lineId === null ? undefined : byId.get(lineId)
    if (named) return { line: named }
    if (lineId !== null) return { problem: 'noSuchLine' }
    const alike = byAccount.get(keyOf(account, name)) ?? []
    const [same, ...others] = alike.filter((line) => line.netAmount === amount)
    if (same) return others.length > 0 ? { problem: 'ambiguous' } : { line: same }
    const [only] = alike
    if (!only) return { problem: 'noSuchLine' }
    return alike.length > 1 ? { problem: 'ambiguous' } : { line: only }
  }
}

function problemOf(row: AnswerRow, line: SentLine, isTwice: boolean): AnswerProblem | null {
  if (isTwice) return 'twice'
  if (row.amount === null) return 'amountUnreadable'
  if (row.amount !== line.netAmount) return 'amountDiffers'
  if (row.outcome === null) return 'outcomeUnknown'
  return line.state === 'returned' && row.outcome === 'paid' ? 'contradicts' : null
}

/** What an answer says of the lines of a batch, row by row. */
export async function matchRows(
  rows: readonly AnswerRow[],
  lines: readonly SentLine[],
): Promise<MatchedRow[]> {
  const find = createFinder(lines)
  const seen = new Set<number>()
  const matched: MatchedRow[] = []
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextTurn()
    const { rowNumber, name, given, outcome, reason } = row
    const found = find(row)
    if ('problem' in found) {
      matched.push({ rowNumber, name, given, outcome, reason, lineId: null, isKnown: false, ...found })
      continue
    }
    const { line } = found
    const problem = problemOf(row, line, seen.has(line.lineId))
    seen.add(line.lineId)
    const isKnown = problem === null && line.state === outcome
    matched.push({ rowNumber, name, given, outcome, reason, lineId: line.lineId, problem, isKnown })
  }
  return matched
}
