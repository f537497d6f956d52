import { hospitalRoutes as routes } from '@consilium/contract/hospitals/hospitals.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Hospitals } from './service.ts'

export function bindHospitals(on: Bind, hospitals: Hospitals): void {
  on(routes.list, ({ query }) => hospitals.list(query))
  on(routes.export, ({ body, language }) => hospitals.export(body, language))
  on(routes.options, ({ query }) => hospitals.options(query.keyword))
  on(routes.unresolved, ({ query }) => hospitals.unresolved(query))
  on(routes.settle, ({ body }) => hospitals.settle(body))
  on(routes.importTemplate, ({ language }) => hospitals.template(language))
  on(routes.import, ({ upload, language }) => hospitals.import(upload, language))
  on(routes.get, ({ params }) => hospitals.find(params.hospitalId))
  on(routes.create, ({ body }) => hospitals.create(body))
  on(routes.update, ({ body }) => hospitals.update(body))
  on(routes.merge, ({ body }) => hospitals.merge(body))
  on(routes.remove, ({ params }) => hospitals.remove(params.hospitalId))
}
