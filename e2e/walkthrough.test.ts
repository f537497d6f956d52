import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { newDataDir, startService, type Service } from './service.ts'

const WALKTHROUGH = fileURLToPath(new URL('./walkthrough.ts', import.meta.url))

const dataDir = newDataDir()
let service: Service

async function walk(env: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', WALKTHROUGH], {
    env: { PATH: process.env['PATH'] ?? '', BASE_URL: service.baseUrl, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, output }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

describe('a first start and the walkthrough', () => {
  before(async () => {
    service = await startService({ dataDir, env: { LOG_LEVEL: 'debug' } })
  })
  after(async () => {
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('says where to go, how to log in and what the database is good for', () => {
    const printed = service.output()
    assert.match(printed, /^API {2,}http:\/\/127\.0\.0\.1:\d+\/api$/m)
    assert.match(printed, /^API docs {2,}\S+\/api\/docs\/$/m)
    assert.match(printed, /^Log in as {2}admin \/ \S{12,}/m)
    assert.match(printed, /not a power cut/)
  })

  it('SVC-1 SVC-2 SVC-3 SVC-4 SVC-5 SVC-6 ATT-8: the main job from registration to the signed agreement', async () => {
    const { code, output } = await walk()
    assert.equal(code, 0, output)
    assert.match(output, /Everything came back as said/)
  })

  it('the walkthrough fails where an answer differs', async () => {
    const { code, output } = await walk({ SMS_FIXED_CODE: '654321' })
    assert.equal(code, 1)
    assert.match(output, /SMS_CODE_WRONG/)
  })

  it('ASVS 16.4.3: every operation stands in the process log too, for a collector elsewhere', () => {
    const lines = readFileSync(join(dataDir, 'consilium.log'), 'utf8').trim().split('\n')
    const logged = lines.map(
      (line) => JSON.parse(line) as { msg?: string; operation?: string; userId?: number },
    )
    const operations = logged.filter(({ msg }) => msg === 'operation')
    for (const name of ['meeting.create', 'agreement.sign', 'account.login'])
      assert.ok(
        operations.some(({ operation }) => operation === name),
        name,
      )
    assert.ok(operations.some(({ operation, userId }) => operation === 'meeting.create' && userId))
  })

  it('the log of the whole run holds no password, token, code, identity or bank number', () => {
    const log = readFileSync(join(dataDir, 'consilium.log'), 'utf8')
    assert.ok(log.split('\n').length > 50, 'the run was logged')
    const password = readFileSync(join(dataDir, 'initial-admin-password'), 'utf8').trim()
    const secrets = [
      password,
      'Walk-through-1',
      'Initial-1',
      '123456"',
      '11010519491231002X',
      '110101199003077651',
    ]
    const numbers = ['6227000012345678901', '6217000098765432109', 'Bearer ', 'data:image/png']
    for (const secret of [...secrets, ...numbers]) assert.ok(!log.includes(secret), `the log holds ${secret}`)
    assert.doesNotMatch(log, /(?<!\d)10\d{9}(?!\d)/, 'the log holds a phone number')
  })

  it('identity and bank numbers lie encrypted on the disk', async () => {
    await service.stop()
    const numbers = ['11010519491231002X', '110101199003077651', '6227000012345678901', '6217000098765432109']
    for (const path of filesBelow(join(dataDir, 'pg'))) {
      const bytes = readFileSync(path)
      for (const number of numbers) assert.ok(!bytes.includes(number), `${path} holds ${number}`)
    }
  })

  it('a second process on the same folder is refused in one line', async () => {
    const first = await startService({ dataDir })
    await assert.rejects(startService({ dataDir }), /Consilium cannot start: .*(in use|already)/)
    await first.stop()
  })
})
