import { paperRoutes as routes } from '@consilium/contract/signing/papers.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Papers } from './service.ts'

export function bindPapers(on: Bind, papers: Papers): void {
  on(routes.verify, ({ params }) => papers.verify(params.code))
}
