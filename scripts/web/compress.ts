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

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < WORTHWHILE_BYTES) return
  const smallest = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }
  const made = { '.br': await brotli(bytes, smallest), '.gz': await deflate(bytes, { level: GZIP_LEVEL }) }
  for (const [extension, compressed] of Object.entries(made))
    if (compressed.length < bytes.length * WORTHWHILE_RATIO) await writeFile(path + extension, compressed)
}

/** Writes a Brotli and a gzip file beside every file that shrinks. */
export async function compressFiles(folder: string): Promise<void> {
  const queue = globSync(PATTERN, { cwd: folder }).values()
  const work = async () => {
    for (const name of queue) await compressFile(join(folder, name))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}
