import type { EventKind } from '@consilium/contract/overviews/overviews.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import * as repository from './repository.ts'
import type { Events, Told } from './repository.ts'

export type { Told } from './repository.ts'

/** The reader that writes the entries from events. */
export const TIMELINE_READER = 'timelines'

/**
 * What happened to meetings and projects. Entries are written after the commit of the event, so whoever reads waits until
 * the reader has handled what is committed, and sees what was done a moment ago.
 */
export function createTimelines({ db, eventLog }: Pick<Context, 'db' | 'eventLog'>) {
  return {
    put: (trx: Db, told: Told): Promise<void> => repository.putEntries(trx, told),
    remove: (trx: Db, kinds: readonly EventKind[], recordId: number): Promise<void> =>
      repository.removeEntries(trx, kinds, recordId),

    async ofMeeting(meetingId: number, hidden: readonly EventKind[]): Promise<Events> {
      await eventLog.caughtUp(TIMELINE_READER)
      return repository.eventsOfMeeting(db, meetingId, hidden)
    },

    async ofProject(actor: Actor, projectId: number, hidden: readonly EventKind[]): Promise<Events> {
      await eventLog.caughtUp(TIMELINE_READER)
      return repository.eventsOfProject(db, actor, projectId, hidden)
    },
  }
}

export type Timelines = ReturnType<typeof createTimelines>
