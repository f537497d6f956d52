import { projectEvents } from '@consilium/contract/events/projects.ts'
import { DICTIONARY_LABELS } from '@consilium/contract/labels.ts'
import type { OrgType } from '@consilium/contract/persons/persons.ts'
import type { ProjectCreate } from '@consilium/contract/projects/projects.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { executorAssignments, sponsorAssignments, type Assignments } from './assignment-repository.ts'
import { carry } from '../dimensions/service.ts'
import { notifyChanged } from './changing.ts'
import { mayLead } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'
import { requireView } from './view.ts'

interface AssignmentKind {
  orgType: OrgType
  field: string
  assignments: Assignments
}

export const SPONSORS: AssignmentKind = {
  orgType: 'sponsor',
  field: 'sponsorAdminUserIds',
  assignments: sponsorAssignments,
}
export const EXECUTORS: AssignmentKind = {
  orgType: 'executor',
  field: 'execAdminUserIds',
  assignments: executorAssignments,
}

async function requireAssignable(
  { organizations }: Scope,
  trx: Db,
  kind: AssignmentKind,
  userIds: number[],
): Promise<void> {
  const active = await organizations.activeMainAccounts(trx, kind.orgType, userIds)
  const refused = userIds.filter((userId) => !active.some((account) => account.userId === userId))
  if (refused.length === 0) return
  throw refuseField('ORGANIZATION_NOT_ASSIGNABLE', kind.field, {
    kind: DICTIONARY_LABELS.org_type[kind.orgType],
    ids: refused.join(', '),
  })
}

/**
 * A limited manager adds and removes sponsors of its portfolio only, and at least one of a project's stays: with the last one
 * the project would leave its reach.
 */
function requireOwnSponsors(
  { portfolio }: Actor,
  { added, removed, kept }: Record<'added' | 'removed' | 'kept', readonly number[]>,
): void {
  if (portfolio === null) return
  const isOwn = (userId: number) => portfolio.mainUserIds.includes(userId)
  const leavesOwn = kept.length === 0 ? removed.length === 0 : kept.some(isOwn)
  if (![...added, ...removed].every(isOwn) || !leavesOwn)
    throw refuseField('PORTFOLIO_LIMITED', SPONSORS.field)
}

interface Assigned {
  projectId: number
  userIds: readonly number[]
}

/** Replaces the assigned accounts of a project that the transaction has locked or created. */
async function replaceAssigned(
  scope: Scope,
  trx: Db,
  actor: Actor,
  kind: AssignmentKind,
  { projectId, userIds }: Assigned,
): Promise<void> {
  const current = await kind.assignments.list(trx, projectId)
  const added = userIds.filter((userId) => !current.includes(userId))
  const removed = current.filter((userId) => !userIds.includes(userId))
  if (kind === SPONSORS) requireOwnSponsors(actor, { added, removed, kept: userIds })
  await requireAssignable(scope, trx, kind, added)
  if (added.length > 0) await kind.assignments.add(trx, projectId, added)
  if (removed.length > 0) await kind.assignments.remove(trx, projectId, removed)
}

/**
 * Replaces the assigned accounts. An account disabled after its assignment may remain, because its meetings prevent
 * its removal.
 */
export async function assignAccounts(
  scope: Scope,
  actor: Actor,
  kind: AssignmentKind,
  assigned: Assigned,
): Promise<void> {
  const { projectId } = assigned
  await requireView(scope, actor, projectId)
  await inTransaction(scope.db, async (trx) => {
    // The lock on the project serializes concurrent replacements: the result is one of the sets, never a mixture.
    if (!(await repository.touchProject(trx, projectId))) throw new Refusal('NOT_FOUND')
    await replaceAssigned(scope, trx, actor, kind, assigned)
    await notifyChanged(scope, trx, actor, projectId)
  })
}

async function requireEligible({ accounts }: Scope, db: Db, leadUserId: number): Promise<void> {
  const [account] = await accounts.findMany(db, [leadUserId])
  if (!account || !mayLead(account)) throw refuseField('LEAD_NOT_ELIGIBLE', 'leadUserId')
}

export async function setLead(
  scope: Scope,
  actor: Actor,
  projectId: number,
  leadUserId: number | null,
): Promise<void> {
  await requireView(scope, actor, projectId)
  if (leadUserId !== null) await requireEligible(scope, scope.db, leadUserId)
  await inTransaction(scope.db, async (trx) => {
    await repository.setLead(trx, projectId, leadUserId)
    await notifyChanged(scope, trx, actor, projectId)
  })
}

/** Creates a project and assigns it; nothing is created if somebody cannot be assigned. Returns its id. */
export async function createAssigned(
  scope: Scope,
  actor: Actor,
  { sponsorAdminUserIds, execAdminUserIds, leadUserId, ...project }: ProjectCreate,
): Promise<number> {
  return inTransaction(scope.db, async (trx) => {
    const projectId = await repository.insertProject(trx, actor.userId, project)
    if (sponsorAdminUserIds)
      await replaceAssigned(scope, trx, actor, SPONSORS, { projectId, userIds: sponsorAdminUserIds })
    await carry(trx, actor, { projectId, sponsorUserIds: sponsorAdminUserIds ?? [] }, project)
    if (execAdminUserIds)
      await replaceAssigned(scope, trx, actor, EXECUTORS, { projectId, userIds: execAdminUserIds })
    if (leadUserId) {
      await requireEligible(scope, trx, leadUserId)
      await repository.setLead(trx, projectId, leadUserId)
    }
    await scope.eventLog.record(trx, projectEvents.created, {
      recordId: projectId,
      actorId: actor.userId,
      fields: {},
    })
    return projectId
  })
}
