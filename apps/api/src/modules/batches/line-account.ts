import { openOfLine } from '../payments/service.ts'
import type { LineRow } from './line-repository.ts'
import type { Scope } from './scope.ts'

/** The account that a line was locked with; of one that was locked before accounts were kept, that of its agreement. */
export const accountOfLine = (
  { keys, agreements }: Pick<Scope, 'keys' | 'agreements'>,
  row: Pick<LineRow, 'lineId' | 'attendeeId' | 'accountCipher' | 'idCardCipher' | 'bankAccountCipher'>,
): string | null =>
  row.accountCipher === null
    ? (agreements.numbersOf(row)?.bankAccount ?? null)
    : openOfLine(keys, row.lineId, row.accountCipher)
