import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory that Linux offers everywhere (shm_overview(7)). */
const IN_MEMORY = '/dev/shm'
const GIBIBYTE = 2 ** 30
/** A run keeps up to about 2 GiB of databases and browser profiles, and its processes need memory of their own. */
const NEEDED_BYTES = 4 * GIBIBYTE
const NEEDED_MEMORY_BYTES = 10 * GIBIBYTE
/** Another user, such as the one PostgreSQL runs as, may pass through to a folder of its own. */
const PASSABLE = 0o711

function hasRoomInMemory(): boolean {
  if (!existsSync(IN_MEMORY) || process.availableMemory() < NEEDED_MEMORY_BYTES) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= NEEDED_BYTES
}

/**
 * One folder for everything temporary of a run, so that what killed tests leave there goes with it. It is in memory where
 * there is room: the tests create some two hundred databases, and waited for the disk.
 */
export function makeTempFolder(): string {
  const folder = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'consilium-run-'))
  chmodSync(folder, PASSABLE)
  return folder
}
