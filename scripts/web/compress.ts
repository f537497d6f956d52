import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Smaller files fit into the first packets anyway. */
const WORTHWHILE_BYTES = 1024
/** Files that shrink less are compressed already. */
const WORTHWHILE_RATIO = 0.9
/** Pages have a nonce in every response, so they cannot be compressed in advance. */
const PATTERN = '**/*.{js,mjs,css,svg,json,wasm,txt,ttf,webmanifest}'
const GZIP_LEVEL = 9
/** The files that render public pages on the server are sent to nobody. */
const NEVER_SENT = '**/server/**'
/**
 * Libraries of this size, which no page waits for, are 2 to 5 % larger at this quality, and compressed in less than half of the
 * time: two thirds of it were theirs.
 */
const LARGE_BYTES = 512 * 1024
const LARGE_QUALITY = 10

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < WORTHWHILE_BYTES) return
  const smallest = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]:
        bytes.length < LARGE_BYTES ? constants.BROTLI_MAX_QUALITY : LARGE_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }
  const made = { '.br': await brotli(bytes, smallest), '.gz': await deflate(bytes, { level: GZIP_LEVEL }) }
  for (const [extension, compressed] of Object.entries(made))
    if (compressed.length < bytes.length * WORTHWHILE_RATIO) await writeFile(path + extension, compressed)
}

/** Writes a Brotli and a gzip file beside every file that shrinks. */
export async function compressFiles(folder: string): Promise<void> {
  const queue = globSync(PATTERN, { cwd: folder, exclude: [NEVER_SENT] }).values()
  const work = async () => {
    for (const name of queue) await compressFile(join(folder, name))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}
