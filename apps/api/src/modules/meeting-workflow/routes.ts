import { meetingRoutes as routes } from '@consilium/contract/meetings/meetings.ts'
import type { Bind } from '../../domain/bind.ts'
import type { MeetingWorkflow } from './service.ts'

export function bindMeetingWorkflow(on: Bind, meetings: MeetingWorkflow): void {
  on(routes.list, ({ actor, query }) => meetings.list(actor, query))
  on(routes.overview, ({ actor }) => meetings.overview(actor))
  on(routes.export, ({ actor, body, language }) => meetings.export(actor, body, language))
  on(routes.get, ({ actor, params }) => meetings.find(actor, params.meetingId))
  on(routes.create, ({ actor, body }) => meetings.create(actor, body))
  on(routes.update, ({ actor, body }) => meetings.update(actor, body))
  on(routes.changeStage, ({ actor, body }) => meetings.changeStage(actor, body))
  on(routes.remove, ({ actor, params }) => meetings.remove(actor, params.meetingId))
}
