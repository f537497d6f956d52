import { accountEvents } from './accounts.ts'
import { agreementEvents } from './agreements.ts'
import { attendeeEvents } from './attendees.ts'
import type { EventKind } from './event.ts'
import { expertEvents } from './experts.ts'
import { gateEvents } from './gates.ts'
import { meetingEvents } from './meetings.ts'
import { organizationEvents } from './organizations.ts'
import { paymentEvents } from './payments.ts'
import { planEvents } from './plans.ts'

/** Every kind of event that the service writes. */
export const EVENTS: readonly EventKind[] = [
  accountEvents,
  agreementEvents,
  attendeeEvents,
  expertEvents,
  gateEvents,
  meetingEvents,
  organizationEvents,
  paymentEvents,
  planEvents,
].flatMap((kinds) => Object.values(kinds))
