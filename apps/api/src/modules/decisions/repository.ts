import { sql } from 'kysely'
import { accountName, accountNames } from '../../domain/account-name.ts'
import type { Db } from '../../infra/db/db.ts'
import { checkViolation, uniqueViolation } from '../../infra/db/faults.ts'
import { Refusal } from '../../infra/refusal.ts'
import { statesBefore, type DecisionKind, type DecisionState } from './states.ts'

/** What lists show of the decision `d` of a record. */
export const DECISION_COLUMNS = ['d.decided_by as decidedBy', 'd.decided_time as decidedTime'] as const
/** Of requests that state a reason and are decided with an opinion. */
export const DECISION_WORDS = ['d.opinion', 'd.version'] as const
export const askedByName = accountName<string | null>('d.asked_by').as('askedByName')
export const decidedByName = accountName<string | null>('d.decided_by').as('decidedByName')

/** In whose place the decision `d` was made, if not for the person alone. */
export const decidedForUserIds = sql<number[]>`coalesce((
  select array_agg(x.user_id order by x.user_id)
    from decision_vote v cross join lateral unnest(v.for_user_ids) x(user_id)
    where v.decision_id = d.decision_id and v.round = d.round and v.user_id = d.decided_by
      and v.verdict in ('approved', 'refused') and x.user_id <> v.user_id), '{}')`
export const decidedForNames = accountNames(decidedForUserIds).as('decidedForNames')

/** In whose place the latest decision of a kind on a record was made, if that is the decision of this account. */
export const decidedForNamesOf = ({ name }: DecisionKind, recordId: string, userId: string) =>
  sql<string[]>`coalesce((
    select ${accountNames(decidedForUserIds)} from decision d
      where d.kind = ${name} and d.record_id = ${sql.ref(recordId)} and d.decided_by = ${sql.ref(userId)}
        and d.state in ('approved', 'refused')
      order by d.decision_id desc limit 1), '{}')`

/** The part of a record that a request is about; a record has one request at a time for each. */
export interface Subject {
  recordId: number
  part?: string
}

export interface NewDecision extends Subject {
  ownerOrgId: number | null
  contentHash: Buffer
  reason: string | null
  /** Null if the platform itself asks. */
  askedBy: number | null
  askedTime?: string | undefined
}

/** The unique index refuses a second request while the first one waits. */
export async function insertDecision(db: Db, kind: DecisionKind, asked: NewDecision): Promise<number> {
  const row = await db
    .insertInto('decision')
    .values({
      kind: kind.name,
      record_id: asked.recordId,
      part: asked.part ?? '',
      owner_org_id: asked.ownerOrgId,
      content_sha256: asked.contentHash,
      reason: asked.reason,
      asked_by: asked.askedBy,
      asked_time: asked.askedTime,
      keeps_people: kind.keepsPeople,
    })
    .returning('decision_id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      const isAsked = kind.whilePending !== 'replaces' && uniqueViolation(error) === 'decision_pending'
      throw isAsked ? new Refusal(kind.whilePending) : error
    })
  return row.decision_id
}

export interface Move {
  to: Exclude<DecisionState, 'pending'>
  by: number | null
  time: string
  opinion?: string | null
}

const moved = (db: Db, kind: DecisionKind, { to, by, time, opinion = null }: Move) =>
  db
    .updateTable('decision')
    .set((eb) => ({
      state: to,
      decided_by: by,
      decided_time: time,
      opinion,
      version: eb('version', '+', 1),
    }))
    .where('kind', '=', kind.name)
    .where('state', 'in', statesBefore(kind, to))

/** The check constraint refuses the person who asked, whatever the code above has checked. */
function refuseBroken(error: unknown): never {
  throw checkViolation(error) === 'decision_two_people' ? new Refusal('OWN_REQUEST') : error
}

