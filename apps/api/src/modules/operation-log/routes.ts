import { operationLogRoutes as routes } from '@consilium/contract/operation-log/operation-log.ts'
import type { Bind } from '../../domain/bind.ts'
import type { OperationLog } from './service.ts'

export function bindOperationLog(on: Bind, log: OperationLog): void {
  on(routes.list, ({ query, language }) => log.list(query, language))
  on(routes.operations, ({ language }) => log.operations(language))
  on(routes.export, ({ body, language }) => log.export(body, language))
}
