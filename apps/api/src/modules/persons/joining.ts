import type { OrgType, PersonCreate } from '@consilium/contract/persons/persons.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { refuseField } from '../../infra/refusal.ts'
import { orgActedFor } from '../../domain/org-acted-for.ts'
import * as repository from './repository.ts'
import { requireRoleOfKind } from './roles.ts'
import type { Scope } from './scope.ts'

export interface AdminToOpen {
  userId: number
  orgId: number
  unitType: OrgType
  name: string
  department: string | null
  position: string | null
}

type PersonToJoin = Omit<PersonCreate, 'password'> & { passwordHash: string }

/** Creates the sub-account and the person in the caller's transaction and returns the person's id. */
async function join(scope: Scope, within: Db, orgId: number, body: PersonToJoin): Promise<number> {
  const unit = await repository.lockUnit(within, orgId)
  requireRoleOfKind(unit.orgType, body.role)
  const userId = await scope.accounts.open(within, {
    userName: body.userName,
    passwordHash: body.passwordHash,
    phone: body.phone,
    roleType: body.role,
    parentUserId: unit.mainUserId,
    status: body.status,
    mustChangePassword: true,
  })
  return repository.insertPerson(within, {
    userId,
    orgId,
    unitType: unit.orgType,
    role: body.role,
    name: body.name,
    department: body.department ?? null,
    position: body.position ?? null,
    bankRegion: body.bankRegion ?? null,
  })
}

/** Creates a person with a sub-account of an organization and returns the person's id. */
export async function createPerson(
  scope: Scope,
  actor: Actor,
  { password, ...body }: PersonCreate,
): Promise<number> {
  const orgId = orgActedFor(actor, body.orgId)
  if (!reachesAll(actor) && body.status !== '0') throw refuseField('STARTS_ACTIVE', 'status')
  const words = [body.userName, body.phone, body.name]
  const passwordHash = await scope.accounts.hashNewPassword(password, words)
  return inTransaction(scope.db, (trx) => join(scope, trx, orgId, { ...body, passwordHash }))
}

/** Creates the admin person of an organization, in the transaction that creates the organization. */
export const openAdmin = (within: Db, admin: AdminToOpen): Promise<number> =>
  repository.insertPerson(within, { ...admin, role: 'admin', bankRegion: null })
