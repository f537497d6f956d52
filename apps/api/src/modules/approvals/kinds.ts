import type { ApprovalDetail } from '@consilium/contract/approvals/approvals.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import type { About, Asking, DecisionState, Verdict } from '../decisions/service.ts'

/** What a request would change, as its dialog shows it. */
export type Described = Pick<ApprovalDetail, 'changes' | 'money' | 'openChecks' | 'meetingId'>

/** What a module serves so that its requests can have steps. */
export interface Served {
  /** The name of its kind of decision. */
  readonly name: string
  about(trx: Db, asking: Asking): Promise<About>
  /** The names of the records that the requests are about. */
  titles(db: Db, decisionIds: readonly number[]): Promise<Map<number, string>>
  describe(db: Db, decisionId: number): Promise<Described>
  /** Decides a request as `Decisions.decide` does; what is approved takes effect in this transaction. */
  settle(
    trx: Db,
    actor: Actor,
    decisionId: number,
    verdict: Omit<Verdict, 'by' | 'content'>,
  ): Promise<DecisionState>
}

/** What each kind of decision serves, filled when the modules are put together. */
export type Registry = Map<string, Served>

export function servedOf(registry: Registry, name: string): Served {
  const served = registry.get(name)
  if (!served) throw new Error(`No module serves approvals of ${name}`)
  return served
}
