import type { RecognitionProgress } from '@consilium/contract/messages/messages.ts'
import type { Db } from '../infra/db/db.ts'
import {
  raise,
  raiseInserted,
  type Beside,
  type InfraEvent,
  type Insertion,
} from '../infra/db/signals/events.ts'

/** Events about accounts and their work that nodes send one another. */
export type DomainEvent =
  | { type: 'message'; userId: number; msgId?: number; kind?: string }
  | { type: 'sessionsEnded'; userId: number }
  | { type: 'sessionEnded'; userId: number; sessionId: number }
  | ({ type: 'recognition'; userId: number } & RecognitionProgress)

export type HeardEvent = DomainEvent | InfraEvent

/** Sends an event within a transaction: every node receives it after the commit. */
export const raiseEvent = (within: Db, event: DomainEvent): Promise<void> => raise(within, event)

/** As `raiseEvent`, of a message that the same statement inserts; `insert` returns its id, and so does this. */
export const raiseMessage = (
  within: Db,
  event: Omit<Extract<DomainEvent, { type: 'message' }>, 'msgId'>,
  { insert, also }: { insert: Insertion; also: Beside },
): Promise<number> => raiseInserted(within, event, { insert, idField: 'msgId', also })
