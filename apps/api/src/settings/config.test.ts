import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { ConfigError, loadConfig } from './config.ts'
import { withSecretFiles } from './secret-files.ts'

const production = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://consilium.example',
  SMS_WEBHOOK_URL: 'https://sms.example',
  SMS_WEBHOOK_SECRET: 'a-secret-of-the-gateway',
}
const server = {
  ...production,
  DATABASE_URL: 'postgres://user@db.example/consilium?sslmode=verify-full',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
  SIGNING_KEY_FILE: '/etc/consilium/signing.p12',
  FILES_DIR: '/srv/consilium/files',
}

describe('settings', () => {
  it('FLT-8: production on a server must say where nodes share the files', () => {
    const { FILES_DIR, ...local } = server
    assert.equal(loadConfig(server).filesDir, FILES_DIR)
    assert.throws(() => loadConfig(local), /S3_ENDPOINT: must be set .* FILES_DIR/)
    const S3 = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'files' }
    loadConfig({ ...local, ...S3, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' })
  })

  it('FLT-4: a connection is not given up before its statement may have ended', () => {
    const limits = { DATABASE_STATEMENT_SECONDS: '40' }
    assert.throws(() => loadConfig(limits), /DATABASE_SILENCE_SECONDS: must be more than/)
    assert.equal(loadConfig({ ...limits, DATABASE_SILENCE_SECONDS: '45' }).databaseLimits.silenceSeconds, 45)
  })

  it('ASVS 13.3.1: secrets may come from files; a missing file, or both forms at once, are refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'consilium-secrets-'))
    after(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'key')
    writeFileSync(path, `${server.MASTER_KEY}\n`)
    assert.equal(loadConfig(withSecretFiles({ MASTER_KEY_FILE: path })).masterKey, server.MASTER_KEY)
    assert.throws(() => withSecretFiles({ MASTER_KEY_FILE: `${path}.no` }), /^Error: MASTER_KEY_FILE: cannot/)
    assert.throws(() => withSecretFiles({ MASTER_KEY: 'a', MASTER_KEY_FILE: path }), /remove one of them/)
  })

  it('of production are refused if one without a safe default is missing, each by name', () => {
    loadConfig(production)
    loadConfig(server)
    const without = (name: string, settings: Record<string, string>) =>
      assert.throws(
        () => loadConfig({ ...settings, [name]: '' }),
        (error) => error instanceof ConfigError && error.message.startsWith(`${name}: must be set`),
      )
    for (const name of ['PUBLIC_URL', 'SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET']) without(name, production)
    for (const name of ['MASTER_KEY', 'SIGNING_KEY_FILE']) without(name, server)
  })

  it('TRU-4: a bad address of a timestamp authority, or a third one, prevents the start', () => {
    const good = 'https://tsa.example/rfc3161'
    assert.deepEqual(loadConfig({ TSA_URL: '' }).timestampUrls, [])
    assert.deepEqual(loadConfig({ TSA_URL: `${good}, http://b.example` }).timestampUrls, [
      good,
      'http://b.example',
    ])
    for (const bad of [
      'tsa.example',
      'ftp://tsa.example',
      `${good},${good},${good}`,
      ',',
      'http://u:p@tsa.example',
    ])
      assert.throws(() => loadConfig({ TSA_URL: bad }), /^ConfigError: TSA_URL: must be|TSA_URL: must be/)
  })

  it('TRU-12: production names the authority of its timestamps; a bad policy prevents the start', () => {
    const TSA_URL = 'https://tsa.example/rfc3161'
    assert.equal(loadConfig({ TSA_URL }).timestampCaFile, null)
    assert.throws(() => loadConfig({ ...production, TSA_URL }), /TSA_CA_FILE: must be set with TSA_URL/)
    const config = loadConfig({ ...production, TSA_URL, TSA_CA_FILE: 'ca.pem', TSA_POLICY: '1.2.3.4.1' })
    assert.deepEqual([config.timestampCaFile, config.timestampPolicy], ['ca.pem', '1.2.3.4.1'])
    assert.throws(() => loadConfig({ TSA_POLICY: 'any' }), /TSA_POLICY: must be an object identifier/)
  })

  it('NOT-2: providers of SMS are named in their order, with all that each needs, before the service starts', () => {
    const aliyun = {
      SMS_PROVIDERS: 'aliyun',
      ALIYUN_SMS_ACCESS_KEY_ID: 'id',
      ALIYUN_SMS_ACCESS_KEY_SECRET: 'secret',
      ALIYUN_SMS_SIGN_NAME: '会议平台',
      ALIYUN_SMS_TEMPLATES: 'code=SMS_1, code.sign=SMS_9,agreementReady=SMS_2',
    }
    const { SMS_WEBHOOK_URL: _url, SMS_WEBHOOK_SECRET: _secret, ...alone } = { ...production, ...aliyun }
    const [provider] = loadConfig(alone).channels.sms
    assert.equal(provider?.kind, 'aliyun')
    assert.deepEqual(provider.kind === 'aliyun' && provider.templates, {
      code: 'SMS_1',
      'code.sign': 'SMS_9',
      agreementReady: 'SMS_2',
    })
    const both = loadConfig({ ...production, ...aliyun, SMS_PROVIDERS: 'aliyun,webhook' }).channels.sms
    assert.deepEqual(
      both.map(({ kind }) => kind),
      ['aliyun', 'webhook'],
    )
    assert.deepEqual(loadConfig({}).channels.sms, [])
    for (const name of Object.keys(aliyun).slice(1))
      assert.match(
        problemsOf({ ...alone, [name]: '' }),
        new RegExp(`^${name}: must be set where SMS_PROVIDERS`),
      )
    for (const list of ['aliyun,aliyun', 'twilio', 'aliyun,tencent,webhook', ','])
      assert.match(problemsOf({ ...alone, SMS_PROVIDERS: list }), /^SMS_PROVIDERS: must be one or two of/)
    for (const list of ['other=SMS_1', 'code', 'code=SMS_1,code=SMS_2', 'code.other=SMS_1', 'code=a b'])
      assert.match(
        problemsOf({ ...alone, ALIYUN_SMS_TEMPLATES: list }),
        /^ALIYUN_SMS_TEMPLATES: ".*must be name=id/,
      )
    assert.match(
      problemsOf({ ...alone, ALIYUN_SMS_TEMPLATES: 'agreementReady=SMS_2' }),
      /^ALIYUN_SMS_TEMPLATES: must name a template for code/,
    )
    assert.match(
      problemsOf({ ...alone, SMS_PROVIDERS: '' }),
      /^SMS_WEBHOOK_URL: must be set, or SMS_PROVIDERS/m,
    )
    assert.match(
      problemsOf({ ...alone, ALIYUN_SMS_URL: 'http://sms.example' }),
      /^ALIYUN_SMS_URL: must begin with/,
    )
  })

  it('NOT-3: mail needs a server by SMTP and a sender', () => {
    const SMTP_URL = 'smtp://sender:p%40ss@mail.example:587'
    const mail = loadConfig({ SMTP_URL, MAIL_FROM: 'Consilium <notices@example.com>' }).channels.mail
    assert.deepEqual(mail, {
      url: SMTP_URL,
      from: 'Consilium <notices@example.com>',
      ca: null,
      domain: '127.0.0.1',
    })
    assert.equal(loadConfig({}).channels.mail, null)
    assert.match(problemsOf({ SMTP_URL }), /^MAIL_FROM: must be set with SMTP_URL/)
    for (const url of ['mail.example:587', 'https://mail.example', 'smtp://', 'smtp://mail.example/path'])
      assert.match(problemsOf({ SMTP_URL: url, MAIL_FROM: 'a@b.cn' }), /^SMTP_URL: must be smtp:/)
    for (const sender of ['Consilium', 'a@b.cn\r\nBcc: c@d.cn', 'Name <a@b.cn', 'a@b.cn, c@d.cn'])
      assert.match(problemsOf({ MAIL_FROM: sender }), /^MAIL_FROM: must be a mail address/)
    assert.throws(
      () => loadConfig({ SMTP_URL, MAIL_FROM: 'a@b.cn', SMTP_CA_FILE: '/none.pem' }),
      /SMTP_CA_FILE/,
    )
  })

  it('ASVS 12.3.1: production reaches other services encrypted, on this machine, or on a network declared private', () => {
    const plain = {
      DATABASE_URL: 'postgres://user@10.1.2.3/consilium',
      DATABASE_DIRECT_URL: 'postgres://user@10.1.2.6/consilium',
      OCR_URL: 'http://10.1.2.4:3001',
      S3_ENDPOINT: 'http://10.1.2.5:8080',
    }
    const others = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' }
    for (const [name, value] of Object.entries(plain)) {
      const settings = { ...server, ...(name === 'S3_ENDPOINT' ? others : {}), [name]: value }
      assert.throws(() => loadConfig(settings), new RegExp(`${name}: must`))
      loadConfig({ ...settings, ALLOW_HTTP: 'private-networks' })
      loadConfig({ ...settings, [name]: value.replace(/10\.1\.2\.\d/, '127.0.0.1') })
    }
    const unverified = 'postgres://user@db.example/consilium?sslmode=require'
    assert.throws(
      () => loadConfig({ ...server, DATABASE_URL: unverified, ALLOW_HTTP: 'private-networks' }),
      /DATABASE_URL: must/,
    )
  })

  it('FLT-28: what DATABASE_URL names is a pooler only beside DATABASE_DIRECT_URL, which goes with it', () => {
    const [DATABASE_URL, DATABASE_DIRECT_URL] = ['postgres://pooler/c', 'postgres://server/c']
    const addressesOf = (settings: Record<string, string>) => {
      const { databaseUrl, poolerUrl } = loadConfig(settings)
      return [databaseUrl, poolerUrl]
    }
    assert.deepEqual(addressesOf({ DATABASE_URL }), [DATABASE_URL, null])
    assert.deepEqual(addressesOf({ DATABASE_URL, DATABASE_DIRECT_URL }), [DATABASE_DIRECT_URL, DATABASE_URL])
    assert.throws(() => loadConfig({ DATABASE_DIRECT_URL }), /DATABASE_DIRECT_URL: goes with DATABASE_URL/)
    for (const host of ['', 'a', 'a:5432', '%2Fvar%2Frun%2Fpostgresql'])
      assert.equal(loadConfig({ DATABASE_URL: `postgres://${host}/c` }).databaseUrl, `postgres://${host}/c`)
    for (const several of ['postgres://a:5432,b:5433/c?target_session_attrs=read-write', 'postgres://a,b/c'])
      for (const settings of [{ DATABASE_URL: several }, { DATABASE_URL, DATABASE_DIRECT_URL: several }])
        assert.throws(() => loadConfig(settings), /URL: must be the address of one host/)
  })

  it('AUT-2: development has a fixed code, production has none, whatever is set', () => {
    assert.equal(loadConfig({}).smsFixedCode, '123456')
    assert.equal(loadConfig({ ...production, SMS_FIXED_CODE: '654321' }).smsFixedCode, null)
  })

  it('SEC-15: production requires an ADMIN_PASSWORD of twelve characters that is not easy to guess', () => {
    for (const ADMIN_PASSWORD of ['Vq7-hu2', 'administrator', 'password1234', 'admin-password'])
      assert.throws(
        () => loadConfig({ ...production, ADMIN_PASSWORD }),
        (error) => error instanceof ConfigError && error.message.startsWith('ADMIN_PASSWORD: '),
        ADMIN_PASSWORD,
      )
    assert.equal(
      loadConfig({ ...production, ADMIN_PASSWORD: 'Quiet-harbour-7' }).adminPassword,
      'Quiet-harbour-7',
    )
  })

  it('of object storage belong together: if some are missing, they are refused by name', () => {
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
      silenceSeconds: 10,
    })
    for (const name of Object.keys(all))
      assert.throws(
        () => loadConfig({ ...all, [name]: '' }),
        (error) => error instanceof ConfigError && error.message.startsWith(`${name}: must be set`),
      )
  })

  it('define the public address of the service', () => {
    const baseUrl = (settings: Record<string, string>) =>
      loadConfig({ ALLOW_PUBLIC_DEVELOPMENT: 'yes', ...settings }).baseUrl
    assert.equal(
      baseUrl({ PUBLIC_URL: 'https://consilium.example/portal/' }),
      'https://consilium.example/portal',
    )
    assert.equal(baseUrl({}), 'http://127.0.0.1:3000')
    assert.equal(baseUrl({ HOST: '::1', PORT: '8080' }), 'http://[::1]:8080')
  })

  it('ASVS 6.3.3: administrators and managers need a second factor in production, whatever else is set', () => {
    const rolesOf = (settings: Record<string, string>) => loadConfig(settings).secondFactor.roles
    assert.deepEqual(rolesOf({}), [])
    assert.deepEqual(rolesOf({ SECOND_FACTOR_ROLES: 'leader, doctor' }), ['leader', 'doctor'])
    for (const settings of [production, { ...production, SECOND_FACTOR_ROLES: 'leader' }])
      for (const role of ['admin', 'manager', 'finance']) assert.ok(rolesOf(settings).includes(role), role)
    assert.match(problemsOf({ SECOND_FACTOR_ROLES: 'boss' }), /^SECOND_FACTOR_ROLES: /)
  })

  it('ASVS 6.3.3: passkeys belong to the public domain, and cannot be required without one', () => {
    assert.deepEqual(loadConfig(production).passkeys, {
      rpId: 'consilium.example',
      origin: 'https://consilium.example',
    })
    assert.deepEqual(loadConfig({}).passkeys, { rpId: 'localhost', origin: null })
    assert.equal(
      loadConfig({ ...production, ADMIN_SECOND_FACTORS: 'both' }).secondFactor.adminNeedsBoth,
      true,
    )
    const byAddress = { ...production, PUBLIC_URL: 'https://203.0.113.7', ADMIN_SECOND_FACTORS: 'both' }
    assert.match(problemsOf(byAddress), /^ADMIN_SECOND_FACTORS: /m)
  })

  const problemsOf = (settings: Record<string, string>): string => {
    try {
      loadConfig(settings)
      return ''
    } catch (error) {
      return error instanceof ConfigError ? error.message : String(error)
    }
  }

  it('SEC-6: proxies are given by number or addresses; trusting everyone is refused, naming what to set', () => {
    const proxies = (value: string) => loadConfig({ TRUST_PROXY: value }).trustedProxies
    assert.equal(proxies(''), null)
    assert.equal(proxies('false'), null)
    assert.deepEqual(proxies('2'), { hops: 2 })
    assert.deepEqual(proxies('10.0.0.5, 10.1.0.0/16,loopback, fd00::/8'), {
      networks: ['10.0.0.5', '10.1.0.0/16', 'loopback', 'fd00::/8'],
    })
    for (const value of ['true', 'yes', '11', '10.0.0.0/33', 'proxy.example', '10.0.0.5,,'])
      assert.match(problemsOf({ TRUST_PROXY: value }), /^TRUST_PROXY: name how many proxies stand in front/)
  })

  it('SEC-21: development mode on a public address is refused, unless a setting allows it', () => {
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'consilium.example'])
      assert.match(problemsOf({ HOST }), /^HOST: development mode, .*ALLOW_PUBLIC_DEVELOPMENT=yes/)
    assert.match(problemsOf({ PUBLIC_URL: 'https://consilium.example' }), /^PUBLIC_URL: development mode/)
    for (const HOST of ['127.0.0.1', '::1', 'localhost', '127.8.0.1']) assert.equal(problemsOf({ HOST }), '')
    assert.equal(problemsOf({ PUBLIC_URL: 'http://localhost:3000' }), '')
    assert.equal(problemsOf({ HOST: '0.0.0.0', ALLOW_PUBLIC_DEVELOPMENT: 'yes' }), '')
    assert.equal(problemsOf({ ...production, HOST: '0.0.0.0' }), '')
  })

  it('SEC-40: addresses to call are of HTTP or HTTPS, and name no user or password', () => {
    const names = [
      'PUBLIC_URL',
      'OCR_URL',
      'SMS_WEBHOOK_URL',
      'CAPTCHA_VERIFY_URL',
      'S3_ENDPOINT',
      'TSA_URL',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
    ]
    const odd = [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/plain,x',
      'gopher://10.0.0.1:25/x',
      'ftp://files.example',
      'https://user@gateway.example',
      'https://:secret@gateway.example',
      'https://user:secret@gateway.example/path',
      '//gateway.example',
      'gateway.example',
    ]
    for (const name of names)
      for (const value of odd)
        assert.throws(
          () => loadConfig({ [name]: value }),
          (error) => error instanceof ConfigError && error.message.includes(name),
          `${name}=${value}`,
        )
    for (const name of ['OCR_URL', 'SMS_WEBHOOK_URL', 'TSA_URL'])
      loadConfig({ [name]: 'http://10.0.0.9:8080/path' })
  })

  it('SEC-26: production accepts http:// only for addresses of private networks, and only if a setting allows it', () => {
    for (const name of ['PUBLIC_URL', 'SMS_WEBHOOK_URL']) {
      const local = { ...production, [name]: 'http://10.0.0.5:8080' }
      assert.match(problemsOf(local), new RegExp(`^${name}: must begin with https://`))
      assert.equal(problemsOf({ ...local, ALLOW_HTTP: 'private-networks' }), '')
      for (const host of ['sms.internal', 'gateway', 'localhost', '[::1]'])
        assert.equal(
          problemsOf({ ...production, [name]: `http://${host}/`, ALLOW_HTTP: 'private-networks' }),
          '',
        )
      const open = { ...production, [name]: 'http://sms.example', ALLOW_HTTP: 'private-networks' }
      assert.match(problemsOf(open), new RegExp(`^${name}: must begin with https://`))
    }
    assert.match(problemsOf({ ...production, ALLOW_HTTP: 'yes' }), /^ALLOW_HTTP: /)
  })

  it('SEC-17: metrics on a public address require a token', () => {
    assert.equal(loadConfig({}).metrics, null)
    assert.equal(problemsOf({ METRICS_PORT: '9464' }), '')
    const open = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }
    assert.match(problemsOf(open), /^METRICS_TOKEN: must be set/)
    assert.equal(problemsOf({ ...open, METRICS_TOKEN: 'a-token-of-length' }), '')
  })

  it('SEC-27: the recognition service that is started here gets a new random key, and none of the secrets', () => {
    const started = { OCR_COMMAND: 'recognize' }
    const [one, other] = [loadConfig(started).ocrApiKey, loadConfig(started).ocrApiKey]
    assert.ok(one !== null && one.length >= 32 && one !== other)
    assert.equal(loadConfig({}).ocrApiKey, null)
    assert.equal(loadConfig({ ...started, OCR_URL: 'http://127.0.0.1:3001' }).ocrApiKey, null)
    assert.equal(loadConfig({ OCR_API_KEY: 'key-between-services' }).ocrApiKey, 'key-between-services')
  })

  it('HSE-8: OCR_COMMAND names a program and its arguments; with OCR_URL none is started', () => {
    const command = '"/opt/a node" main.ts --path "" --port=1'
    const words = ['/opt/a node', 'main.ts', '--path', '', '--port=1']
    assert.deepEqual(loadConfig({ OCR_COMMAND: command }).ocrCommand, words)
    assert.equal(loadConfig({ OCR_COMMAND: '' }).ocrCommand, null)
    assert.equal(loadConfig({ OCR_COMMAND: command, OCR_URL: 'http://127.0.0.1:3001' }).ocrCommand, null)
  })
})
