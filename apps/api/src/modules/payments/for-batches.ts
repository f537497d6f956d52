import type { Page } from '@consilium/contract/envelope.ts'
import type {
  DuePayment,
  DuePaymentQuery,
  PaymentRecord,
  PaymentReversal,
} from '@consilium/contract/payments/payments.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { claimForLines, claimsOf, freeLines } from './claim-repository.ts'
import { pageOfDue } from './due.ts'
import { accountsOf, type PayeeAccount } from './payees/accounts.ts'
import { obstaclesOf } from './payable.ts'
import { createQuotes, type Quotes } from './quoting.ts'
import { recordIn, reverseIn, type Recorder } from './recording.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** What batches need of the ledger: they record many payments, each in a transaction of its own. */
export const createForBatches = (scope: Scope) => ({
  claim: claimForLines,
  free: freeLines,
  claimsOf,
  /** Due fees that no batch holds. */
  pageOfDue: (
    actor: Actor,
    query: DuePaymentQuery,
    choice: repository.DueChoice,
  ): Promise<Page<Omit<DuePayment, 'obstacles'>>> =>
    pageOfDue(scope, actor, query, { ...choice, isFree: true }),
  oldestDue: (
    owner: { mainUserId?: number },
    query: Parameters<typeof repository.oldestDue>[2],
    choice: { attendeeIds?: readonly number[]; max: number },
  ): Promise<repository.DueSum[]> =>
    repository.oldestDue(scope.db, owner, query, {
      ...choice,
      isFree: true,
      now: scope.clock.wire(),
    }),
  /** The account that each fee is paid to. */
  accountsOf: (within: Db, attendeeIds: readonly number[]): Promise<Map<number, PayeeAccount>> =>
    accountsOf(scope, within, attendeeIds),
  obstaclesOf: (within: Db, attendeeIds: readonly number[]) => obstaclesOf(scope, within, attendeeIds),
  quotes: (batch: Parameters<typeof createQuotes>[1]): Quotes => createQuotes(scope, batch),
  record: (trx: Db, by: Recorder, body: PaymentRecord): Promise<number> => recordIn(scope, trx, by, body),
  reverse: (trx: Db, by: Omit<Recorder, 'lineId'>, body: PaymentReversal): Promise<number> =>
    reverseIn(scope, trx, by, body),
})
