import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { refuseField } from '../../infra/refusal.ts'
import { uploaderToReferTo } from './policy.ts'
import * as repository from './repository.ts'

/**
 * Refuses ids that a record may not newly refer to, with FILE_UNKNOWN naming them. Whoever reads the record gets a
 * signed address of the file, so it must be the caller's own. Called in the record's transaction, with which the files are used
 * from then on; every reference of a record to an upload comes through here.
 */
export async function requireUsable(
  within: Db,
  actor: Actor,
  fileIds: readonly number[],
  alreadyReferenced: readonly number[],
  field: string,
  fits: (mediaType: string) => boolean = () => true,
): Promise<void> {
  const added = fileIds.filter((fileId) => !alreadyReferenced.includes(fileId))
  if (added.length === 0) return
  await repository.markUsed(within, added)
  const usable = await repository.existingFiles(within, added, uploaderToReferTo(actor))
  const unknown = added.filter((fileId) => !usable.some((file) => file.fileId === fileId))
  if (unknown.length > 0) throw refuseField('FILE_UNKNOWN', field, { ids: unknown.join(', ') })
  if (!usable.every((file) => fits(file.mediaType))) throw refuseField('FILE_TYPE_REFUSED', field)
}
