import { RECOGNITION_FILE_MAX_BYTES } from '@consilium/contract/recognition/recognition.ts'
import { constants } from 'node:fs'
import { open, realpath, stat, type FileHandle } from 'node:fs/promises'
import { basename, isAbsolute, sep } from 'node:path'
import { Refusal } from './refusal.ts'

export interface LocalFile {
  name: string
  bytes: Buffer
}

/** Opening fails for a symbolic link, and does not wait for the writer of a named pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

const isBelow = (path: string, folder: string) =>
  path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

/** Resolves links in the allowed folders; a folder that does not exist is left out. */
async function realFolders(folders: readonly string[]): Promise<string[]> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)))
  return real.filter((folder) => folder !== null)
}

async function resolveBelow(path: string, folders: readonly string[]): Promise<string> {
  if (!isAbsolute(path) || path.includes('\0')) throw new Refusal('PATH_NOT_ALLOWED')
  const real = await realpath(path)
  const allowed = await realFolders(folders)
  if (!allowed.some((folder) => isBelow(real, folder))) throw new Refusal('PATH_NOT_ALLOWED')
  return real
}

/** Whether the path still leads to the open file. A folder on it may have been replaced by a link meanwhile. */
async function leadsTo(file: FileHandle, path: string, folders: readonly string[]): Promise<boolean> {
  const [opened, named] = [await file.stat(), await stat(await resolveBelow(path, folders))]
  return opened.isFile() && opened.ino === named.ino && opened.dev === named.dev
}

async function readOpened(file: FileHandle, claim: (bytes: number) => void): Promise<Buffer> {
  const { size } = await file.stat()
  if (size > RECOGNITION_FILE_MAX_BYTES) throw new Refusal('FILE_TOO_LARGE')
  claim(size)
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await file.read(bytes, 0, size, 0)
  return bytes.subarray(0, bytesRead)
}

/**
 * Reads a file below one of the folders, with links resolved. Throws Refusal FILE_TOO_LARGE, and PATH_NOT_ALLOWED for any
 * other path, whether or not it exists. `claim` gets the size before the file is read, and may throw a refusal.
 */
export async function readAllowed(
  path: string,
  folders: readonly string[],
  claim: (bytes: number) => void,
): Promise<LocalFile> {
  if (folders.length === 0) throw new Refusal('PATH_NOT_ALLOWED')
  try {
    const real = await resolveBelow(path, folders)
    await using file = await open(real, FLAGS)
    if (!(await leadsTo(file, real, folders))) throw new Refusal('PATH_NOT_ALLOWED')
    return { name: basename(real), bytes: await readOpened(file, claim) }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('PATH_NOT_ALLOWED')
  }
}
