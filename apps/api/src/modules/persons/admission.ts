import type { ErrorName } from '@consilium/contract/errors.ts'
import type { PersonImportRow } from '@consilium/contract/persons/persons.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Accounts } from '../accounts/service.ts'
import * as repository from './repository.ts'

/** A person to import, with the hash of the initial password; null: the first login is by SMS code. */
export type Entrant = Omit<PersonImportRow, 'password'> & { passwordHash: string | null }

type Newcomer = Pick<Entrant, 'phone' | 'name'>
type Refused = ReadonlyMap<string, ErrorName>

/** Reasons why people cannot join because their phone already has an account, by phone. */
export async function refusedByPhone(db: Db, orgId: number, people: readonly Newcomer[]): Promise<Refused> {
  const names = new Map(people.map(({ phone, name }) => [phone, name]))
  const holders = await repository.holdersOfPhones(db, [...names.keys()])
  return new Map(
    holders.map(({ phone, name, orgId: theirs }) => [
      phone,
      theirs === orgId && name === names.get(phone) ? 'PERSON_EXISTS' : 'PHONE_TAKEN',
    ]),
  )
}

/**
 * Adds people to an executor's organization, in a few statements and in the caller's transaction. Returns, by phone,
 * why the others were refused. Phones and user names must not repeat among the people.
 */
export async function admit(
  within: Db,
  accounts: Accounts,
  orgId: number,
  entrants: readonly Entrant[],
): Promise<Refused> {
  const unit = await repository.lockUnit(within, orgId)
  const opened = await accounts.openFree(
    within,
    entrants.map(({ userName, passwordHash, phone, role }) => ({
      userName,
      passwordHash,
      phone,
      roleType: role,
      parentUserId: unit.mainUserId,
      mustChangePassword: true,
    })),
  )
  await repository.insertPersons(
    within,
    entrants.flatMap(({ phone, name, role, department = null, position = null, bankRegion = null }) => {
      const userId = opened.get(phone)
      if (userId === undefined) return []
      return [{ userId, orgId, unitType: unit.orgType, role, name, department, position, bankRegion }]
    }),
  )
  const left = entrants.filter(({ phone }) => !opened.has(phone))
  const byPhone = await refusedByPhone(within, orgId, left)
  return new Map(left.map(({ phone }) => [phone, byPhone.get(phone) ?? 'USER_NAME_TAKEN']))
}
