import type { Context } from '../context.ts'
import { findContradictions, storageKeys } from '../infra/db/integrity.ts'
import { TASK_KEYS } from '../infra/health/task-records.ts'
import { ANCHOR_KEY } from '../modules/operation-log/anchor.ts'
import type { Chain } from '../modules/operation-log/chain.ts'

/** Bytes are stored before their row, so younger ones may still get one. */
const ROW_WITHIN_MS = 24 * 3600_000
const EXAMPLES = 10

type Say = (line: string) => void

const some = (items: readonly (string | number)[]) =>
  `${items.slice(0, EXAMPLES).join(', ')}${items.length > EXAMPLES ? ' …' : ''}`

/** Compares the files of the database with those of the storage. Returns false if bytes are missing. */
async function checkFiles({ db, plainStorage }: Given, say: Say): Promise<boolean> {
  const unnamed = new Map<string, number>()
  for await (const { key, time } of plainStorage.list()) unnamed.set(key, time.getTime())
  const missing: number[] = []
  for await (const rows of storageKeys(db))
    for (const { fileId, key } of rows) if (!unnamed.delete(key)) missing.push(fileId)
  for (const key of [ANCHOR_KEY, ...TASK_KEYS]) unnamed.delete(key)
  const orphans = [...unnamed].filter(([, time]) => time < Date.now() - ROW_WITHIN_MS).map(([key]) => key)
  if (missing.length > 0) say(`Files without bytes: ${missing.length} (file ids ${some(missing)})`)
  if (orphans.length > 0)
    say(`Stored bytes that no file refers to: ${orphans.length} (${some(orphans)}). They do no harm.`)
  return missing.length === 0
}

type Given = Pick<Context, 'db' | 'plainStorage'>

/** Checks files, ledger, amounts and the operation log. Returns true if nothing is missing and nothing contradicts. */
export async function checkIntegrity(given: Given, chain: Chain, say: Say): Promise<boolean> {
  const hasFiles = await checkFiles(given, say)
  const contradictions = await findContradictions(given.db)
  for (const { what, count, ids } of contradictions) say(`${count} ${what} (ids ${some(ids)})`)
  const isWhole = await chain.verify(say)
  const isSound = hasFiles && contradictions.length === 0 && isWhole
  say(isSound ? 'Everything is in order.' : 'Not everything is in order; see docs/operating.md.')
  return isSound
}
