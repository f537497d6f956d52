import type {
  Absence,
  AbsenceCreate,
  Approval,
  ApprovalAct,
  ApprovalDetail,
  ApprovalMany,
  ApprovalQuery,
  ApprovalResults,
  ApprovalSigner,
} from '@consilium/contract/approvals/approvals.ts'
import { rulesOf } from '@consilium/contract/approvals/approval-kinds.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { errorMessage, type Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { planOnce } from '../../infra/db/transactions/plans.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import * as absences from './absence-repository.ts'
import { act, changeSigners, checkBefore, requireFit } from './acting.ts'
import { remindNow, startWatching, sweep, type Watching } from './due.ts'
import type { Registry, Served } from './kinds.ts'
import { hasSteps, openRequest } from './opening.ts'
import * as people from './people-repository.ts'
import { policiesOf } from './policies.ts'
import { detail, list, requireReadable, told, type Told } from './reading.ts'
import type { Scope } from './scope.ts'
import { tellStale, vote } from './voting.ts'
import { waitingFor } from './waiting.ts'
import { type Decisions, findRequest } from '../decisions/service.ts'

export type { Described, Served } from './kinds.ts'
export { asksAccount, type Viewer } from './people-repository.ts'

/**
 * Only who asked or is asked does anything with a request. Whoever is refused and may not read it is told that there is none,
 * which is looked at only then.
 */
async function asReader<T>(
  scope: Scope,
  actor: Actor,
  decisionId: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) await requireReadable(scope, scope.db, actor, decisionId)
    throw error
  }
}

const actNow = (scope: Scope, actor: Actor, body: ApprovalAct): Promise<void> =>
  asReader(scope, actor, body.decisionId, async () => {
    const request = await findRequest(scope.db, body.decisionId)
    await checkBefore(scope, actor, body, request)
    await inTransaction(scope.db, async (trx) => {
      await planOnce(trx)
      await act(scope, trx, actor, body, request)
    })
  })

/** One of many requests, in a transaction of its own. */
const actOne = (scope: Scope, actor: Actor, body: ApprovalAct): Promise<void> =>
  asReader(scope, actor, body.decisionId, async () => {
    const request = await findRequest(scope.db, body.decisionId)
    if (request?.kind && !rulesOf(request.kind).inBulk) throw new Refusal('APPROVAL_NOT_IN_BULK')
    await inTransaction(scope.db, (trx) => act(scope, trx, actor, body, request))
  })

async function actMany(
  scope: Scope,
  actor: Actor,
  { items, ...given }: ApprovalMany,
  language: Language,
): Promise<ApprovalResults> {
  const results: ApprovalResults['results'] = []
  for (const item of items) {
    try {
      await actOne(scope, actor, { ...given, ...item })
      results.push({ decisionId: item.decisionId, success: true, error: null, message: null })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const message = errorMessage(error.error, language, error.params)
      results.push({ decisionId: item.decisionId, success: false, error: error.error, message })
    }
  }
  return { results }
}

/** Who decides what was asked for: policies of dated steps, what is to do, absences. */
export function createApprovals(
  { db, clock, eventLog, log }: Context,
  { decisions, notices }: { decisions: Decisions; notices: Scope['notices'] },
) {
  const registry: Registry = new Map()
  const scope: Scope = { db, clock, eventLog, log, notices, registry }
  decisions.useSteps({
    holds: (trx, kind, asking) => hasSteps(scope, trx, kind, asking),
    asks: (within, name, recordIds, userId) =>
      people.askedAmong(within, { name, recordIds }, { userId, now: clock.wire() }),
    waiting: (within, name, recordId, actor) => waitingFor(scope, within, { name, recordId }, actor),
    outdated: (trx, decisionId) => tellStale(scope, trx, decisionId, null),
    open: (trx, kind, decisionId, asking) => openRequest(scope, trx, kind, decisionId, asking),
    vote: (trx, decisionId, given) => vote(scope, trx, decisionId, given),
  })
  const orgKeyOf = async (actor: Actor) => (await people.colleagueOf(db, actor.userId))?.orgKey ?? 0

  return {
    policies: policiesOf(scope),

    start: (): Watching => startWatching(scope),
    /** Reminds of what is due, and asks the main account where nobody is left, as `start` does from time to time. */
    async lookNow(): Promise<void> {
      await remindNow(scope)
      await sweep(scope, 0)
    },
    told: (trx: Db, decisionId: number, stepId?: number): Promise<Told> =>
      told(scope, trx, decisionId, stepId),

    /** From now on requests of this kind have steps. */
    serve(...kinds: readonly Served[]): void {
      for (const served of kinds) registry.set(served.name, served)
    },

    list: (actor: Actor, query: ApprovalQuery): Promise<Page<Approval>> => list(scope, actor, query),
    get: (actor: Actor, decisionId: number): Promise<ApprovalDetail> => detail(scope, db, actor, decisionId),

    async act(actor: Actor, body: ApprovalAct): Promise<ApprovalDetail> {
      await actNow(scope, actor, body)
      return detail(scope, db, actor, body.decisionId)
    },

    actMany: (actor: Actor, body: ApprovalMany, language: Language): Promise<ApprovalResults> =>
      actMany(scope, actor, body, language),

    async changeSigners(actor: Actor, body: ApprovalSigner): Promise<ApprovalDetail> {
      await asReader(scope, actor, body.decisionId, () =>
        inTransaction(db, (trx) => changeSigners(scope, trx, actor, body)),
      )
      return detail(scope, db, actor, body.decisionId)
    },

    people: async (actor: Actor, keyword: string | undefined): Promise<{ value: number; label: string }[]> =>
      people.peopleOf(db, await orgKeyOf(actor), keyword),

    absences: async ({ userId }: Actor): Promise<{ absences: Absence[] }> => ({
      absences: await absences.absencesOf(db, userId, clock.wire()),
    }),

    async createAbsence(actor: Actor, body: AbsenceCreate): Promise<Absence> {
      if (body.toTime <= clock.wire()) throw refuseField('ABSENCE_PAST', 'toTime')
      await requireFit(db, actor, body.delegateUserId, { sameRight: true, field: 'delegateUserId' })
      const absenceId = await absences.insertAbsence(db, actor.userId, body)
      return absences.findAbsence(db, absenceId, clock.wire())
    },

    async cancelAbsence({ userId }: Actor, absenceId: number): Promise<null> {
      if (!(await absences.endAbsence(db, userId, absenceId, clock.wire()))) throw new Refusal('NOT_FOUND')
      return null
    },
  }
}

export type Approvals = ReturnType<typeof createApprovals>
