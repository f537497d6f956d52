import { attendeeRoutes as routes } from '@consilium/contract/attendees/attendees.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Attendees } from './service.ts'

export function bindAttendees(on: Bind, attendees: Attendees): void {
  on(routes.list, ({ actor, query }) => attendees.list(actor, query))
  on(routes.export, ({ actor, body, language }) => attendees.export(actor, body, language))
  on(routes.summary, ({ actor, query }) => attendees.summary(actor, query.meetingId))
  on(routes.agreements, ({ actor, query }) => attendees.openAgreements(actor, query.attendeeIds))
  on(routes.readSheet, ({ upload }) => attendees.readSheet(upload))
  on(routes.known, ({ actor, body }) => attendees.known(actor, body.meetingId, body.phones))
  on(routes.remind, ({ actor, body }) => attendees.remind(actor, body.attendeeIds))
  on(routes.get, ({ actor, params }) => attendees.find(actor, params.attendeeId))
  on(routes.create, ({ actor, body }) => attendees.create(actor, body))
  on(routes.update, ({ actor, body }) => attendees.update(actor, body))
  on(routes.reply, ({ actor, body }) => attendees.reply(actor, body))
  on(routes.withdrawAmendment, ({ actor, params }) => attendees.withdrawAmendment(actor, params.attendeeId))
  on(routes.remove, ({ actor, params }) => attendees.remove(actor, params.attendeeId))
}
