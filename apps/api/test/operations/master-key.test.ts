// Engine: postgres
import assert from 'node:assert/strict'
import { createCipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { createClient } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { sql } from 'kysely'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { type App } from '../../src/app.ts'
import { WrongMasterKey } from '../../src/infra/db/sealed/key-canary.ts'
import { SEALED_COLUMNS } from '../../src/infra/db/sealed/sealed-columns.ts'
import { createLog } from '../../src/infra/log.ts'
import { freshPhone, startApi, TEST_MASTER_KEY } from '../harness.ts'
import { runCommand, startCommand } from './operator.ts'

const NUMBERS = {
  idCardNo: '11010519491231002X',
  bankAccount: '6222020200012345678',
  nationality: 'FR',
  sex: 'male',
  birthDate: '1968-05-20',
} as const
const EXPERTS = 12
const NEW_KEY = randomBytes(32).toString('base64')
const BOTH_KEYS = { MASTER_KEY: NEW_KEY, MASTER_KEY_PREVIOUS: TEST_MASTER_KEY }
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(90_000)])

const api = await startApi()
const manager = await api.manager()

const onlyOne = api.engine.kind === 'embedded'
let node = api.app
/** The embedded engine has one node at a time; on a server the first node keeps running. */
async function restart(env: Record<string, string> = {}): Promise<void> {
  if (onlyOne || node !== api.app) await node.close()
  node = await api.startNode(undefined, env)
}
after(async () => {
  await node.close()
  await api.close()
})

const at = (app: App) => createClient({ baseUrl: app.url + BASE_PATH, token: manager.token })
const derived = (purpose: string) =>
  Buffer.from(
    hkdfSync('sha256', Buffer.from(TEST_MASTER_KEY, 'base64'), Buffer.alloc(0), `consilium:${purpose}`, 32),
  )

const experts: number[] = []
for (let n = 0; n < EXPERTS; n++) {
  const body = { phone: freshPhone(), name: '周颖', ...NUMBERS }
  experts.push((await manager.call(expertRoutes.create, { body })).expertId)
}
const picture = new File([PNG], 'a.png')
const fileId = (await manager.call(fileRoutes.upload, { file: picture })).fileId
const oldFileId = (await manager.call(fileRoutes.upload, { file: picture })).fileId

/** Encrypts a value as older versions did, without binding it to its row and column. */
function unbound(text: string, purpose: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derived(`enc:${purpose}`), iv)
  const body = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Converts values and files to the form of the previous version. */
async function ageData(): Promise<void> {
  await node.db
    .updateTable('expert')
    .set({ id_card_cipher: unbound(NUMBERS.idCardNo, 'expert.idCard') })
    .where('expert_id', '=', experts[0]!)
    .execute()
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-ctr', derived('enc:storage'), iv)
  const path = join(api.dataDir, 'files/old/picture')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, Buffer.concat([iv, cipher.update(PNG), cipher.final()]))
  await node.db
    .updateTable('stored_file')
    .set({ storage_key: 'old/picture', file_key: null, sha256: createHash('sha256').update(PNG).digest() })
    .where('file_id', '=', oldFileId)
    .execute()
}

async function assertReadable(): Promise<void> {
  const client = at(node)
  for (const expertId of experts) {
    const data = await client.call(expertRoutes.identity, { params: { expertId } })
    assert.deepEqual(data, { expertId, ...NUMBERS, auditedIdCardNo: null })
  }
  for (const id of [fileId, oldFileId])
    assert.deepEqual(Buffer.from((await client.call(fileRoutes.get, { params: { fileId: id } })).bytes), PNG)
}

/** Returns how many encrypted values have the same prefix as that of the first expert, and how many there are. */
async function sealedAlike(): Promise<[number, number]> {
  const { rows } = await sql<{ alike: number; all: number }>`
    with sealed as (
      select id_card_cipher as value from expert union all select bank_account_cipher from expert
      union all select nationality_cipher from expert union all select sex_cipher from expert
      union all select birth_date_cipher from expert
      union all select file_key from stored_file
    ), first as (select substring(id_card_cipher from 1 for 5) as prefix from expert where expert_id = ${experts[0]!})
    select count(*) filter (where substring(value from 1 for 5) = prefix)::int as alike, count(value)::int as all
    from sealed, first`.execute(node.db)
  return [rows[0]!.alike, rows[0]!.all]
}

const closed = (path: string) => (statSync(path).mode & 0o077) === 0

/** Returns the entries of the data folder that others than its owner can access. */
function openToOthers(folder: string): string[] {
  const own = closed(folder) ? [] : [folder]
  const within = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    // For the engine's folder it suffices that others cannot enter it.
    if (entry.isDirectory() && entry.name === 'pg') return closed(path) ? [] : [path]
    if (entry.isDirectory()) return openToOthers(path)
    return closed(path) ? [] : [path]
  })
  return [...own, ...within]
}

