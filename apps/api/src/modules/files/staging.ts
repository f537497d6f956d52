import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import { afterRequest, apartFromRequest } from '../../infra/db/transactions/request-transaction.ts'
import { presentableName } from './file-name.ts'
import { extensionOf } from './media-types.ts'
import * as repository from './repository.ts'
import * as staging from './staging-repository.ts'

type StagedFile = repository.NewFile

export interface FileToStore {
  bytes: Buffer
  originalName: string
  mediaType: string
  /** Who may read it without a signed address; null: nobody, it is read through its record. */
  userId: number | null
  /** Path segments of the storage key, without the id, for files that operators look up in the storage itself. */
  name?: readonly string[]
  /** It shows an identity card, a signature or a signed document. */
  personal?: boolean
}

/** Much longer than any request or job takes from its first file to its commit. */
const UNCLAIMED_KEPT_SECONDS = 24 * 3600
/** Much longer than a form with an upload stays open. */
const UNUSED_KEPT_DAYS = 30
const COLLECTED_AT_ONCE = 100

function keyStartOf({ clock }: Context, { name }: FileToStore): string {
  const [year, month] = clock.today().split('-')
  return name ? name.join('/') : `${year}/${month}/${randomUUID()}`
}

/** If removing fails, the note stays and `collect` tries again. */
async function remove({ db, storage, log }: Context, files: readonly staging.Staged[]): Promise<void> {
  for (const { fileId, storageKey } of files)
    try {
      await storage.remove(storageKey)
      await staging.forget(db, fileId)
    } catch (error) {
      log.warn(error, 'bytes of an unclaimed file could not be removed')
    }
}

/** Stores the bytes. A request calls it before its first write, as a transaction must not wait for the storage. */
const stage = (context: Context, file: FileToStore): Promise<StagedFile> =>
  apartFromRequest(async () => {
    const { fileId, storageKey } = await staging.announce(context.db, keyStartOf(context, file))
    const sealed = await context.storage.put(fileId, storageKey, file.bytes)
    return {
      ...sealed,
      fileId,
      storageKey,
      originalName: presentableName(file.originalName, extensionOf(file.mediaType)),
      mediaType: file.mediaType,
      size: file.bytes.length,
      personal: file.personal ?? false,
      userId: file.userId,
    }
  })

async function makeRow(trx: Db, file: StagedFile, isUsed: boolean): Promise<void> {
  if (!(await staging.claim(trx, file.fileId)))
    throw new Error(`the bytes of file ${file.fileId} were removed before a record referred to them`)
  await repository.insertFile(trx, file, { isUsed })
}

/** Makes the row of a staged file, in the transaction of the record that refers to it. */
const commit = (trx: Db, file: StagedFile): Promise<void> => makeRow(trx, file, true)

/** Stores a file that no record refers to yet. */
async function store(context: Context, file: FileToStore): Promise<{ fileId: number }> {
  const staged = await stage(context, file)
  await inTransaction(context.db, (trx) => makeRow(trx, staged, false))
  return staged
}

/** Removes staged files that will not be committed, after the request whose transaction may have claimed them. */
async function discard(context: Context, staged: readonly StagedFile[]): Promise<void> {
  if (staged.length === 0) return
  const fileIds = staged.map(({ fileId }) => fileId)
  await afterRequest(async () => {
    try {
      await remove(context, await staging.abandon(context.db, fileIds))
    } catch (error) {
      context.log.warn(error, 'unclaimed files are left to be collected')
    }
  })
}

/** Removes the bytes of files that nobody has claimed for a day, as after a crash. Returns how many there were. */
async function collect(context: Context, keptSeconds = UNCLAIMED_KEPT_SECONDS): Promise<number> {
  const unclaimed = await staging.abandonOld(context.db, { keptSeconds, max: COLLECTED_AT_ONCE })
  await remove(context, unclaimed)
  await context.storage.tidy()
  return unclaimed.length
}

/**
 * Deletes uploads that no record has referred to in their time. Their bytes are removed a day later, as a backup that is being
 * made may still list them.
 */
async function purgeUnused({ db }: Context): Promise<void> {
  const batch = { keptDays: UNUSED_KEPT_DAYS, max: COLLECTED_AT_ONCE }
  while ((await repository.deleteUnused(db, batch)) === COLLECTED_AT_ONCE);
}

/**
 * How files come into the storage: the bytes first, outside of any transaction, then the row in the transaction of its
 * record. A note is committed before the bytes are written and taken back together with the row, so that bytes without
 * a row are known, whatever ended the work, and a row without bytes cannot be.
 */
export const createStaging = (context: Context) => ({
  stage: (file: FileToStore) => stage(context, file),
  commit,
  store: (file: FileToStore) => store(context, file),
  discard: (staged: readonly StagedFile[]) => discard(context, staged),
  collect: (keptSeconds?: number) => collect(context, keptSeconds),
  purgeUnused: () => purgeUnused(context),
})
