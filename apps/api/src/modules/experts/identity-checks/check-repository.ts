import {
  IDENTITY_ASKS_PER_DAY,
  type IdentityField,
  type IdentityProblem,
  type IdentityState,
} from '@consilium/contract/experts/identity-check.ts'
import type { Db } from '../../../infra/db/db.ts'
import { accountFacts } from '../../accounts/service.ts'

/** A check that was handed to a job. */
export interface Run {
  expertId: number
  run: number
}

export const ALL = 0

/** What is asked about, sealed as it is stored. */
export const findSubject = (db: Db, expertId: number) =>
  db
    .selectFrom('expert as e')
    .innerJoin(accountFacts('u'), 'u.user_id', 'e.user_id')
    .select(['e.expert_id as expertId', 'e.name', 'e.id_type as idType', 'e.id_card_cipher as idCardCipher'])
    .select('u.phone')
    .where('e.expert_id', '=', expertId)
    .executeTakeFirst()
export type SealedSubject = NonNullable<Awaited<ReturnType<typeof findSubject>>>

export async function expertOfUser(db: Db, userId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('expert')
    .select('expert_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.expert_id
}

const CHECK_COLUMNS = [
  'run',
  'state',
  'subject_hash as subjectHash',
  'fields',
  'provider',
  'answered_time as answeredTime',
  'problem',
  'next_time as nextTime',
] as const

const check = (db: Db, expertId: number) =>
  db.selectFrom('identity_check').select(CHECK_COLUMNS).where('expert_id', '=', expertId)

export const findCheck = (db: Db, expertId: number) => check(db, expertId).executeTakeFirst()
export type Check = NonNullable<Awaited<ReturnType<typeof findCheck>>>

/** So that no answer and no further question comes between the look at a check and what follows from it. */
export const lockCheck = (db: Db, expertId: number) => check(db, expertId).forUpdate().executeTakeFirst()

/** Asks anew. Undefined if the same is asked already; `unless` hinders it for what was asked, whatever came of it. */
export async function startRun(
  db: Db,
  { expertId, subjectHash, now }: { expertId: number; subjectHash: Buffer; now: string },
  unless: 'isAsked' | 'wasAsked',
): Promise<Run | undefined> {
  const row = await db
    .insertInto('identity_check')
    .values({ expert_id: expertId, state: 'asked', subject_hash: subjectHash, next_time: now })
    .onConflict((conflict) =>
      conflict
        .column('expert_id')
        .doUpdateSet((eb) => ({
          run: eb('identity_check.run', '+', 1),
          state: 'asked' as const,
          subject_hash: subjectHash,
          fields: eb.val([] as IdentityField[]),
          provider: null,
          answered_time: null,
          problem: null,
          attempts: 0,
          next_time: now,
          call_id: null,
        }))
        .where((eb) =>
          eb.or([
            eb('identity_check.subject_hash', '<>', subjectHash),
            ...(unless === 'isAsked' ? [eb('identity_check.state', '<>', 'asked')] : []),
          ]),
        ),
    )
    .returning('run')
    .executeTakeFirst()
  return row && { expertId, run: row.run }
}

/** Adds to what people have asked for on a day. Returns false, and adds nothing, if there would be too much. */
export async function countAsk(db: Db, day: string, expertId: number): Promise<boolean> {
  const row = await db
    .insertInto('identity_check_count')
    .values({ expert_id: expertId, day, asks: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['expert_id', 'day'])
        .doUpdateSet((eb) => ({ asks: eb('identity_check_count.asks', '+', 1) }))
        .where('identity_check_count.asks', '<', IDENTITY_ASKS_PER_DAY),
    )
    .returning('asks')
    .executeTakeFirst()
  return row !== undefined
}

/** As `countAsk`, a call. */
export async function countCall(db: Db, day: string, expertId: number, max: number): Promise<boolean> {
  const row = await db
    .insertInto('identity_check_count')
    .values({ expert_id: expertId, day, calls: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['expert_id', 'day'])
        .doUpdateSet((eb) => ({ calls: eb('identity_check_count.calls', '+', 1) }))
        .where('identity_check_count.calls', '<', max),
    )
    .returning('calls')
    .executeTakeFirst()
  return row !== undefined
}

export async function asksOn(db: Db, day: string, expertId: number): Promise<number> {
  const row = await db
    .selectFrom('identity_check_count')
    .select('asks')
    .where('expert_id', '=', expertId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.asks ?? 0
}

const asked = (db: Db, { expertId, run }: Run) =>
  db
    .selectFrom('identity_check')
    .select(['subject_hash as subjectHash', 'attempts', 'call_id as callId'])
    .where('expert_id', '=', expertId)
    .where('run', '=', run)
    .where('state', '=', 'asked')
    .forUpdate()

/** Locks a check that still waits for this run and is due. */
export const lockDue = (db: Db, run: Run, now: string) =>
  asked(db, run).where('next_time', '<=', now).executeTakeFirst()

/** Locks a check that waits for this call. */
export const lockCalled = (db: Db, run: Run, callId: string) =>
  asked(db, run).where('call_id', '=', callId).executeTakeFirst()

export interface Waiting {
  nextTime: string
  callId: string | null
  subjectHash?: Buffer
  problem?: IdentityProblem
  attempts?: number
}

export async function keepWaiting(
  db: Db,
  expertId: number,
  { nextTime, callId, subjectHash, problem, attempts }: Waiting,
): Promise<void> {
  await db
    .updateTable('identity_check')
    .set({ next_time: nextTime, call_id: callId, subject_hash: subjectHash, problem, attempts })
    .where('expert_id', '=', expertId)
    .execute()
}

interface Ended {
  state: Exclude<IdentityState, 'notAsked' | 'asked'>
  fields?: IdentityField[]
  provider?: string
  answeredTime?: string
  problem: IdentityProblem | null
}

export async function endRun(
  db: Db,
  expertId: number,
  { state, fields, provider, answeredTime, problem }: Ended,
): Promise<void> {
  await db
    .updateTable('identity_check')
    .set({
      state,
      fields,
      provider,
      answered_time: answeredTime,
      problem,
      next_time: null,
      call_id: null,
    })
    .where('expert_id', '=', expertId)
    .execute()
}

/** The expert has lost what is needed to ask. */
export async function forget(db: Db, expertId: number): Promise<void> {
  await db.deleteFrom('identity_check').where('expert_id', '=', expertId).execute()
}

/** Checks that have been due for a while, so that nobody seems to have a job for them. */
export const overdueRuns = (db: Db, dueBefore: string, max: number): Promise<Run[]> =>
  db
    .selectFrom('identity_check')
    .select(['expert_id as expertId', 'run'])
    .where('next_time', '<=', dueBefore)
    .orderBy('next_time')
    .limit(max)
    .execute()

export async function purgeCounts(db: Db, before: string): Promise<void> {
  await db.deleteFrom('identity_check_count').where('day', '<', before).execute()
}
