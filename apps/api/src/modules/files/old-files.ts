import { buffer } from 'node:stream/consumers'
import type { Context } from '../../context.ts'
import type { SealedFile } from '../../infra/storage/sealed-storage.ts'
import * as repository from './old-file-repository.ts'

const ENDING = '.sealed'

type Given = Pick<Context, 'db' | 'storage'>

/**
 * The row is switched to the new bytes in one step, and the old bytes are removed last: an interruption leaves at
 * most one duplicate.
 */
async function authenticate({ db, storage }: Given, file: SealedFile): Promise<void> {
  const bytes = await buffer(await storage.read(file))
  const storageKey = file.storageKey + ENDING
  const { fileKey } = await storage.put(file.fileId, storageKey, bytes)
  await repository.moveTo(db, file.fileId, { storageKey, fileKey })
  await storage.remove(file.storageKey)
}

/**
 * Rewrites files that were stored before files were authenticated. It may be interrupted and started again at any
 * point.
 */
export async function authenticateOldFiles(given: Given): Promise<{ files: number; unreadable: string[] }> {
  const done = { files: 0, unreadable: [] as string[] }
  for (let after = 0, rows; ; after = rows.at(-1)?.fileId ?? after) {
    rows = await repository.oldFilesAfter(given.db, after)
    if (rows.length === 0) return done
    for (const file of rows)
      try {
        await authenticate(given, file)
        done.files += 1
      } catch (error) {
        done.unreadable.push(error instanceof Error ? error.message : String(error))
      }
  }
}
