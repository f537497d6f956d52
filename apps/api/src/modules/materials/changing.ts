import { inTransaction } from '../../infra/db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { Refusal } from '../../infra/refusal.ts'
import { lockOpenMeeting, requireOpen } from '../meetings/service.ts'
import { filesIn, type FileReferences } from './kind.ts'
import { mayChange } from './policy.ts'
import { findRow } from './reading.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

export type NewRecord = FileReferences & { meetingId: number }
export type RecordChange = FileReferences & { recordId: number; version: number }

/** Creates a record and returns its id. */
export const createRecord = <Own extends FileReferences>(
  { db, eventLog, files, kind }: Scope<Own>,
  actor: Actor,
  body: NewRecord,
): Promise<number> =>
  inTransaction(db, async (trx) => {
    await lockOpenMeeting(trx, actor, body.meetingId)
    await files.requireUsable(trx, actor, filesIn(kind, body), [], kind.fileField)
    const recordId = await repository.insertRecord(trx, kind, actor.userId, body)
    await eventLog.record(trx, kind.events.created, { recordId, actorId: actor.userId, fields: {} })
    return recordId
  })

/** An equal version means an unchanged record, so the files read before the transaction are still its files. */
export async function changeRecord<Own extends FileReferences>(
  scope: Scope<Own>,
  actor: Actor,
  body: RecordChange,
): Promise<void> {
  const { db, eventLog, files, kind } = scope
  const row = await findRow(scope, actor, body.recordId)
  if (!mayChange(actor, kind, row)) throw new Refusal('FORBIDDEN')
  await inTransaction(db, async (trx) => {
    await lockOpenMeeting(trx, actor, row.meetingId)
    if (row.version !== body.version) throw new Refusal('STALE_RECORD')
    await files.requireUsable(trx, actor, filesIn(kind, body), filesIn(kind, row), kind.fileField)
    if (!(await repository.updateRecord(trx, kind, body))) throw new Refusal('STALE_RECORD')
    const { recordId } = body
    await eventLog.record(trx, kind.events.changed, { recordId, actorId: actor.userId, fields: {} })
  })
}

/** Deletes all of the records, or none. */
export const removeRecords = <Own extends FileReferences>(
  { db, eventLog, kind }: Scope<Own>,
  actor: Actor,
  recordIds: readonly number[],
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const locked = await repository.lockRecords(trx, actor, kind, recordIds)
    if (locked.length < recordIds.length) throw new Refusal('NOT_FOUND')
    if (!locked.every((record) => mayChange(actor, kind, record))) throw new Refusal('FORBIDDEN')
    requireOpen(actor, locked)
    await eventLog.recordAll(trx, kind.events.removed, { recordIds, actorId: actor.userId, fields: {} })
    await repository.deleteRecords(trx, kind, recordIds)
  })
