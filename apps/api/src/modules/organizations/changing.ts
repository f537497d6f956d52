import type { OrganizationUpdate } from '@consilium/contract/organizations/organizations.ts'
import type { Actor } from '../../domain/actor.ts'
import { namingReferences } from '../../domain/references.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { maySetSurchargeRate, ownedBy } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** The organization within the caller's access. Throws NOT_FOUND. */
export async function findRow(
  { db }: Scope,
  actor: Actor,
  orgId: number,
): Promise<repository.OrganizationRow> {
  const row = await repository.findOrganization(db, ownedBy(actor), orgId)
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

export async function updateOrganization(
  scope: Scope,
  actor: Actor,
  { orgId, version, ...change }: OrganizationUpdate,
): Promise<void> {
  const { orgType } = await findRow(scope, actor, orgId)
  if (change.surchargeRate !== undefined && !maySetSurchargeRate(actor))
    throw refuseField('FORBIDDEN', 'surchargeRate')
  await inTransaction(scope.db, async (trx) => {
    if (!(await repository.updateOrganization(trx, orgId, change, version))) throw new Refusal('STALE_RECORD')
    if (orgType === 'executor' && change.orgName !== undefined)
      await scope.persons.renameAdmin(trx, orgId, change.orgName)
  })
}

/** An organization has no status of its own: it is the status of its main account. */
export async function changeStatus(
  scope: Scope,
  actor: Actor,
  orgId: number,
  status: '0' | '1',
): Promise<void> {
  const { mainUserId, archivedTime } = await findRow(scope, actor, orgId)
  if (archivedTime !== null) throw new Refusal('RECORD_ARCHIVED')
  await inTransaction(scope.db, (trx) => scope.accounts.setStatus(trx, mainUserId, status))
}

/** Archives an organization with its people, or restores it with those who were archived with it. */
export async function archiveOrganization(
  scope: Scope,
  actor: Actor,
  orgId: number,
  archived: boolean,
): Promise<void> {
  const { mainUserId } = await findRow(scope, actor, orgId)
  await inTransaction(scope.db, (trx) => scope.accounts.archive(trx, [mainUserId], archived))
}

/** Deletes organizations with their people and accounts. Nothing is deleted if any of them is still referenced. */
export async function removeOrganizations(
  { db, accounts, persons }: Scope,
  actor: Actor,
  orgIds: readonly number[],
): Promise<void> {
  const deletion = () =>
    inTransaction(db, async (trx) => {
      const lockedIds = await repository.lockOrganizations(trx, orgIds)
      if (lockedIds.length < orgIds.length) throw new Refusal('NOT_FOUND')
      for (const orgId of lockedIds) {
        const userIds = await persons.removeOfOrganization(trx, orgId)
        await repository.deleteOrganization(trx, orgId)
        await accounts.removeAccounts(trx, userIds)
      }
    })
  await namingReferences(db, actor, { target: 'organization', ids: orgIds }, deletion)
}
