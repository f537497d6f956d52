import { reminderRoutes as routes } from '@consilium/contract/notices/reminder-rules.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Reminders } from './service.ts'

export function bindReminders(on: Bind, reminders: Reminders): void {
  on(routes.rules, () => reminders.rules())
  on(routes.createRule, ({ actor, body }) => reminders.createRule(actor, body))
  on(routes.preview, ({ actor, query }) => reminders.preview(actor, query.meetingId))
}
