import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient } from '@consilium/contract/client.ts'
import { runCommand } from '../apps/api/test/operations/operator.ts'
import { freePort } from '@consilium/test-kit/free-port.ts'
import { preparedDataDir, startService, type Service } from './service.ts'

const GIVEN = 'Quiet-harbour-7'
const PRODUCTION = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://consilium.example',
  SMS_WEBHOOK_URL: 'https://sms.example',
  SMS_WEBHOOK_SECRET: 'a-secret-of-the-gateway',
}

/** Starts the service for the first time and hands over what it has printed. */
async function firstStart(
  settings: Record<string, string>,
  work: (started: { service: Service; dataDir: string; file: string; url: string }) => void | Promise<void>,
): Promise<void> {
  const dataDir = await preparedDataDir()
  const port = await freePort()
  const service = await startService({
    dataDir,
    env: { LOG_LEVEL: 'debug', ...settings, PORT: String(port) },
  })
  try {
    const file = join(dataDir, 'initial-admin-password')
    await work({ service, dataDir, file, url: `http://127.0.0.1:${port}/api` })
  } finally {
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const mayLogIn = async (baseUrl: string, password: string) => {
  const body = { username: 'admin', password }
  return (await createClient({ baseUrl }).attempt(accountRoutes.login, { body })).status
}

it('SEC-36: production keeps a created password in a file of its own user and prints the path only', () =>
  firstStart(PRODUCTION, async ({ service, dataDir, file, url }) => {
    const kept = () => readFileSync(file, 'utf8').trim()
    const first = kept()
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(await mayLogIn(url, first), 200)
    assert.match(service.output(), new RegExp(`^Log in as .*${file}`, 'm'))
    const settings = { ...PRODUCTION, DATA_DIR: dataDir }
    const { code, output } = await runCommand(settings, 'admin', 'reset-admin')
    assert.equal(code, 0, output)
    assert.notEqual(kept(), first)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.deepEqual([await mayLogIn(url, first), await mayLogIn(url, kept())], [401, 200])
    for (const password of [first, kept()])
      assert.ok(!`${service.output()}${output}`.includes(password), 'nothing printed has it')
    assert.ok(output.includes(file))
  }))

it('SEC-36: production never prints a password that it was given', () =>
  firstStart({ ...PRODUCTION, ADMIN_PASSWORD: GIVEN }, async ({ service, file, url }) => {
    assert.equal(await mayLogIn(url, GIVEN), 200)
    assert.match(service.output(), /^Log in as {2}admin \(/m)
    assert.ok(!service.output().includes(GIVEN))
    assert.equal(existsSync(file), false)
  }))
