import type { LineState } from '@consilium/contract/batches/batch-states.ts'
import { plainNumber } from '../bank-files/service.ts'
import { accountOfLine } from './line-account.ts'
import * as lines from './line-repository.ts'
import type { Scope } from './scope.ts'

const LINES_AT_ONCE = 100
/** States of lines that the bank was told of. */
export const SENT = ['exported', 'paid', 'returned'] as const

/** A line that was sent to the bank. */
export interface SentLine {
  lineId: number
  state: LineState
  netAmount: string
  account: string
  name: string
}

/** All lines of a batch that were sent to the bank, with their full accounts. */
export async function sentLines(
  scope: Pick<Scope, 'db' | 'keys' | 'agreements'>,
  batchId: number,
): Promise<SentLine[]> {
  const sent: SentLine[] = []
  for (const state of SENT)
    for (let after = 0; ;) {
      const chunk = await lines.linesAfter(scope.db, { batchId, state, after, max: LINES_AT_ONCE })
      if (chunk.length === 0) break
      after = chunk.at(-1)!.lineId
      for (const line of chunk) {
        const { lineId, netAmount, name } = line
        const account = plainNumber(accountOfLine(scope, line) ?? '')
        sent.push({ lineId, state, netAmount, account, name: name.normalize('NFKC').trim() })
      }
    }
  return sent
}
