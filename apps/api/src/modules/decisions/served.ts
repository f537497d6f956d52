import type { ApprovalDetail } from '@consilium/contract/approvals/approvals.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Asking, Verdict } from './asking.ts'
import type { About } from './request-repository.ts'
import type { DecisionState } from './states.ts'

/** What a request would change, as its dialog shows it. */
export type Described = Pick<ApprovalDetail, 'changes' | 'money' | 'openChecks' | 'meetingId'>

/** A decision of the caller on a request; its module says what the record says now. */
export type Settling = Omit<Verdict, 'by' | 'content'>

/** What a module serves so that its requests can have steps. */
export interface Served {
  /** The name of its kind of decision. */
  readonly name: string
  about(trx: Db, asking: Asking): Promise<About>
  /** The names of the records that the requests are about. */
  titles(db: Db, decisionIds: readonly number[]): Promise<Map<number, string>>
  describe(db: Db, decisionId: number): Promise<Described>
  /** Throws what refuses the caller, before the transaction begins. */
  before?(actor: Actor, decisionId: number, to: Verdict['to']): Promise<void>
  /** Decides a request as `Decisions.decide` does; what is approved takes effect in this transaction. */
  settle(trx: Db, actor: Actor, decisionId: number, verdict: Settling): Promise<DecisionState>
}
