import { approvalEvents } from '@consilium/contract/events/approvals.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { coalesced } from '../../infra/db/signals/notifier.ts'
import { apartFromTransactions } from '../../infra/db/transactions/request-transaction.ts'
import { workAfter, workingDaysAfter } from '../notices/service.ts'
import * as repository from './due-repository.ts'
import { courseOf, fallBack } from './opening.ts'
import * as people from './people-repository.ts'
import { insertSeat } from './request-repository.ts'
import type { Scope } from './scope.ts'
import { present } from './stepping.ts'
import { load } from './voting.ts'

const TAKEN_AT_ONCE = 100
const LOOK_EVERY_MS = 10_000
/** Open steps of which one look finds out whether anybody is left. */
const SWEPT_AT_ONCE = 200
/** The reminder at half the time; the second one is at the due time. */
const HALF = 1

/** Reminds of one step; from the due time on the next person is asked as well. Nothing is ever decided by time. */
async function remindOf(scope: Scope, trx: Db, { stepId, decisionId }: repository.DueStep): Promise<void> {
  const { clock, eventLog, notices } = scope
  const step = (await load(trx, decisionId))?.steps.find((each) => each.stepId === stepId)
  if (!step || step.state !== 'open') return
  const number = step.reminders + 1
  const late = number - HALF - 1
  const further = late >= 0 ? step.escalateTo[late] : undefined
  if (further !== undefined) await insertSeat(trx, { stepId, decisionId }, { userId: further })
  const hasMore = late >= 0 && step.escalateTo.length > late + 1 && step.dueDays !== null
  const calendar = step.dueDays === null ? null : await notices.calendar(trx)
  const again = () => calendar && workingDaysAfter(clock.wire(), step.dueDays!, calendar)
  const atDue = () => calendar && step.dueTime && workAfter(step.dueTime, calendar)
  const time = number === HALF ? atDue() : hasMore ? again() : null
  await repository.planReminder(trx, stepId, { number, time })
  await eventLog.record(trx, approvalEvents.reminded, {
    recordId: decisionId,
    actorId: null,
    fields: { stepId, number },
  })
}

async function remindDue(scope: Scope, trx: Db): Promise<number> {
  const due = await repository.lockDue(trx, scope.clock.wire(), TAKEN_AT_ONCE)
  for (const step of due) await remindOf(scope, trx, step)
  return due.length
}

/**
 * Asks the main account, and those after it, where nobody is left who could decide a step, whatever the cause; also where
 * the one who was asked for that reason has left.
 */
async function refill(scope: Scope, decisionId: number): Promise<void> {
  await inTransaction(scope.db, async (trx) => {
    const loaded = await load(trx, decisionId)
    const open = loaded?.steps.find(({ state }) => state === 'open')
    if (!loaded || !open) return
    const { request, votes } = loaded
    const course = courseOf(request, open.stepId, votes)
    if (present(await people.candidatesOf(trx, open.stepId, scope.clock.wire()), course).length > 0) return
    if (!(await fallBack(scope, trx, request, open, course))) return
    await scope.eventLog.record(trx, approvalEvents.opened, {
      recordId: decisionId,
      actorId: null,
      fields: { stepId: open.stepId },
    })
  })
}

/** Looks at some of the open steps, after those of the look before. Returns where the next look begins. */
export async function sweep(scope: Scope, after: number): Promise<number> {
  const steps = await repository.openSteps(scope.db, after, SWEPT_AT_ONCE)
  // Three people are left unless they asked, decided or are away: only then one looks closer.
  for (const { decisionId, isAsked } of steps) if (!isAsked) await refill(scope, decisionId)
  return steps.length < SWEPT_AT_ONCE ? 0 : steps.at(-1)!.stepId
}

/** Runs until nothing is left to remind of. */
export async function remindNow(scope: Scope): Promise<void> {
  while ((await inTransaction(scope.db, (trx) => remindDue(scope, trx))) === TAKEN_AT_ONCE);
}

export interface Watching {
  close(): Promise<void>
}

/** Looks for what is due, and for steps that ask nobody any more, on every node; a request is taken by one of them. */
export function startWatching(scope: Scope): Watching {
  let isClosed = false
  let after = 0
  const looking = coalesced(async () => {
    if (isClosed) return
    try {
      await remindNow(scope)
      after = await sweep(scope, after)
    } catch (error) {
      scope.log.error(error)
    }
  })
  const timer = setInterval(() => apartFromTransactions(() => looking.ask()), LOOK_EVERY_MS)
  timer.unref()
  return {
    async close() {
      isClosed = true
      clearInterval(timer)
      await looking.settled()
    },
  }
}
