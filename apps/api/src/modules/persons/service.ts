import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type {
  Person,
  PersonCreate,
  PersonKindQuery,
  PersonQuery,
  PersonUpdate,
} from '@consilium/contract/persons/persons.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import { archivePerson, changeRole, changeStatus, removePeople, updatePerson } from './changing.ts'
import { createImports } from './imports.ts'
import { createPerson, openAdmin } from './joining.ts'
import { exportPeople, findPerson, findPersonOfUser, listPeople, listPeopleOfKind } from './reading.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

/** People of organizations, each with an account. */
export function createPersons(
  context: Context,
  { accounts, dictionaries }: { accounts: Accounts; dictionaries: Dictionaries },
) {
  const scope: Scope = { db: context.db, clock: context.clock, accounts }
  const find = (actor: Actor, personId: number): Promise<Person> => findPerson(scope, actor, personId)

  return {
    find,
    findByUser: (actor: Actor, userId: number) => findPersonOfUser(scope, actor, userId),
    openAdmin,
    renameAdmin: repository.renameAdmin,

    /** Deletes an organization's people and returns the ids of their accounts, including the main account. */
    removeOfOrganization: repository.deletePersonsOfOrganization,

    imports: createImports(context, { accounts }),

    list: (actor: Actor, query: PersonQuery): Promise<Page<Person>> => listPeople(scope, actor, query),
    listExecutors: (actor: Actor, query: PersonKindQuery) =>
      listPeopleOfKind(scope, actor, 'executor', query),
    listSponsors: (actor: Actor, query: PersonKindQuery) => listPeopleOfKind(scope, actor, 'sponsor', query),

    async export(
      actor: Actor,
      query: Omit<PersonQuery, 'pageNum' | 'pageSize'>,
      language: Language,
    ): Promise<FileAnswer> {
      const label = await dictionaries.labels(language)
      return exportPeople(scope, actor, query, { language, label })
    },

    create: async (actor: Actor, body: PersonCreate): Promise<Person> =>
      find(actor, await createPerson(scope, actor, body)),

    async update(actor: Actor, body: PersonUpdate): Promise<Person> {
      await updatePerson(scope, actor, body)
      return find(actor, body.personId)
    },

    async changeStatus(actor: Actor, personId: number, status: '0' | '1'): Promise<Person> {
      await changeStatus(scope, actor, personId, status)
      return find(actor, personId)
    },

    async changeRole(actor: Actor, personId: number, role: PersonCreate['role']): Promise<Person> {
      await changeRole(scope, actor, personId, role)
      return find(actor, personId)
    },

    async archive(actor: Actor, personId: number, archived: boolean): Promise<Person> {
      await archivePerson(scope, actor, personId, archived)
      return find(actor, personId)
    },

    async remove(actor: Actor, personIds: readonly number[]): Promise<null> {
      await removePeople(scope, actor, personIds)
      return null
    },
  }
}

export type Persons = ReturnType<typeof createPersons>
