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

  it('of object storage go together: some of them without the others are refused by name', () => {
    const all = {
      S3_ENDPOINT: 'http://127.0.0.1:8080',
      S3_BUCKET: 'consilium',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
    assert.equal(loadConfig({}).s3, null)
    assert.deepEqual(loadConfig(all).s3, {
      endpoint: 'http://127.0.0.1:8080',
      bucket: 'consilium',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
    for (const name of Object.keys(all))
      assert.throws(
        () => loadConfig({ ...all, [name]: '' }),
        (error) => error instanceof ConfigError && error.message.startsWith(`${name}: must be set`),
      )
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
