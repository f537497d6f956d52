import { personRoutes as routes } from '@consilium/contract/persons/persons.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Persons } from './service.ts'

export function bindPersons(on: Bind, persons: Persons): void {
  const { imports } = persons
  on(routes.list, ({ actor, query }) => persons.list(actor, query))
  on(routes.executorList, ({ actor, query }) => persons.listExecutors(actor, query))
  on(routes.sponsorList, ({ actor, query }) => persons.listSponsors(actor, query))
  on(routes.export, ({ actor, body, language }) => persons.export(actor, body, language))
  on(routes.importTemplate, ({ language }) => imports.template(language))
  on(routes.import, ({ actor, query, upload, language }) =>
    imports.start(actor, upload, { orgId: query.orgId, async: query.async ?? false, language }),
  )
  on(routes.importProgress, ({ actor, params }) => imports.find(actor, params.importId))
  on(routes.importFailures, ({ actor, params, language }) =>
    imports.failures(actor, params.importId, language),
  )
  on(routes.get, ({ actor, params }) => persons.find(actor, params.personId))
  on(routes.create, ({ actor, body }) => persons.create(actor, body))
  on(routes.update, ({ actor, body }) => persons.update(actor, body))
  on(routes.changeStatus, ({ actor, body }) => persons.changeStatus(actor, body.personId, body.status))
  on(routes.changeRole, ({ actor, body }) => persons.changeRole(actor, body.personId, body.role))
  on(routes.archive, ({ actor, body }) => persons.archive(actor, body.personId, body.archived))
  on(routes.remove, ({ actor, params }) => persons.remove(actor, params.personId))
}
