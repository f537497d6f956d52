import { fileRoutes as routes } from '@consilium/contract/files/files.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Files } from './service.ts'

export function bindFiles(on: Bind, files: Files): void {
  on(routes.upload, ({ actor, upload }) => files.upload(actor, upload))
  on(routes.get, ({ actor, params, query }) => files.read(actor, params.fileId, query))
  on(routes.getPersonal, ({ actor, params, query }) => files.readPersonal(actor, params.fileId, query))
}
