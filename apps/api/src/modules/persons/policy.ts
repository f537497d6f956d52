import { ROLES_OF_KIND, type OrgType, type Person } from '@consilium/contract/persons.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'

/** Narrows a query of people; what is not set does not narrow. */
export interface PeopleScope {
  unitType?: OrgType
  /** Accounts of one organization: the main account and those below it. */
  mainUserId?: number
  /** Accounts below a main account, without itself. */
  parentUserId?: number
}

/** The people that a caller may read and change one by one. */
export const peopleOf = (actor: Actor): PeopleScope =>
  reachesAll(actor) ? {} : { mainUserId: actor.mainUserId }

/** The people that the general list shows: a main account's own row is not among them. */
export const peopleBelow = (actor: Actor): PeopleScope =>
  reachesAll(actor) ? {} : { parentUserId: actor.userId }

type Subject = Pick<Person, 'userId' | 'role' | 'orgId' | 'unitType' | 'archivedTime'>

const keeps = (actor: Actor, person: Subject) =>
  reachesAll(actor) || (actor.userId === actor.mainUserId && actor.orgId === person.orgId)

/** Why a person stays as it is: nobody locks itself out, and an organization keeps its main person. */
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
  // A main account resets the passwords of its people, managers and administrators those of main accounts, too.
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

/** The main person of an executor is called as the unit is. */
export const mayRename = (person: Pick<Person, 'role' | 'unitType' | 'name'>, name: string) =>
  person.role !== 'admin' || person.unitType !== 'executor' || person.name === name
