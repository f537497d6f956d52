import {
  NEED_ROWS_MAX,
  NEEDS_COUNTED_MAX,
  type NeedKind,
  type NeedRow,
} from '@consilium/contract/overviews/overviews.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { ownSignatures, submissionsOf, type FoundNeed } from './approval-repository.ts'
import { tasksAt, type TaskScope } from './task-repository.ts'

/** One more than is counted tells whether there are more. */
const LIMIT = NEEDS_COUNTED_MAX + 1

/** The next due ones first, then those that have waited longest. */
const URGENT = sql`"dueTime" nulls last, "sinceTime", id`

const counted = (kind: NeedKind, waiting: RawBuilder<unknown>) => sql`(
  select ${kind}::text as kind, w.*, count(*) over ()::int as count
    from (select * from (${waiting}) s order by id limit ${LIMIT}) w order by ${URGENT} limit ${NEED_ROWS_MAX})`

/** What waits of all these kinds but tasks at meetings. */
export async function submissions(
  db: Db,
  actor: Actor,
  kinds: readonly NeedKind[],
  now: string,
): Promise<FoundNeed[]> {
  const parts =
    actor.roleType === 'doctor'
      ? [counted('signatures', ownSignatures(actor, now))]
      : kinds.flatMap((kind) => {
          const waiting = submissionsOf(actor, kind)
          return waiting ? [counted(kind, waiting)] : []
        })
  if (parts.length === 0) return []
  const { rows } = await sql<FoundNeed>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

/** What waits at the open meetings. */
export async function tasks(db: Db, scope: TaskScope): Promise<FoundNeed[]> {
  const { rows } = await sql<FoundNeed>`
    select * from (
      select f.*, count(*) over (partition by kind)::int as count,
          row_number() over (partition by kind order by ${URGENT}) as place from (${tasksAt(scope)}) f
    ) numbered where place <= ${NEED_ROWS_MAX} order by kind, place`.execute(db)
  return rows
}

export interface Neighbours {
  previous: NeedRow | null
  next: NeedRow | null
  count: number
  isExact: boolean
  isWaiting: boolean
}

type Side = 'previous' | 'next' | 'itself'

/** The records on both sides of one in the order of their ids, which stays when the one in the middle is done. */
export async function beside(db: Db, waiting: RawBuilder<unknown>, id: number): Promise<Neighbours> {
  const side = (name: Side, condition: RawBuilder<unknown>) => sql`(
    select ${sql.lit(name)} as side, w.* from (${waiting}) w where ${condition} limit 1)`
  const { rows } = await sql<NeedRow & { side: Side }>`
    ${side('previous', sql`id < ${id} order by id desc`)}
    union all ${side('next', sql`id > ${id} order by id`)}
    union all ${side('itself', sql`id = ${id}`)}`.execute(db)
  const counts = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from (${waiting}) w limit ${LIMIT}) c`.execute(db)
  const count = counts.rows[0]?.count ?? 0
  const of = (name: Side) => {
    const found = rows.find((row) => row.side === name)
    return found ? rowOf(found) : null
  }
  return {
    previous: of('previous'),
    next: of('next'),
    count: Math.min(count, NEEDS_COUNTED_MAX),
    isExact: count <= NEEDS_COUNTED_MAX,
    isWaiting: of('itself') !== null,
  }
}

/** A row without what it was found with. */
export const rowOf = ({
  id,
  meetingId,
  projectId,
  title,
  hint,
  quantity,
  stage,
  dueTime,
  sinceTime,
}: NeedRow): NeedRow => ({ id, meetingId, projectId, title, hint, quantity, stage, dueTime, sinceTime })
