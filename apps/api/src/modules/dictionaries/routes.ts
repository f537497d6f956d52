import { dictionaryRoutes as routes } from '@consilium/contract/dictionaries/dictionaries.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Dictionaries } from './service.ts'

export function bindDictionaries(on: Bind, dictionaries: Dictionaries): void {
  on(routes.listTypes, ({ query }) => dictionaries.listTypes(query))
  on(routes.getType, ({ params }) => dictionaries.getType(params.dictId))
  on(routes.createType, ({ body }) => dictionaries.createType(body))
  on(routes.updateType, ({ body }) => dictionaries.updateType(body))
  on(routes.removeTypes, ({ params }) => dictionaries.removeTypes(params.dictId))
  on(routes.listData, ({ query }) => dictionaries.listData(query))
  on(routes.getData, ({ params }) => dictionaries.getData(params.dictCode))
  on(routes.dataOfType, ({ params }) => dictionaries.dataOfTypes(params.dictType))
  on(routes.createData, ({ body }) => dictionaries.createData(body))
  on(routes.updateData, ({ body }) => dictionaries.updateData(body))
  on(routes.removeData, ({ params }) => dictionaries.removeData(params.dictCode))
}