/** Moves one request. Returns false if it is not, or no longer, as expected. */
export async function moveDecision(
  db: Db,
  kind: DecisionKind,
  expected: { decisionId: number; version?: number | undefined; contentHash?: Buffer | undefined },
  move: Move,
): Promise<boolean> {
  const { decisionId, version, contentHash } = expected
  let rows = moved(db, kind, move).where('decision_id', '=', decisionId)
  if (version !== undefined) rows = rows.where('version', '=', version)
  if (contentHash !== undefined)
    rows = rows.where((eb) =>
      eb.or([eb('content_sha256', '=', contentHash), eb('content_sha256', 'is', null)]),
    )
  const { numUpdatedRows } = await rows.executeTakeFirst().catch(refuseBroken)
  return numUpdatedRows > 0n
}

/** Whether a request could still come to a state. */
export async function isBefore(
  db: Db,
  kind: DecisionKind,
  decisionId: number,
  to: Move['to'],
): Promise<boolean> {
  const row = await db
    .selectFrom('decision')
    .select('state')
    .where('decision_id', '=', decisionId)
    .executeTakeFirst()
  return row !== undefined && statesBefore(kind, to).includes(row.state)
}

/** Moves what waits for a part of a record. Returns its id, or undefined if nothing waits. */
export async function movePending(
  db: Db,
  kind: DecisionKind,
  { recordId, part = '' }: Subject,
  move: Move,
): Promise<number | undefined> {
  const row = await moved(db, kind, move)
    .where('state', '=', 'pending')
    .where('record_id', '=', recordId)
    .where('part', '=', part)
    .returning('decision_id')
    .executeTakeFirst()
    .catch(refuseBroken)
  return row?.decision_id
}

/** What waits for a part of a record. */
export async function pendingOf(
  db: Db,
  kind: DecisionKind,
  { recordId, part = '' }: Subject,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('decision')
    .select('decision_id')
    .where('kind', '=', kind.name)
    .where('record_id', '=', recordId)
    .where('part', '=', part)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return row?.decision_id
}

/** What waits for a part of a record, as its content is compared. */
export const waitingFor = (
  db: Db,
  kind: DecisionKind,
  { recordId, part = '' }: Subject,
): Promise<{ askedBy: number | null; contentHash: Buffer | null; hasSteps: boolean } | undefined> =>
  db
    .selectFrom('decision')
    .select([
      'asked_by as askedBy',
      'content_sha256 as contentHash',
      sql<boolean>`approval_kind is not null`.as('hasSteps'),
    ])
    .where('kind', '=', kind.name)
    .where('record_id', '=', recordId)
    .where('part', '=', part)
    .where('state', '=', 'pending')
    .executeTakeFirst()

/** Updates the content of a pending request, and who asked for it. Does nothing if both are the same or none is pending. */
export async function restatePending(
  db: Db,
  kind: DecisionKind,
  { recordId, part = '' }: Subject,
  { askedBy, contentHash }: Pick<NewDecision, 'askedBy' | 'contentHash'>,
): Promise<void> {
  await db
    .updateTable('decision')
    .set((eb) => ({ asked_by: askedBy, content_sha256: contentHash, version: eb('version', '+', 1) }))
    .where('kind', '=', kind.name)
    .where('record_id', '=', recordId)
    .where('part', '=', part)
    .where('state', '=', 'pending')
    .where(
      sql<boolean>`(asked_by, content_sha256) is distinct from (${askedBy}::bigint, ${contentHash}::bytea)`,
    )
    .execute()
}

/** The state of the latest request for a part of a record. */
export const latestOf = (
  db: Db,
  kind: DecisionKind,
  { recordId, part = '' }: Subject,
): Promise<{ decisionId: number; state: DecisionState } | undefined> =>
  db
    .selectFrom('decision')
    .select(['decision_id as decisionId', 'state'])
    .where('kind', '=', kind.name)
    .where('record_id', '=', recordId)
    .where('part', '=', part)
    .orderBy('decision_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Takes accounts that are about to be deleted out of the requests that do not keep them. */
export async function forgetPeople(db: Db, userIds: readonly number[]): Promise<void> {
  for (const column of ['asked_by', 'decided_by'] as const)
    await db
      .updateTable('decision')
      .set({ [column]: null })
      .where(column, 'in', [...userIds])
      .where('keeps_people', '=', false)
      .execute()
  await sql`
    update decision_vote v set user_id = null from decision d
      where d.decision_id = v.decision_id and not d.keeps_people and v.user_id = any(${[...userIds]}::bigint[])`.execute(
    db,
  )
}