describe('the data folder', () => {
  it('SEC-22: is accessible to its owner only, with everything in it, and wider permissions are removed at the start', async () => {
    const file = join(api.dataDir, 'files/wide')
    writeFileSync(file, 'a')
    for (const path of [file, join(api.dataDir, 'files'), api.dataDir]) chmodSync(path, 0o755)
    assert.deepEqual(openToOthers(api.dataDir).toSorted(), [api.dataDir, join(api.dataDir, 'files'), file])
    await restart()
    assert.deepEqual(openToOthers(api.dataDir), [])
  })

  it('SEC-22: a log that others could read is restricted when it is opened', () => {
    const path = join(api.dataDir, 'service.log')
    writeFileSync(path, '', { mode: 0o644 })
    chmodSync(path, 0o644)
    createLog({ level: 'info', file: path }).info('a line')
    assert.equal(statSync(path).mode & 0o777, 0o600)
    assert.match(readFileSync(path, 'utf8'), /was open to others/)
    const fresh = join(api.dataDir, 'fresh.log')
    createLog({ level: 'info', file: fresh }).info('a line')
    assert.equal(statSync(fresh).mode & 0o777, 0o600)
  })
})

describe('the master key', () => {
  it('SEC-12: every encrypted column is re-encrypted when the key changes', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`.execute(node.db)
    const HASHES = /(hash|sha256)$/
    const known = new Set([
      'key_canary.sealed',
      'oper_log_start.mac',
      'sms_quota.scope',
      'passkey.public_key',
      'conference_row.row_key',
      // The directory of banks is public, and its rows are kept only while they are imported.
      'bank_branch_import.content',
      ...SEALED_COLUMNS.map((c) => `${c.table}.${c.column}`),
    ])
    const unknown = rows.filter(({ name }) => !HASHES.test(name) && !known.has(name))
    assert.deepEqual(unknown, [], 'name them in sealed-columns.ts')
  })

  it('FLT-7: a node with another key refuses to start, with one line that says why', async () => {
    if (onlyOne) await node.close()
    await assert.rejects(api.startNode(undefined, { MASTER_KEY: NEW_KEY }), (error: Error) => {
      assert.ok(error instanceof WrongMasterKey)
      assert.ok(!error.message.includes('\n') && error.message.includes('MASTER_KEY'))
      return true
    })
    await restart()
    await assertReadable()
  })

  it('SEC-12: values of the previous version are bound to their row and column at the first start', async () => {
    await ageData()
    await node.db.deleteFrom('key_canary').execute()
    await restart()
    await assertReadable()
    // From then on such a value is refused, so that values of an old backup cannot be inserted.
    const before = await node.db
      .selectFrom('expert')
      .selectAll()
      .where('expert_id', '=', experts[0]!)
      .execute()
    await node.db
      .updateTable('expert')
      .set({ id_card_cipher: unbound(NUMBERS.idCardNo, 'expert.idCard') })
      .where('expert_id', '=', experts[0]!)
      .execute()
    const { status } = await at(node).attempt(expertRoutes.identity, { params: { expertId: experts[0]! } })
    assert.equal(status, 500)
    await node.db
      .updateTable('expert')
      .set({ id_card_cipher: before[0]!.id_card_cipher })
      .where('expert_id', '=', experts[0]!)
      .execute()
  })

  it('SEC-12, FLT-32: can be changed while the service runs, and a killed command can be restarted', async () => {
    const settings = { ...api.settings, ...BOTH_KEYS }
    await restart(BOTH_KEYS)
    await assertReadable()
    const killed = startCommand(settings, 'rotate-keys')
    await once(killed.stdout, 'data')
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const [{ code, output }] = await Promise.all([
      runCommand(settings, 'rotate-keys'),
      assertReadable(),
      assertReadable(),
    ])
    assert.equal(code, 0, output)
    assert.match(output, /Everything is encrypted with the current key/)
    const [alike, all] = await sealedAlike()
    assert.equal(alike, all)
    assert.ok(all >= 2 * EXPERTS + 2)
    await assertReadable()
  })

  it('SEC-12: the previous key decrypts nothing any more, and the new one everything', async () => {
    await restart({ MASTER_KEY: NEW_KEY })
    await assertReadable()
    const settings = { ...api.settings, MASTER_KEY: NEW_KEY }
    const { code, output } = await runCommand(settings, 'verify-log')
    assert.equal(code, 0, output)
    if (onlyOne) await node.close()
    await assert.rejects(api.startNode(), WrongMasterKey)
  })
})
