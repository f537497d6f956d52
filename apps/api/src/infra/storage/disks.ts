import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Part, PartState } from '../health/part.ts'
import { isAbsent } from './storage.ts'

/** A disk with less room than one of these has little left. */
const LOW_SHARE = 0.05
const LOW_BYTES = 500 * 1024 * 1024
const FRESH_MS = 2000

/** The room of a file system, in bytes. */
export interface Room {
  size: number
  available: number
}

/** Reads the room of the file system that a path is on. */
export type ReadRoom = (path: string) => Promise<Room>

/** A folder that is made at its first use counts with the one that it will be in. */
export async function readRoom(path: string): Promise<Room> {
  try {
    const { bsize, blocks, bavail } = await statfs(path)
    return { size: bsize * blocks, available: bsize * bavail }
  } catch (error) {
    const parent = dirname(path)
    if (!isAbsent(error) || parent === path) throw error
    return readRoom(parent)
  }
}

function stateOf({ size, available }: Room): PartState {
  if (available === 0) return 'full'
  return available < LOW_BYTES || available < size * LOW_SHARE ? 'low' : 'ok'
}

export interface Disks {
  /** The disks as parts of the service: `dataDisk` … */
  parts: Readonly<Record<string, Part>>
  /** What the last check of each disk that answered has read, by its name: `data` … */
  rooms: ReadonlyMap<string, Room>
}

/** The disks that the folders are on. */
export function createDisks(folders: Readonly<Record<string, string>>, read: ReadRoom = readRoom): Disks {
  const rooms = new Map<string, Room>()
  const partOf = (name: string, folder: string): Part => ({
    freshMs: FRESH_MS,
    async check() {
      try {
        const room = await read(resolve(folder))
        rooms.set(name, room)
        return stateOf(room)
      } catch (error) {
        rooms.delete(name)
        throw error
      }
    },
  })
  const parts = Object.entries(folders).map(
    ([name, folder]) => [`${name}Disk`, partOf(name, folder)] as const,
  )
  return { parts: Object.fromEntries(parts), rooms }
}
