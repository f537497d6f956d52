import type { RecognitionProgress } from '@consilium/contract/messages.ts'
import type { Db } from '../infra/db/db.ts'
import { raise, type InfraEvent } from '../infra/db/events.ts'

/** Events about accounts and their work that nodes send one another. */
export type DomainEvent =
  | { type: 'message'; userId: number; msgId?: number; kind?: string }
  | { type: 'sessionsEnded'; userId: number }
  | { type: 'sessionEnded'; userId: number; sessionId: number }
  | ({ type: 'recognition'; userId: number } & RecognitionProgress)

export type HeardEvent = DomainEvent | InfraEvent

/** Sends an event within a transaction: every node receives it after the commit. */
export const raiseEvent = (within: Db, event: DomainEvent): Promise<void> => raise(within, event)
