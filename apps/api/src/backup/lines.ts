import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createCount, type Content } from '../infra/db/transfer/moment.ts'

/** Lines handed on together. */
const BATCH = 500

/** Writes lines to a compressed file, which is on disk when it resolves. */
export async function writeLines(path: string, source: AsyncIterable<readonly string[]>): Promise<Content> {
  const count = createCount()
  async function* texts() {
    for await (const lines of source) yield count.add(lines)
  }
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(Readable.from(texts()), createGzip(), file)
  return count.end()
}

/** Not `readline`, which also ends a line at U+2028, and does not tell of an error of its source. */
export async function* readLines(path: string): AsyncGenerator<string[]> {
  const text = createGunzip().setEncoding('utf8')
  // An error of either stream ends the loop below.
  pipeline(createReadStream(path), text).catch(() => {})
  let rest = ''
  let batch: string[] = []
  for await (const part of text as AsyncIterable<string>) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    batch.push(...lines)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

export async function countLines(path: string): Promise<Content> {
  const count = createCount()
  for await (const lines of readLines(path)) count.add(lines)
  return count.end()
}
