import { agreementEvents } from '@consilium/contract/events/agreements.ts'
import { attendeeEvents } from '@consilium/contract/events/attendees.ts'
import { decisionEvents } from '@consilium/contract/events/decisions.ts'
import { intentEvents } from '@consilium/contract/events/intents.ts'
import { materialEvents } from '@consilium/contract/events/materials.ts'
import { meetingEvents } from '@consilium/contract/events/meetings.ts'
import { projectEvents } from '@consilium/contract/events/projects.ts'
import type { EventKind } from '@consilium/contract/events/event.ts'
import type { RecordEvents } from '@consilium/contract/events/records.ts'
import type { EventKind as EntryKind } from '@consilium/contract/overviews/overviews.ts'
import { on, type Handler } from '../../infra/event-log/event-log.ts'
import type { Reader } from '../../infra/event-log/reading.ts'
import { TIMELINE_READER, type Timelines, type Told } from '../../modules/timelines/service.ts'
import * as told from './told-repository.ts'

type Tell = (recordId: number) => Told

const KINDS = [
  ['materialAdded', 'meeting_material', 'title', materialEvents.meetingMaterial],
  ['invoiceAdded', 'meeting_invoice', 'invoice_number', materialEvents.meetingInvoice],
  ['supervised', 'meeting_supervisor_record', 'supervisor_name', materialEvents.meetingSupervisor],
  ['reviewed', 'meeting_audit_log', 'audit_item', materialEvents.meetingAuditLog],
] as const

/**
 * Writes the time lines of meetings and projects. An entry is read from its record when the event is handled, so that an
 * event that is read again writes the same; a record that is gone by then has no entry, and one that is removed loses its own.
 */
export function createTimelineReader({ put, remove }: Pick<Timelines, 'put' | 'remove'>): Reader {
  const tells = (kind: EventKind, ...tell: Tell[]): Handler =>
    on(kind, async (trx, { recordId }) => {
      for (const each of tell) await put(trx, each(recordId))
    })
  const removes = (kind: EventKind, ...entries: EntryKind[]): Handler =>
    on(kind, (trx, { recordId }) => remove(trx, entries, recordId))
  const follows = (events: RecordEvents, kind: EntryKind, tell: Tell): Handler[] => [
    tells(events.created, tell),
    tells(events.changed, tell),
    removes(events.removed, kind),
  ]

  return {
    name: TIMELINE_READER,
    begins: 'beginning',
    handlers: [
      tells(projectEvents.created, told.projectCreated),
      tells(meetingEvents.created, told.meetingCreated),
      on(meetingEvents.stageChanged, (trx, { recordId, fields }) =>
        put(trx, told.stageChanges(recordId, fields)),
      ),
      tells(attendeeEvents.invited, told.invited),
      tells(attendeeEvents.changed, told.invited, told.signed),
      removes(attendeeEvents.removed, 'invited', 'signed'),
      tells(agreementEvents.signed, told.signed),
      ...KINDS.flatMap(([kind, table, subject, events]) =>
        follows(events, kind, told.recordAdded(kind, table, subject)),
      ),
      ...follows(intentEvents.support, 'supportOffered', told.supportOffered),
      ...follows(intentEvents.execution, 'signedUp', told.signedUp),
      tells(decisionEvents.waiverAsked, told.waiverAsked),
      tells(decisionEvents.waiverDecided, told.waiverDecided),
      tells(decisionEvents.budgetAsked, told.budgetAsked),
      tells(decisionEvents.budgetDecided, told.budgetDecided),
    ],
  }
}
