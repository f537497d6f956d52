import { overviewRoutes as routes } from '@consilium/contract/overviews/overviews.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Overviews } from './service.ts'

export function bindOverviews(on: Bind, overviews: Overviews): void {
  on(routes.home, ({ actor }) => overviews.home(actor))
  on(routes.beside, ({ actor, query }) => overviews.beside(actor, query))
  on(routes.project, ({ actor, params }) => overviews.project(actor, params.projectId))
  on(routes.meetingTimeline, ({ actor, params }) => overviews.timeline(actor, params.meetingId))
}
