import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { createClient } from '@consilium/contract/client.ts'
import { startApp, type App } from '../../apps/api/src/app.ts'
import { loadConfig } from '../../apps/api/src/settings/config.ts'
import { createLog } from '../../apps/api/src/infra/log.ts'
import { PASSWORD, userNameOf } from './population.ts'

const UNLIMITED = '1000000'
const MASTER_KEY = Buffer.alloc(32, 'a key of the bench ').toString('base64')

export interface Service {
  app: App
  baseUrl: string
  close(): Promise<void>
}

/** The service on a database, which it migrates. It logs errors only, or into a file as in production. */
export async function startService(
  databaseUrl: string,
  logs: 'errors' | 'file' = 'errors',
): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'consilium-bench-'))
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ADMIN_PASSWORD: PASSWORD,
    MASTER_KEY,
    LOG_LEVEL: 'silent',
    ANONYMOUS_REQUESTS_PER_MINUTE: UNLIMITED,
    ACCOUNT_REQUESTS_PER_MINUTE: UNLIMITED,
  })
  const app = await startApp({
    config,
    log:
      logs === 'errors'
        ? createLog({ level: 'error', file: null })
        : createLog({ level: 'info', file: join(dataDir, 'bench.log') }),
    onFatal(error) {
      throw error
    },
  })
  return {
    app,
    baseUrl: app.url + BASE_PATH,
    async close() {
      await app.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Logs one of the made accounts in. */
export async function tokenOf(baseUrl: string, userId: number): Promise<string> {
  const body = { username: userNameOf(userId), password: PASSWORD }
  const { token } = await createClient({ baseUrl }).call(accountRoutes.login, { body })
  return token
}
