import type { Person, PersonCreate, PersonUpdate } from '@consilium/contract/persons/persons.ts'
import type { Actor } from '../../domain/actor.ts'
import { namingReferences } from '../../domain/references.ts'
import { inTransaction } from '../../infra/db/database.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { fixedBecause, mayRename, peopleOf } from './policy.ts'
import { findPerson } from './reading.ts'
import * as repository from './repository.ts'
import { requireRoleOfKind } from './roles.ts'
import type { Scope } from './scope.ts'

/** Refuses the caller's own person and the admin person of an organization. */
function requireChangeable(actor: Actor, person: Person): void {
  const reason = fixedBecause(actor, person)
  if (reason) throw new Refusal(reason)
}

async function findActive(scope: Scope, actor: Actor, personId: number): Promise<Person> {
  const person = await findPerson(scope, actor, personId)
  requireChangeable(actor, person)
  if (person.archivedTime !== null) throw new Refusal('RECORD_ARCHIVED')
  return person
}

export async function updatePerson(
  scope: Scope,
  actor: Actor,
  { personId, version, phone, ...change }: PersonUpdate,
): Promise<void> {
  const person = await findPerson(scope, actor, personId)
  if (change.name !== undefined && !mayRename(person, change.name))
    throw refuseField('EXECUTOR_NAME_FIXED', 'name')
  const notifyOwner = await inTransaction(scope.db, async (trx) => {
    if (!(await repository.updatePerson(trx, personId, change, version))) throw new Refusal('STALE_RECORD')
    return scope.accounts.givePhone(trx, actor, person.userId, phone)
  })
  notifyOwner()
}

export async function changeStatus(
  scope: Scope,
  actor: Actor,
  personId: number,
  status: '0' | '1',
): Promise<void> {
  const { userId } = await findActive(scope, actor, personId)
  await inTransaction(scope.db, (trx) => scope.accounts.setStatus(trx, userId, status))
}

/**
 * Changes the role of the person and of the account. Ends its sessions, so that none keeps the access of the old role.
 */
export async function changeRole(
  scope: Scope,
  actor: Actor,
  personId: number,
  role: PersonCreate['role'],
): Promise<void> {
  const person = await findActive(scope, actor, personId)
  requireRoleOfKind(person.unitType, role)
  await inTransaction(scope.db, async (trx) => {
    const changed = await repository.setRole(trx, personId, { from: person.role, to: role })
    if (!changed) throw new Refusal('STALE_RECORD')
    await scope.accounts.changeRole(trx, person.userId, role)
  })
}

/** Archives or restores a person. */
export async function archivePerson(
  scope: Scope,
  actor: Actor,
  personId: number,
  archived: boolean,
): Promise<void> {
  const person = await findPerson(scope, actor, personId)
  requireChangeable(actor, person)
  await inTransaction(scope.db, (trx) => scope.accounts.archive(trx, [person.userId], archived))
}

/** Deletes people with their accounts, all or none. */
export async function removePeople(scope: Scope, actor: Actor, personIds: readonly number[]): Promise<void> {
  const { db, accounts } = scope
  const people = await repository.findPersons(db, peopleOf(actor), personIds)
  if (people.length < personIds.length) throw new Refusal('NOT_FOUND')
  const reason = people.map((person) => fixedBecause(actor, person)).find((fixed) => fixed !== null)
  if (reason) throw new Refusal(reason)
  const deletion = () =>
    inTransaction(db, async (trx) => {
      const userIds = await repository.deletePersons(trx, personIds)
      if (userIds.length < personIds.length) throw new Refusal('NOT_FOUND')
      await accounts.removeAccounts(trx, userIds)
    })
  const ids = people.map(({ userId }) => userId)
  await namingReferences(db, actor, { target: 'account', ids }, deletion)
}
