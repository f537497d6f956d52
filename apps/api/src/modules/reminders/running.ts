import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { coalesced } from '../../infra/db/signals/notifier.ts'
import { apartFromTransactions } from '../../infra/db/transactions/request-transaction.ts'
import type { Messages } from '../messages/service.ts'
import type { Notices } from '../notices/service.ts'
import * as repository from './repository.ts'
import { toldOf } from './subject-repository.ts'
import { timeOfReminder, type Rule } from './times.ts'

export interface Scope extends Pick<Context, 'db' | 'clock' | 'log'> {
  messages: Pick<Messages, 'send'>
  notices: Pick<Notices, 'calendar'>
}

const TAKEN_AT_ONCE = 100
const LOOK_EVERY_MS = 10_000

const ruleOf = (rules: readonly Rule[], kind: Rule['kind']): Rule | undefined =>
  rules.find((rule) => rule.kind === kind)

/** Computes the next time of what was watched under no rule or an earlier one. Returns how many there were. */
async function planAnew({ clock, notices }: Scope, trx: Db): Promise<number> {
  const rules = await repository.rulesOn(trx, clock.today())
  const unplanned = await repository.lockUnplanned(trx, rules, TAKEN_AT_ONCE)
  if (unplanned.length === 0) return 0
  const calendar = await notices.calendar(trx)
  for (const { watchId, kind, anchor, number, last } of unplanned) {
    const rule = ruleOf(rules, kind)!
    const time = timeOfReminder(rule, { anchor, number, last }, calendar)
    await repository.plan(trx, watchId, { ruleId: rule.ruleId, number, time })
  }
  return unplanned.length
}

/** Reminds of what is due and plans the next time. Returns how many there were. */
async function remindDue({ clock, messages, notices }: Scope, trx: Db): Promise<number> {
  const now = clock.wire()
  const due = await repository.lockDue(trx, now, TAKEN_AT_ONCE)
  if (due.length === 0) return 0
  const rules = await repository.rulesOn(trx, clock.today())
  const calendar = await notices.calendar(trx)
  for (const watch of due) {
    const told = await toldOf(trx, watch, now)
    if (told.length === 0) {
      await repository.forget(trx, watch.watchId)
      continue
    }
    for (const message of told)
      if (await repository.insertReminder(trx, watch, { userId: message.userId, byHand: false, time: now }))
        await messages.send(trx, { ...message, isReminder: true })
    const number = watch.number + 1
    const rule = ruleOf(rules, watch.kind)
    const time = rule ? timeOfReminder(rule, { anchor: watch.anchor, number, last: now }, calendar) : null
    await repository.plan(trx, watch.watchId, { ruleId: rule?.ruleId ?? null, number, time })
  }
  return due.length
}

/** Runs until nothing is left to plan and to remind of, beside other nodes. */
export async function remindNow(scope: Scope): Promise<void> {
  for (const step of [planAnew, remindDue])
    while ((await inTransaction(scope.db, (trx) => step(scope, trx))) === TAKEN_AT_ONCE);
}

export interface Reminding {
  /** Looks for what is due. */
  wake(): void
  close(): Promise<void>
}

/** Looks for what is due, on every node; a row is taken by one of them. */
export function startReminding(scope: Scope): Reminding {
  let isClosed = false
  const looking = coalesced(async () => {
    if (isClosed) return
    await remindNow(scope).catch((error: unknown) => scope.log.error(error))
  })
  const wake = () => apartFromTransactions(() => looking.ask())
  const timer = setInterval(wake, LOOK_EVERY_MS)
  timer.unref()
  wake()
  return {
    wake,
    async close() {
      isClosed = true
      clearInterval(timer)
      await looking.settled()
    },
  }
}
