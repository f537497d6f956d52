import type {
  ReminderKind,
  ReminderRule,
  ReminderRuleCreate,
} from '@consilium/contract/notices/reminder-rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { uniqueViolation } from '../../infra/db/faults.ts'
import { Refusal } from '../../infra/refusal.ts'
import type { Rule } from './times.ts'

const RULES_LISTED_MAX = 500

/** Which rule of each kind holds on a day. */
export async function rulesOn(db: Db, day: string): Promise<Rule[]> {
  const { rows } = await sql<Rule>`
    select distinct on (kind) rule_id as "ruleId", kind, is_on as "isOn", first_after as "firstAfter",
        every_hours as "everyHours", at_most as "atMost"
      from reminder_rule where valid_from <= ${day} order by kind, valid_from desc`.execute(db)
  return rows
}

export async function listRules(db: Db, day: string): Promise<ReminderRule[]> {
  const current = new Set((await rulesOn(db, day)).map(({ ruleId }) => ruleId))
  const rows = await db
    .selectFrom('reminder_rule')
    .select([
      'rule_id as ruleId',
      'kind',
      'valid_from as validFrom',
      'is_on as isOn',
      'first_after as firstAfter',
      'every_hours as everyHours',
      'at_most as atMost',
      'create_time as createTime',
    ])
    .orderBy('kind')
    .orderBy('valid_from', 'desc')
    .limit(RULES_LISTED_MAX)
    .execute()
  return rows.map((row) => ({ ...row, isCurrent: current.has(row.ruleId) }))
}

export async function insertRule(db: Db, userId: number, rule: ReminderRuleCreate): Promise<number> {
  try {
    const { ruleId } = await db
      .insertInto('reminder_rule')
      .values({
        kind: rule.kind,
        valid_from: rule.validFrom,
        is_on: rule.isOn,
        first_after: rule.firstAfter,
        every_hours: rule.everyHours,
        at_most: rule.atMost,
        create_user_id: userId,
      })
      .returning('rule_id as ruleId')
      .executeTakeFirstOrThrow()
    return ruleId
  } catch (error) {
    if (uniqueViolation(error) !== undefined) throw new Refusal('REMINDER_RULE_TAKEN')
    throw error
  }
}

export interface Watch {
  watchId: number
  kind: ReminderKind
  recordId: number
  part: string
  anchor: string
  number: number
}

export interface Watched {
  kind: ReminderKind
  recordId: number
  part?: string
  anchor: string
  nextNumber?: number
}

/** Begins to watch a record, or again from another time on; its reminders count on. */
export async function watch(
  trx: Db,
  { kind, recordId, part = '', anchor, nextNumber = 1 }: Watched,
): Promise<void> {
  await sql`
    insert into reminder_watch (kind, record_id, part, anchor_time, next_number)
      values (${kind}, ${recordId}, ${part}, ${anchor}, ${nextNumber})
      on conflict (kind, record_id, part) do update set anchor_time = excluded.anchor_time, rule_id = null`.execute(
    trx,
  )
}

const WATCH = sql`w.watch_id as "watchId", w.kind, w.record_id as "recordId", w.part, w.anchor_time as anchor,
  w.next_number as number`

/** Watches whose next time was computed by another rule than the one that holds. */
export async function lockUnplanned(
  trx: Db,
  rules: readonly Rule[],
  max: number,
): Promise<(Watch & { last: string | null })[]> {
  const { rows } = await sql<Watch & { last: string | null }>`
    select ${WATCH}, (select max(r.create_time) from reminder r
        where r.kind = w.kind and r.record_id = w.record_id and r.part = w.part) as last
      from reminder_watch w join jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as c(kind text, "ruleId" bigint)
        on c.kind = w.kind and w.rule_id is distinct from c."ruleId"
      order by w.watch_id limit ${max} for update of w skip locked`.execute(trx)
  return rows
}

/** Watches that are due, which no other node takes at the same time. */
export async function lockDue(trx: Db, now: string, max: number): Promise<Watch[]> {
  const { rows } = await sql<Watch>`
    select ${WATCH} from reminder_watch w where w.next_time <= ${now}
      order by w.next_time limit ${max} for update skip locked`.execute(trx)
  return rows
}

export async function lockWatch(trx: Db, kind: ReminderKind, recordId: number): Promise<Watch | undefined> {
  const { rows } = await sql<Watch>`
    select ${WATCH} from reminder_watch w where w.kind = ${kind} and w.record_id = ${recordId} and w.part = ''
      for update`.execute(trx)
  return rows[0]
}

export async function plan(
  trx: Db,
  watchId: number,
  { ruleId, number, time }: { ruleId: number | null; number: number; time: string | null },
): Promise<void> {
  await trx
    .updateTable('reminder_watch')
    .set({ rule_id: ruleId, next_number: number, next_time: time })
    .where('watch_id', '=', watchId)
    .execute()
}

export async function forget(trx: Db, watchId: number): Promise<void> {
  await trx.deleteFrom('reminder_watch').where('watch_id', '=', watchId).execute()
}

/** Notes a reminder; false if this person had the one of this number. */
export async function insertReminder(
  trx: Db,
  { kind, recordId, part, number }: Watch,
  { userId, byHand, time }: { userId: number; byHand: boolean; time: string },
): Promise<boolean> {
  const row = await trx
    .insertInto('reminder')
    .values({ kind, record_id: recordId, part, user_id: userId, number, by_hand: byHand, create_time: time })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'record_id', 'part', 'user_id', 'number']).doNothing(),
    )
    .returning('reminder_id')
    .executeTakeFirst()
  return row !== undefined
}
