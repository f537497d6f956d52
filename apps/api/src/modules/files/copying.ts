import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'
import { readAll } from './reading.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

const unknown = (fileId: number, field: string) => refuseField('FILE_UNKNOWN', field, { ids: String(fileId) })

/**
 * The bytes of a fresh upload of the caller, of which a record gets a copy. A file of another account, of a record or with
 * personal data is refused even to managers, so that nothing is copied that was uploaded for another purpose.
 */
export async function readFresh(
  scope: Scope,
  actor: Actor,
  fileId: number,
  { field, fits }: { field: string; fits: (mediaType: string) => boolean },
): Promise<Buffer> {
  const file = await repository.findUnused(scope.db, fileId, actor.userId)
  if (!file) throw unknown(fileId, field)
  if (!fits(file.mediaType)) throw refuseField('FILE_TYPE_REFUSED', field)
  try {
    return (await readAll(scope, fileId)).bytes
  } catch (error) {
    // Another record has just used it up.
    throw error instanceof Refusal && error.error === 'NOT_FOUND' ? unknown(fileId, field) : error
  }
}

/** Deletes the upload in the transaction of the record that got its copy. Of two such records one gets it. */
export async function useUp(within: Db, actor: Actor, fileId: number, field: string): Promise<void> {
  if (!(await repository.deleteUnusedOf(within, fileId, actor.userId))) throw unknown(fileId, field)
}
