import type { Page } from '@consilium/contract/envelope.ts'
import { errorMessage, type Language } from '@consilium/contract/errors.ts'
import {
  PERSON_ROLE_LABELS,
  ROLES_OF_KIND,
  type OrgType,
  type Person,
  type PersonCreate,
  type PersonKindQuery,
  type PersonQuery,
  type PersonUpdate,
} from '@consilium/contract/persons.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { namingReferences } from '../../domain/references.ts'
import { reachesAll, type Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { badFields, Refusal, refuseField } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import { exportColumns } from './export-columns.ts'
import { createImports } from './imports.ts'
import { orgToJoin } from './org-to-join.ts'
import { abilitiesOn, fixedBecause, mayRename, peopleBelow, peopleOf, type PeopleScope } from './policy.ts'
import * as repository from './repository.ts'

const rolesIn = (orgType: OrgType, language: Language) =>
  ROLES_OF_KIND[orgType].map((role) => PERSON_ROLE_LABELS[role][language])

/** The message for a role that does not exist in this kind of organization. */
const rolesExpected = (orgType: OrgType) => ({
  'zh-CN': errorMessage('PERSON_ROLE_UNKNOWN', 'zh-CN', { roles: rolesIn(orgType, 'zh-CN').join('或') }),
  en: errorMessage('PERSON_ROLE_UNKNOWN', 'en', { roles: rolesIn(orgType, 'en').join(' / ') }),
})

export interface AdminToOpen {
  userId: number
  orgId: number
  unitType: OrgType
  name: string
  department: string | null
  position: string | null
}

type PersonToJoin = Omit<PersonCreate, 'password'> & { passwordHash: string }

export function createPersons(
  context: Context,
  { accounts, dictionaries }: { accounts: Accounts; dictionaries: Dictionaries },
) {
  const { db, clock } = context
  const view = (actor: Actor, row: repository.PersonRow): Person => ({
    ...row,
    abilities: abilitiesOn(actor, row),
  })
  const viewPage = (actor: Actor, { total, rows }: Page<repository.PersonRow>): Page<Person> => ({
    total,
    rows: rows.map((row) => view(actor, row)),
  })

  const listed = (actor: Actor, unitType: OrgType | undefined): PeopleScope => ({
    ...peopleBelow(actor),
    ...(unitType ? { unitType } : {}),
  })

  async function find(actor: Actor, personId: number): Promise<Person> {
    const [row] = await repository.findPersons(db, peopleOf(actor), [personId])
    if (!row) throw new Refusal('NOT_FOUND')
    return view(actor, row)
  }

  function requireFree(actor: Actor, person: Person): void {
    const fixed = fixedBecause(actor, person)
    if (fixed) throw new Refusal(fixed)
  }

  async function listKind(actor: Actor, unitType: OrgType, query: PersonKindQuery): Promise<Page<Person>> {
    return viewPage(actor, await repository.listPersons(db, { ...peopleOf(actor), unitType }, query))
  }

  /** Creates the sub-account and the person in the caller's transaction and returns the person's id. */
  async function join(within: Db, orgId: number, body: PersonToJoin): Promise<number> {
    const unit = await repository.lockUnit(within, orgId)
    if (!ROLES_OF_KIND[unit.orgType].includes(body.role))
      throw badFields(['role'], rolesExpected(unit.orgType))
    const userId = await accounts.open(within, {
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

  return {
    find,

    /** The person of an account, without an access check; null for accounts outside organizations. */
    async findByUser(actor: Actor, userId: number): Promise<Person | null> {
      const row = await repository.findPersonOfUser(db, userId)
      return row ? view(actor, row) : null
    },

    /** Creates the admin person of an organization, in the transaction that creates the organization. */
    async openAdmin(within: Db, admin: AdminToOpen): Promise<number> {
      return repository.insertPerson(within, { ...admin, role: 'admin', bankRegion: null })
    },

    renameAdmin: repository.renameAdmin,

    /** Deletes an organization's people and returns the ids of their accounts, including the main account. */
    removeOfOrganization: repository.deletePersonsOfOrganization,

    imports: createImports(context, { accounts }),

    async list(actor: Actor, { unitType, ...query }: PersonQuery): Promise<Page<Person>> {
      return viewPage(actor, await repository.listPersons(db, listed(actor, unitType), query))
    },

    /** The people of `list`, as a file. */
    async export(
      actor: Actor,
      { unitType, ...query }: Omit<PersonQuery, 'pageNum' | 'pageSize'>,
      language: Language,
    ): Promise<FileAnswer> {
      return exportFile({
        name: { 'zh-CN': '人员', en: 'people' },
        language,
        today: clock.today(),
        columns: exportColumns(language, await dictionaries.labels(language)),
        async batch(after) {
          const { rows, next } = await repository.batchOfPersons(db, listed(actor, unitType), query, after)
          return { rows: rows.map((row) => view(actor, row)), next }
        },
      })
    },

    listExecutors: (actor: Actor, query: PersonKindQuery) => listKind(actor, 'executor', query),
    listSponsors: (actor: Actor, query: PersonKindQuery) => listKind(actor, 'sponsor', query),

    async create(actor: Actor, { password, ...body }: PersonCreate): Promise<Person> {
      const orgId = orgToJoin(actor, body.orgId)
      if (!reachesAll(actor) && body.status !== '0') throw refuseField('STARTS_ACTIVE', 'status')
      const passwordHash = await accounts.hashNewPassword(password, [body.userName, body.phone, body.name])
      const person = { ...body, passwordHash }
      const personId = await inTransaction(db, (trx) => join(trx, orgId, person))
      return find(actor, personId)
    },

    async update(actor: Actor, { personId, version, phone, ...change }: PersonUpdate): Promise<Person> {
      const person = await find(actor, personId)
      if (change.name !== undefined && !mayRename(person, change.name))
        throw refuseField('EXECUTOR_NAME_FIXED', 'name')
      const notifyOwner = await inTransaction(db, async (trx) => {
        if (!(await repository.updatePerson(trx, personId, change, version)))
          throw new Refusal('STALE_RECORD')
        return accounts.givePhone(trx, actor, person.userId, phone)
      })
      notifyOwner()
      return find(actor, personId)
    },

    async changeStatus(actor: Actor, personId: number, status: '0' | '1'): Promise<Person> {
      const person = await find(actor, personId)
      requireFree(actor, person)
      if (person.archivedTime !== null) throw new Refusal('RECORD_ARCHIVED')
      await inTransaction(db, (trx) => accounts.setStatus(trx, person.userId, status))
      return find(actor, personId)
    },

    /**
     * Changes the role of the person and of the account. Ends its sessions, so that none keeps the access of the old
     * role.
     */
    async changeRole(actor: Actor, personId: number, role: PersonCreate['role']): Promise<Person> {
      const person = await find(actor, personId)
      requireFree(actor, person)
      if (person.archivedTime !== null) throw new Refusal('RECORD_ARCHIVED')
      if (!ROLES_OF_KIND[person.unitType].includes(role))
        throw badFields(['role'], rolesExpected(person.unitType))
      await inTransaction(db, async (trx) => {
        const changed = await repository.setRole(trx, personId, { from: person.role, to: role })
        if (!changed) throw new Refusal('STALE_RECORD')
        await accounts.changeRole(trx, person.userId, role)
      })
      return find(actor, personId)
    },

    /** Archives or restores a person. */
    async archive(actor: Actor, personId: number, archived: boolean): Promise<Person> {
      const person = await find(actor, personId)
      requireFree(actor, person)
      await inTransaction(db, (trx) => accounts.archive(trx, [person.userId], archived))
      return find(actor, personId)
    },

    async remove(actor: Actor, personIds: readonly number[]): Promise<null> {
      const people = await repository.findPersons(db, peopleOf(actor), personIds)
      if (people.length < personIds.length) throw new Refusal('NOT_FOUND')
      const fixed = people.map((person) => fixedBecause(actor, person)).find((reason) => reason !== null)
      if (fixed) throw new Refusal(fixed)
      const accountIds = people.map(({ userId }) => userId)
      const deletion = () =>
        inTransaction(db, async (trx) => {
          const userIds = await repository.deletePersons(trx, personIds)
          if (userIds.length < personIds.length) throw new Refusal('NOT_FOUND')
          await accounts.removeAccounts(trx, userIds)
        })
      await namingReferences(db, actor, { target: 'account', ids: accountIds }, deletion)
      return null
    },
  }
}

export type Persons = ReturnType<typeof createPersons>
