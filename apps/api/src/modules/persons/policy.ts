import { ROLES_OF_KIND, type OrgType, type Person } from '@consilium/contract/persons/persons.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'

/** Narrows a query of people. Undefined fields do not filter. */
export interface PeopleScope {
  unitType?: OrgType
  /** Accounts of these organizations: the main accounts and their sub-accounts. */
  mainUserIds?: readonly number[]
  /** Sub-accounts of a main account, without the main account itself. */
  parentUserId?: number
}

/** The people whose records a caller may read and change. */
export const peopleOf = (actor: Actor): PeopleScope =>
  reachesAll(actor) ? {} : { mainUserIds: actor.portfolio?.mainUserIds ?? [actor.mainUserId] }

/** The people in the general list; a main account's own record is left out. */
export const peopleBelow = (actor: Actor): PeopleScope =>
  reachesAll(actor) || actor.isLimited ? peopleOf(actor) : { parentUserId: actor.userId }

type Subject = Pick<Person, 'userId' | 'role' | 'orgId' | 'unitType' | 'archivedTime'>

const keeps = (actor: Actor, person: Subject) =>
  reachesAll(actor) ||
  (actor.userId === actor.mainUserId && actor.orgId === person.orgId) ||
  (actor.portfolio?.orgIds.includes(person.orgId) ?? false)

/**
 * Why a person cannot be disabled, archived or deleted: nobody may lock themselves out, and an organization keeps its
 * admin person.
 */
export function fixedBecause(
  actor: Actor,
  person: Pick<Subject, 'userId' | 'role'>,
): 'OWN_RECORD_FIXED' | 'ADMIN_PERSON_FIXED' | null {
  if (person.userId === actor.userId) return 'OWN_RECORD_FIXED'
  return person.role === 'admin' ? 'ADMIN_PERSON_FIXED' : null
}

export function abilitiesOn(actor: Actor, person: Subject): Person['abilities'] {
  const update = keeps(actor, person)
  const free = update && fixedBecause(actor, person) === null
  // Main accounts reset the passwords of their people; managers and administrators also those of main accounts.
  const resets = update && person.userId !== actor.userId && (free || reachesAll(actor))
  const active = free && person.archivedTime === null
  return {
    update,
    changeStatus: active,
    changeRole: active && ROLES_OF_KIND[person.unitType].length > 1,
    archive: free,
    remove: free,
    resetPassword: resets && person.archivedTime === null,
  }
}

/** The admin person of an executor always carries the name of the organization. */
export const mayRename = (person: Pick<Person, 'role' | 'unitType' | 'name'>, name: string) =>
  person.role !== 'admin' || person.unitType !== 'executor' || person.name === name
