import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { OrgType, Person, PersonKindQuery, PersonQuery } from '@consilium/contract/persons/persons.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { Refusal } from '../../infra/refusal.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Label } from '../dictionaries/service.ts'
import { exportColumns } from './export-columns.ts'
import { abilitiesOn, peopleBelow, peopleOf, type PeopleScope } from './policy.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

const viewOf = (actor: Actor, row: repository.PersonRow): Person => ({
  ...row,
  abilities: abilitiesOn(actor, row),
})

const viewPage = (actor: Actor, page: Page<repository.PersonRow>): Page<Person> => ({
  ...page,
  rows: page.rows.map((row) => viewOf(actor, row)),
})

const listedFor = (actor: Actor, unitType: OrgType | undefined): PeopleScope => ({
  ...peopleBelow(actor),
  ...(unitType ? { unitType } : {}),
})

export async function findPerson({ db }: Scope, actor: Actor, personId: number): Promise<Person> {
  const [row] = await repository.findPersons(db, peopleOf(actor), [personId])
  if (!row) throw new Refusal('NOT_FOUND')
  return viewOf(actor, row)
}

/** The person of an account, without an access check; null for accounts outside organizations. */
export async function findPersonOfUser({ db }: Scope, actor: Actor, userId: number): Promise<Person | null> {
  const row = await repository.findPersonOfUser(db, userId)
  return row ? viewOf(actor, row) : null
}

export async function listPeople(
  { db }: Scope,
  actor: Actor,
  { unitType, ...query }: PersonQuery,
): Promise<Page<Person>> {
  return viewPage(actor, await repository.listPersons(db, listedFor(actor, unitType), query))
}

export async function listPeopleOfKind(
  { db }: Scope,
  actor: Actor,
  unitType: OrgType,
  query: PersonKindQuery,
): Promise<Page<Person>> {
  return viewPage(actor, await repository.listPersons(db, { ...peopleOf(actor), unitType }, query))
}

/** The people of `listPeople` as a file, with a main account's own, as the list of its type shows them. */
export function exportPeople(
  { db, clock }: Scope,
  actor: Actor,
  { unitType, ...query }: Omit<PersonQuery, 'pageNum' | 'pageSize'>,
  { language, label }: { language: Language; label: Label },
): FileAnswer {
  const scope: PeopleScope = { ...peopleOf(actor), ...(unitType ? { unitType } : {}) }
  return exportFile({
    name: { 'zh-CN': '人员', en: 'people' },
    language,
    today: clock.today(),
    columns: exportColumns(language, label),
    async batch(after) {
      const { rows, next } = await repository.batchOfPersons(db, scope, query, after)
      return { rows: rows.map((row) => viewOf(actor, row)), next }
    },
  })
}
