import {
  executionIntentRoutes as executionRoutes,
  supportIntentRoutes as supportRoutes,
} from '@consilium/contract/intents/intents.ts'
import {
  publicityExecutionRoutes,
  publicitySupportRoutes,
  publicProjectRoutes,
} from '@consilium/contract/publicity/publicity.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Intents } from './service.ts'

function bindPublicitySupport(on: Bind, intents: Intents['publicitySupport']): void {
  const routes = publicitySupportRoutes
  on(routes.submit, ({ actor, body, origin }) => intents.submit(actor, body, origin))
  on(routes.check, ({ actor, query }) => intents.check(actor, query))
  on(routes.list, ({ actor, query }) => intents.list(actor, query))
  on(routes.export, ({ actor, body, language }) => intents.export(actor, body, language))
  on(routes.get, ({ actor, params }) => intents.find(actor, params.intentId))
  on(routes.update, ({ actor, body }) => intents.update(actor, body))
  on(routes.changeStatus, ({ actor, body }) => intents.changeStatus(actor, body))
  on(routes.remove, ({ actor, params }) => intents.remove(actor, params.intentId))
}

function bindPublicityExecution(on: Bind, intents: Intents['publicityExecution']): void {
  const routes = publicityExecutionRoutes
  on(routes.submit, ({ actor, body, origin }) => intents.submit(actor, body, origin))
  on(routes.check, ({ actor, query }) => intents.check(actor, query))
  on(routes.list, ({ actor, query }) => intents.list(actor, query))
  on(routes.export, ({ actor, body, language }) => intents.export(actor, body, language))
  on(routes.get, ({ actor, params }) => intents.find(actor, params.intentId))
  on(routes.update, ({ actor, body }) => intents.update(actor, body))
  on(routes.changeStatus, ({ actor, body }) => intents.changeStatus(actor, body))
  on(routes.remove, ({ actor, params }) => intents.remove(actor, params.intentId))
}

function bindSupport(on: Bind, intents: Intents['support']): void {
  on(supportRoutes.list, ({ actor, query }) => intents.list(actor, query))
  on(supportRoutes.get, ({ actor, params }) => intents.find(actor, params.intentId))
  on(supportRoutes.create, ({ actor, body }) => intents.create(actor, body))
  on(supportRoutes.update, ({ actor, body }) => intents.update(actor, body))
  on(supportRoutes.changeStatus, ({ actor, body }) => intents.changeStatus(actor, body))
  on(supportRoutes.remove, ({ actor, params }) => intents.remove(actor, params.intentId))
  on(supportRoutes.export, ({ actor, body, language }) => intents.export(actor, body, language))
}

function bindExecution(on: Bind, intents: Intents['execution']): void {
  on(executionRoutes.list, ({ actor, query }) => intents.list(actor, query))
  on(executionRoutes.get, ({ actor, params }) => intents.find(actor, params.intentId))
  on(executionRoutes.create, ({ actor, body }) => intents.create(actor, body))
  on(executionRoutes.update, ({ actor, body }) => intents.update(actor, body))
  on(executionRoutes.changeStatus, ({ actor, body }) => intents.changeStatus(actor, body))
  on(executionRoutes.remove, ({ actor, params }) => intents.remove(actor, params.intentId))
  on(executionRoutes.export, ({ actor, body, language }) => intents.export(actor, body, language))
}

export function bindIntents(on: Bind, intents: Intents): void {
  on(publicProjectRoutes.list, ({ query }) => intents.projects.list(query))
  on(publicProjectRoutes.get, ({ params }) => intents.projects.find(params.projectId))
  on(publicProjectRoutes.picture, ({ params, query }) => intents.projects.picture({ ...params, ...query }))
  bindPublicitySupport(on, intents.publicitySupport)
  bindPublicityExecution(on, intents.publicityExecution)
  bindSupport(on, intents.support)
  bindExecution(on, intents.execution)
}
