import { mkdir, mkdtemp, opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from '../infra/control.ts'
import type { Engine } from '../infra/db/engine/engine.ts'

/** The name that the running service is asked by. */
export const SNAPSHOT_COMMAND = 'snapshot'
const PREFIX = 'snapshot-'
/** Whoever made an older one was killed before it could remove it. */
const FORGOTTEN_AFTER_MS = 24 * 3600_000

async function removeForgotten(dataDir: string): Promise<void> {
  for await (const { name } of await opendir(dataDir)) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(dataDir, name)
    if (Date.now() - (await stat(path)).mtimeMs > FORGOTTEN_AFTER_MS)
      await rm(path, { recursive: true, force: true })
  }
}

/** Copies the embedded database beside itself and says where; whoever asked removes the copy. */
export const snapshotCommand =
  (engine: Engine, dataDir: string): Command =>
  async (_args, say) => {
    if (!engine.copyTo) throw new Error('Only the embedded database is copied by the service')
    await removeForgotten(dataDir)
    const folder = await mkdtemp(join(dataDir, PREFIX))
    try {
      await mkdir(join(folder, 'pg'), { mode: 0o700 })
      await engine.copyTo(join(folder, 'pg'))
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
    say(folder)
    return true
  }
