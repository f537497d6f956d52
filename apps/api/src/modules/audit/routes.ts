import { auditRoutes as routes } from '@consilium/contract/audit.ts'
import type { Bind } from '../../infra/http/bind.ts'
import type { Audit } from './service.ts'

export function bindAudit(on: Bind, audit: Audit): void {
  on(routes.list, ({ query, language }) => audit.list(query, language))
  on(routes.export, ({ body, language }) => audit.export(body, language))
}
