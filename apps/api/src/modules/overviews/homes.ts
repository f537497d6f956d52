import {
  NEEDS_COUNTED_MAX,
  type Home,
  type Need,
  type NeedsBeside,
} from '@consilium/contract/overviews/overviews.ts'
import type { NeedKind } from '@consilium/contract/overviews/overviews.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal } from '../../infra/refusal.ts'
import { ownSignatures, submissionsOf, type FoundNeed } from './approval-repository.ts'
import { earningsOf, nextMeetings, runningMoney } from './money-repository.ts'
import { beside, rowOf, submissions, tasks } from './needs-repository.ts'
import { openMeetings, type OpenMeetings } from './open-repository.ts'
import { needsOf, waitingStages } from './policy.ts'
import type { Scope } from './scope.ts'
import { tasksAt, type TaskScope } from './task-repository.ts'

/** Kinds that are found in the open meetings. */
const AT_MEETINGS: readonly NeedKind[] = [
  'stages',
  'signatures',
  'materials',
  'reviews',
  'invoices',
  'supervisions',
]

const taskScope = ({ clock }: Scope, actor: Actor, { ids }: OpenMeetings): TaskScope => ({
  ids,
  stages: waitingStages(actor),
  kinds: needsOf(actor).filter((kind) => AT_MEETINGS.includes(kind)),
  now: clock.wire(),
})

/** Groups what was found by kind, in the order of the policy. */
function grouped(kinds: readonly NeedKind[], found: readonly FoundNeed[], isExact: boolean): Need[] {
  const byKind = Map.groupBy(found, ({ kind }) => kind)
  return kinds.flatMap((kind) => {
    const rows = byKind.get(kind) ?? []
    const count = rows[0]?.count ?? 0
    const isAll = count <= NEEDS_COUNTED_MAX && (isExact || !AT_MEETINGS.includes(kind))
    return [{ kind, count: Math.min(count, NEEDS_COUNTED_MAX), isExact: isAll, rows: rows.map(rowOf) }]
  })
}

const ofExpert = async ({ db, clock }: Scope, actor: Actor): Promise<Home> => ({
  needs: grouped(needsOf(actor), await submissions(db, actor, [], clock.wire()), true),
  nextMeetings: [],
  money: null,
  earnings: await earningsOf(db, actor, clock.wire()),
})

/** What waits for the caller, its next meetings and their money. */
export async function homeOf(scope: Scope, actor: Actor): Promise<Home> {
  if (actor.roleType === 'doctor') return ofExpert(scope, actor)
  const { db, clock } = scope
  const kinds = needsOf(actor)
  const open = await openMeetings(db, actor)
  const at = taskScope(scope, actor, open)
  const found = [
    ...(await submissions(db, actor, kinds, clock.wire())),
    ...(at.kinds.length > 0 ? await tasks(db, at) : []),
  ]
  const money = await runningMoney(db, open.ids, clock.wire())
  return {
    needs: grouped(kinds, found, open.isExact),
    nextMeetings: await nextMeetings(db, actor, open.ids, clock.wire()),
    money: { ...money, isExact: money.isExact && open.isExact },
    earnings: null,
  }
}

/** What waits before and after a record. Kinds of other roles are not found. */
export async function needsBeside(
  scope: Scope,
  actor: Actor,
  { kind, id }: { kind: NeedKind; id: number },
): Promise<NeedsBeside> {
  const { db, clock } = scope
  if (!needsOf(actor).includes(kind)) throw new Refusal('NOT_FOUND')
  if (actor.roleType === 'doctor') return beside(db, ownSignatures(actor, clock.wire()), id)
  const submitted = submissionsOf(actor, kind)
  if (submitted) return beside(db, submitted, id)
  const at = taskScope(scope, actor, await openMeetings(db, actor))
  return beside(db, tasksAt({ ...at, kinds: [kind] }), id)
}
