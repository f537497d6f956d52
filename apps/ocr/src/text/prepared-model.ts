import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { INSTALLED_IN, type ModelSource } from './model-sources.ts'
import { rewriteModel } from './onnx/model-file.ts'

/** Where rewritten models are kept: the first folder that can be written is used. */
export const CACHE_FOLDERS: readonly string[] = [
  join(INSTALLED_IN, '.cache', 'consilium-ocr'),
  join(tmpdir(), `consilium-ocr-${process.getuid?.() ?? 'user'}`),
]

export const nameInCache = ({ preparedSha256 }: ModelSource): string => `${preparedSha256}.onnx`

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Returns null for a file that is missing, cut off or changed. */
async function readChecked(path: string, sha256: string): Promise<Uint8Array | null> {
  const bytes = await readFile(path).catch(() => null)
  return bytes && sha256Of(bytes) === sha256 ? bytes : null
}

/** Returns false where the folder cannot be written. Renaming is atomic: readers see a whole file or none. */
async function write(folder: string, name: string, bytes: Uint8Array): Promise<boolean> {
  const draft = join(folder, `${name}.${randomUUID()}.draft`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(draft, bytes, { flag: 'wx' })
    await rename(draft, join(folder, name))
    return true
  } catch {
    await rm(draft, { force: true }).catch(() => {})
    return false
  }
}

async function rewrite({ file, rewrite: change, preparedSha256 }: ModelSource): Promise<Uint8Array> {
  const bytes = rewriteModel(await readFile(file), change)
  const sha256 = sha256Of(bytes)
  if (sha256 !== preparedSha256)
    throw new Error(
      `The rewritten ${basename(file)} has the SHA-256 ${sha256}, and ${preparedSha256} is recorded in model-sources.ts`,
    )
  return bytes
}

/**
 * The bytes of the rewritten model, from the cache where they are there with the recorded SHA-256. Otherwise the model
 * is rewritten and kept; several processes may do so at once, since all of them write the same bytes. The bytes that
 * were checked are the ones that are returned, so nobody can exchange the file between the check and its use.
 */
export async function loadPreparedModel(
  source: ModelSource,
  folders: readonly string[] = CACHE_FOLDERS,
): Promise<Uint8Array> {
  const name = nameInCache(source)
  for (const folder of folders) {
    const kept = await readChecked(join(folder, name), source.preparedSha256)
    if (kept) return kept
  }
  const bytes = await rewrite(source)
  for (const folder of folders) if (await write(folder, name, bytes)) break
  return bytes
}
