import {
  PREVIEW_MAX,
  type PreviewRow,
  type ReminderRule,
  type ReminderRuleCreate,
} from '@consilium/contract/notices/reminder-rules.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal } from '../../infra/refusal.ts'
import { reachesMeeting } from '../deliveries/service.ts'
import * as repository from './repository.ts'
import { startReminding, type Reminding, type Scope } from './running.ts'
import * as subjects from './subject-repository.ts'
import { hoursAfter, timeOfReminder } from './times.ts'
import { accountNamesOf } from '../accounts/service.ts'
import { monthOfPayment } from '../payments/service.ts'
import { attendeeIdsOf } from '../attendees/service.ts'

/** Records that are listed in a preview, each with its reminders to come. */
const WATCHES_PREVIEWED_MAX = 500

async function preview(
  { db, clock, notices }: Scope,
  actor: Actor,
  meetingId: number,
): Promise<{ rows: PreviewRow[]; isComplete: boolean }> {
  if (!(await reachesMeeting(db, actor, meetingId))) throw new Refusal('NOT_FOUND')
  const now = clock.wire()
  const [rules, calendar] = [await repository.rulesOn(db, clock.today()), await notices.calendar()]
  const watches = await subjects.watchesOfMeeting(db, meetingId, WATCHES_PREVIEWED_MAX)
  const found: (Omit<PreviewRow, 'name'> & { userId: number })[] = []
  for (const watch of watches) {
    const rule = rules.find(({ kind }) => kind === watch.kind)
    const told = await subjects.toldOf(db, watch, now)
    if (!rule) continue
    let last: string | null = null
    for (let { number } = watch; number <= rule.atMost; number++) {
      const time: string | null =
        number === watch.number && watch.time !== null
          ? watch.time
          : timeOfReminder(rule, { anchor: watch.anchor, number, last }, calendar)
      if (time === null) break
      last = time
      for (const { userId } of told)
        found.push({ kind: watch.kind, recordId: watch.recordId, userId, number, time })
    }
  }
  const names = await accountNamesOf(
    db,
    found.map(({ userId }) => userId),
  )
  const rows = found
    .toSorted((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time)))
    .map(({ userId, ...row }) => ({ ...row, name: names.get(userId) ?? '' }))
  const isComplete = watches.length < WATCHES_PREVIEWED_MAX && rows.length <= PREVIEW_MAX
  return { rows: rows.slice(0, PREVIEW_MAX), isComplete }
}

/** Who is reminded of what waits, by dated rules. Readers of events say what waits. */
export function createReminders(scope: Scope) {
  const { db, clock, notices } = scope
  return {
    start: (): Reminding => startReminding(scope),
    watch: repository.watch,

    /** An invitation is watched from its deadline backwards; what would have been due before it was sent is left out. */
    async watchInvitation(trx: Db, attendeeId: number): Promise<void> {
      const deadline = await subjects.deadlineOf(trx, attendeeId)
      if (deadline === null) return
      const rule = (await repository.rulesOn(trx, clock.today())).find(({ kind }) => kind === 'invitation')
      const isLate = rule !== undefined && hoursAfter(deadline, -rule.firstAfter) <= clock.wire()
      await repository.watch(trx, {
        kind: 'invitation',
        recordId: attendeeId,
        anchor: deadline,
        nextNumber: isLate ? 2 : 1,
      })
    },

    async watchInvitations(trx: Db, meetingId: number): Promise<void> {
      for (const attendeeId of await attendeeIdsOf(trx, [meetingId]))
        await this.watchInvitation(trx, attendeeId)
    },

    /** A month is to be filed in the next one. */
    async watchFiling(trx: Db, paymentId: number): Promise<void> {
      const month = await monthOfPayment(trx, paymentId)
      if (!month) return
      const [year = 0, number = 0] = month.period.split('-').map(Number)
      const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 'yyyy-MM-dd'.length)
      await repository.watch(trx, {
        kind: 'filing',
        recordId: month.orgId,
        part: month.period,
        anchor: `${next} 09:00:00`,
      })
    },

    /** Somebody reminded by hand, which counts as one of the rule's reminders. */
    async countByHand(trx: Db, attendeeId: number, userId: number): Promise<void> {
      const now = clock.wire()
      let found = await repository.lockWatch(trx, 'agreement', attendeeId)
      if (!found) {
        await repository.watch(trx, { kind: 'agreement', recordId: attendeeId, anchor: now })
        found = await repository.lockWatch(trx, 'agreement', attendeeId)
      }
      if (!found) return
      await repository.insertReminder(trx, found, { userId, byHand: true, time: now })
      const rule = (await repository.rulesOn(trx, clock.today())).find(({ kind }) => kind === 'agreement')
      const number = found.number + 1
      const calendar = await notices.calendar(trx)
      const time = rule ? timeOfReminder(rule, { anchor: found.anchor, number, last: now }, calendar) : null
      await repository.plan(trx, found.watchId, { ruleId: rule?.ruleId ?? null, number, time })
    },

    async rules(): Promise<{ rules: ReminderRule[] }> {
      return { rules: await repository.listRules(db, clock.today()) }
    },

    async createRule({ userId }: Actor, rule: ReminderRuleCreate): Promise<ReminderRule> {
      if (rule.validFrom < clock.today()) throw new Refusal('REMINDER_RULE_PAST')
      const ruleId = await repository.insertRule(db, userId, rule)
      return (await repository.listRules(db, clock.today())).find((each) => each.ruleId === ruleId)!
    },

    preview: (actor: Actor, meetingId: number) => preview(scope, actor, meetingId),
  }
}

export type Reminders = ReturnType<typeof createReminders>
