import { calendarRoutes as routes } from '@consilium/contract/calendars/calendars.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Calendars } from './service.ts'

export function bindCalendars(on: Bind, calendars: Calendars): void {
  on(routes.meeting, ({ actor, params, language }) => calendars.meeting(actor, params.attendeeId, language))
  on(routes.feed, ({ actor }) => calendars.feed(actor))
  on(routes.renewFeed, ({ actor }) => calendars.renewFeed(actor))
  on(routes.endFeed, ({ actor }) => calendars.endFeed(actor))
  on(routes.readFeed, ({ params, language }) => calendars.readFeed(params.token, language))
}
