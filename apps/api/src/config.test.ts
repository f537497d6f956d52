import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError, loadConfig } from './config.ts'

const production = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://consilium.example',
  SMS_WEBHOOK_URL: 'https://sms.example',
}
const server = {
  ...production,
  DATABASE_URL: 'postgres://user@db/consilium',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
  SIGNING_KEY_FILE: '/etc/consilium/signing.p12',
}

describe('settings', () => {
  it('of production are refused without what must not be left to a default, each by name', () => {
    loadConfig(production)
    loadConfig(server)
    const without = (name: string, settings: Record<string, string>) =>
      assert.throws(
        () => loadConfig({ ...settings, [name]: '' }),
        (error) => error instanceof ConfigError && error.message.startsWith(`${name}: must be set`),
      )
    for (const name of ['PUBLIC_URL', 'SMS_WEBHOOK_URL']) without(name, production)
    for (const name of ['MASTER_KEY', 'SIGNING_KEY_FILE']) without(name, server)
  })

  it('say under which address users see the service', () => {
    const baseUrl = (settings: Record<string, string>) => loadConfig(settings).baseUrl
    assert.equal(
      baseUrl({ PUBLIC_URL: 'https://consilium.example/portal/' }),
      'https://consilium.example/portal',
    )
    assert.equal(baseUrl({}), 'http://127.0.0.1:3000')
    assert.equal(baseUrl({ HOST: '::1', PORT: '8080' }), 'http://[::1]:8080')
  })
})
