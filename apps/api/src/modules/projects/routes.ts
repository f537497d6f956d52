import { projectPictureRoutes } from '@consilium/contract/projects/project-pictures.ts'
import { projectRoutes as routes } from '@consilium/contract/projects/projects.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Projects } from './service.ts'

export function bindProjects(on: Bind, projects: Projects): void {
  on(routes.list, ({ actor, query }) => projects.list(actor, query))
  on(routes.leadOptions, ({ query }) => projects.leadOptions(query.keyword))
  on(routes.export, ({ actor, body, language }) => projects.export(actor, body, language))
  on(routes.dimensionOptions, ({ actor, params, query }) =>
    projects.dimensionOptions(actor, params.projectId, query),
  )
  on(routes.get, ({ actor, params }) => projects.find(actor, params.projectId))
  on(routes.create, ({ actor, body }) => projects.create(actor, body))
  on(routes.update, ({ actor, body }) => projects.update(actor, body))
  on(routes.assignSponsors, ({ actor, params, body }) =>
    projects.assignSponsors(actor, params.projectId, body.sponsorAdminUserIds),
  )
  on(routes.assignExecutors, ({ actor, params, body }) =>
    projects.assignExecutors(actor, params.projectId, body.execAdminUserIds),
  )
  on(routes.setLead, ({ actor, params, body }) => projects.setLead(actor, params.projectId, body.leadUserId))
  on(routes.evaluate, ({ actor, params, body }) => projects.evaluate(actor, params.projectId, body))
  on(routes.evaluations, ({ actor, params }) => projects.evaluations(actor, params.projectId))
  on(routes.remove, ({ actor, params }) => projects.remove(actor, params.projectId))
}

export function bindProjectPictures(on: Bind, { pictures }: Pick<Projects, 'pictures'>): void {
  const { list, create, arrange, remove } = projectPictureRoutes
  on(list, ({ actor, params }) => pictures.list(actor, params.projectId))
  on(create, ({ actor, params, body }) => pictures.add(actor, params.projectId, body))
  on(arrange, ({ actor, params, body }) => pictures.arrange(actor, params.projectId, body))
  on(remove, ({ actor, params }) => pictures.remove(actor, params))
}
