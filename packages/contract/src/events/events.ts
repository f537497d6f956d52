import { accountEvents } from './accounts.ts'
import { agreementEvents } from './agreements.ts'
import { approvalEvents } from './approvals.ts'
import { attendanceEvents } from './attendance.ts'
import { attendeeEvents } from './attendees.ts'
import { decisionEvents } from './decisions.ts'
import type { EventKind } from './event.ts'
import { expertEvents } from './experts.ts'
import { gateEvents } from './gates.ts'
import { intentEvents } from './intents.ts'
import { materialEvents } from './materials.ts'
import { meetingEvents } from './meetings.ts'
import { noticeEvents } from './notices.ts'
import { organizationEvents } from './organizations.ts'
import { paymentEvents } from './payments.ts'
import { planEvents } from './plans.ts'
import { projectEvents } from './projects.ts'

/** Every kind of event that the service writes. */
export const EVENTS: readonly EventKind[] = [
  accountEvents,
  agreementEvents,
  approvalEvents,
  attendanceEvents,
  attendeeEvents,
  decisionEvents,
  expertEvents,
  gateEvents,
  meetingEvents,
  noticeEvents,
  organizationEvents,
  paymentEvents,
  planEvents,
  projectEvents,
  ...Object.values(intentEvents),
  ...Object.values(materialEvents),
].flatMap((kinds) => Object.values(kinds))
