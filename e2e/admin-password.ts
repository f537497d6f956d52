import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The first administrator's password, from ADMIN_PASSWORD or the file that a first start in development writes. */
export function adminPassword(env: NodeJS.ProcessEnv): string {
  if (env['ADMIN_PASSWORD']) return env['ADMIN_PASSWORD']
  const file = join(env['DATA_DIR'] ?? './data', 'initial-admin-password')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new Error(`Set ADMIN_PASSWORD: ${file}, which a first start in development writes, does not exist.`)
}
