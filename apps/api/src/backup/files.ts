import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import { isAbsent, type Storage } from '../infra/storage/storage.ts'
import { type FileLine, NoBackup } from './manifest.ts'

/** Files that are copied at once. */
const AT_ONCE = 4

export interface Copied {
  lines: FileLine[]
  bytes: number
  /** They had gone from the storage before they were copied. */
  absent: string[]
}

/** The keys come from a database or a list that somebody could have changed. */
export function pathBelow(folder: string, key: string): string {
  const root = resolve(folder)
  const path = resolve(root, key)
  if (!path.startsWith(root + sep)) throw new NoBackup(`The storage key ${key} leads out of its folder.`)
  return path
}

async function copyOut(storage: Storage, folder: string, key: string): Promise<FileLine> {
  const path = pathBelow(folder, key)
  const source = await storage.read(key)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(source, measure, createWriteStream(path, { mode: 0o600, flush: true }))
  return { key, bytes, sha256: hash.digest('hex') }
}

export async function saveBytes(folder: string, key: string, bytes: Buffer): Promise<FileLine> {
  const path = pathBelow(folder, key)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, bytes, { mode: 0o600, flush: true })
  return { key, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Does the work for every item, a few at once; the first error ends all. */
export async function eachOf<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]()
  const lane = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/** Copies files from the storage into a folder as they lie there, which is encrypted. */
export async function copyFiles(storage: Storage, keys: readonly string[], folder: string): Promise<Copied> {
  const copied: Copied = { lines: [], bytes: 0, absent: [] }
  await eachOf(keys, async (key) => {
    try {
      const line = await copyOut(storage, folder, key)
      copied.lines.push(line)
      copied.bytes += line.bytes
    } catch (error) {
      if (!isAbsent(error)) throw error
      await rm(pathBelow(folder, key), { force: true })
      copied.absent.push(key)
    }
  })
  copied.lines.sort((a, b) => (a.key < b.key ? -1 : 1))
  return copied
}

/** Throws NoBackup naming the first file that is missing or not the one that was saved. */
export async function checkFile(folder: string, { key, bytes, sha256 }: FileLine): Promise<void> {
  const path = pathBelow(folder, key)
  const found = await stat(path).catch(() => null)
  if (!found) throw new NoBackup(`The backup is not whole: the file ${key} is missing.`)
  const hash = createHash('sha256')
  if (found.size === bytes) await pipeline(createReadStream(path), hash)
  if (found.size !== bytes || hash.digest('hex') !== sha256)
    throw new NoBackup(`The file ${key} is not the one that was saved: its hash is another.`)
}

export async function putBack(storage: Storage, folder: string, { key }: FileLine): Promise<void> {
  await storage.put(key, await buffer(createReadStream(pathBelow(folder, key))))
}
