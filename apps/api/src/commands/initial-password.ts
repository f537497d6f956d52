import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../settings/config.ts'

/** Holds the password that the service has created for the first administrator; readable by the service's user only. */
const FILE = 'initial-admin-password'

const pathOf = ({ dataDir }: Pick<Config, 'dataDir'>) => resolve(join(dataDir, FILE))

/** Where a created password was kept before; null if there is no such file. */
export const keptPasswordPath = (config: Pick<Config, 'dataDir'>): string | null =>
  existsSync(pathOf(config)) ? pathOf(config) : null

/**
 * Keeps a password that the service has created, and says how to log in with it. What is printed may be a log that many
 * can read, so in production only the path of the file is said.
 */
export function passwordLine(
  config: Pick<Config, 'dataDir' | 'mode'>,
  userName: string,
  password: string,
): string {
  const path = pathOf(config)
  // The mode counts for new files only.
  rmSync(path, { force: true })
  writeFileSync(path, `${password}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
  return config.mode === 'development'
    ? `Log in as  ${userName} / ${password}   (shown this once; kept in ${path})`
    : `Log in as  ${userName} with the password in ${path}   (change it, then delete the file)`
}
