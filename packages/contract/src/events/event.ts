import type { z } from 'zod'

/** The records that events are about, named as in the addresses of the API. */
export type EventRecord =
  | 'account'
  | 'approval'
  | 'budgetChange'
  | 'executionIntent'
  | 'expert'
  | 'installation'
  | 'meeting'
  | 'meetingAttendee'
  | 'meetingAuditLog'
  | 'meetingExecutor'
  | 'meetingInvoice'
  | 'meetingMaterial'
  | 'meetingSupervisor'
  | 'meetingWaiver'
  | 'message'
  | 'organization'
  | 'payment'
  | 'person'
  | 'project'
  | 'projectPlan'
  | 'publicityExecution'
  | 'publicitySupport'
  | 'specialPlan'
  | 'supportIntent'

/** The id of the installation, which is the only record of its kind. */
export const INSTALLATION_ID = 1

/**
 * A kind of event: something that happened to a record, written in the transaction in which it happened. An event is kept for
 * good, so a change of its fields is a new version, which its readers tell from the one before.
 */
export interface EventKind<Name extends string = string, Fields extends z.ZodObject = z.ZodObject> {
  readonly name: Name
  readonly version: number
  readonly record: EventRecord
  /** Ids, choices and numbers only: whoever reads an event looks names and amounts up, as far as they still exist. */
  readonly fields: Fields
}

export type EventFields<Kind extends EventKind> = z.infer<Kind['fields']>

/** Declares an event. Its name is the record and what happened to it, in the past tense: `meeting.stageChanged`. */
export const event = <const Name extends `${string}.${string}`, Fields extends z.ZodObject>(
  name: Name,
  kind: Omit<EventKind<Name, Fields>, 'name'>,
): EventKind<Name, Fields> => ({ name, ...kind })
