import type { RecognitionProgress } from '@consilium/contract/messages.ts'
import type { Db } from '../infra/db/db.ts'
import { raise, type InfraEvent } from '../infra/db/events.ts'

/** What nodes tell one another of accounts and their work. */
export type DomainEvent =
  | { type: 'message'; userId: number; msgId?: number; kind?: string }
  | { type: 'sessionsEnded'; userId: number }
  | { type: 'sessionEnded'; userId: number; sessionId: number }
  | ({ type: 'recognition'; userId: number } & RecognitionProgress)

export type HeardEvent = DomainEvent | InfraEvent

/** Raises an event within a transaction: every node hears it after the commit. */
export const raiseEvent = (within: Db, event: DomainEvent): Promise<void> => raise(within, event)
