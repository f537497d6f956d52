// Engine: only postgres
// Slow
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { checkBackup } from '../../src/backup/restore.ts'
import { RestoreUnfinished } from '../../src/infra/db/schema/migrate.ts'
import { markUnfinished } from '../../src/infra/db/transfer/load.ts'
import { makeTemporaryFolder } from '../db/test-engine.ts'
import { startApi } from '../harness.ts'
import { commandHere, runCommand, settingsOf, type Settings } from './operator.ts'

const POLL_MS = 50
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(70_000, 7)])

const api = await startApi()
after(() => api.close())
const manager = await api.manager()
await manager.call(fileRoutes.upload, { file: new File([PNG], '图.png') })
await manager.call(projectRoutes.create, { body: { projectName: '行\u2028尾' } })

const folder = makeTemporaryFolder()
const [dir, keys] = [join(folder, 'backup'), join(folder, 'keys')]
const run = (command: 'backup' | 'restore', settings: Settings, ...args: string[]) =>
  commandHere({ ...api.settings, ...settings }, command, ...args)

async function refused(...[command, settings, ...args]: Parameters<typeof run>): Promise<string> {
  const { code, output } = await run(command, settings, ...args)
  assert.equal(code, 1, output)
  return output
}

// The backup then holds the anchor of the log, which whoever serves what was restored writes anew.
while (!(await commandHere(api.settings, 'verify-log')).output.includes(' 0 not chained'))
  await delay(POLL_MS)
const saved = await run('backup', {}, dir, '--keys', keys)
assert.equal(saved.code, 0, saved.output)
const target = {
  DATA_DIR: join(makeTemporaryFolder(), 'data'),
  DATABASE_URL: (await api.emptyDatabase()).url,
  MASTER_KEY: undefined,
}
const damage = () => checkBackup(dir, () => {})

describe('a restore', () => {
  it('OPS-1: goes into no folder that holds something', async () => {
    assert.match(await refused('backup', {}, dir), /is not empty/)
  })

  it('OPS-2: refuses a half, a damaged and a foreign backup, and says why', async () => {
    const foreign = join(folder, 'foreign')
    mkdirSync(foreign)
    await assert.rejects(
      checkBackup(foreign, () => {}),
      /no whole backup: it has no manifest\.json/,
    )
    writeFileSync(join(foreign, 'manifest.json'), '{"format":"other"}')
    await assert.rejects(
      checkBackup(foreign, () => {}),
      /not the manifest of a backup of Consilium/,
    )

    const manifest = join(dir, 'manifest.json')
    const whole = readFileSync(manifest)
    writeFileSync(manifest, whole.toString().replace('"formatVersion": 1', '"formatVersion": 2'))
    await assert.rejects(damage, /in format 2, which this version cannot read/)
    writeFileSync(manifest, whole)

    const all = readdirSync(join(dir, 'files'), { recursive: true, withFileTypes: true })
    const some = all.find((entry) => entry.isFile())
    const path = join(some!.parentPath, some!.name)
    const bytes = readFileSync(path)
    writeFileSync(path, Buffer.concat([bytes.subarray(0, -1), Buffer.of(bytes.at(-1)! ^ 1)]))
    await assert.rejects(damage, /is not the one that was saved/)
    rmSync(path)
    await assert.rejects(damage, /is missing/)
    writeFileSync(path, bytes)

    const table = join(dir, 'database/project.ndjson.gz')
    const rows = readFileSync(table)
    writeFileSync(table, rows.subarray(0, -20))
    await assert.rejects(damage, /project\.ndjson\.gz is damaged/)
    writeFileSync(table, rows)
    await damage()
  })

  it('OPS-2: refuses what it could not open or does not know, before it writes', async () => {
    assert.match(await refused('restore', target, dir), /name their folder with --keys, or set MASTER_KEY/)
    const other = { ...target, MASTER_KEY: Buffer.alloc(32, 9).toString('base64') }
    assert.match(await refused('restore', other, dir), /master key of the target is not the one/)
    const manifest = join(dir, 'manifest.json')
    const whole = readFileSync(manifest)
    writeFileSync(manifest, whole.toString().replaceAll('0001_accounts', '0099_unknown'))
    assert.match(await refused('restore', target, dir, '--keys', keys), /does not know 0099_unknown/)
    writeFileSync(manifest, whole)
    assert.equal(existsSync(join(target.DATA_DIR, 'files')), false)
  })

  it('SEC-40: refuses names that lead elsewhere, links and unknown keys, and writes nothing anywhere', async () => {
    const outside = join(folder, 'outside')
    const stolen = Buffer.from('kept elsewhere')
    writeFileSync(outside, stolen)
    const [list, manifest] = [join(dir, 'files.ndjson.gz'), join(dir, 'manifest.json')]
    const [lines, text] = [readFileSync(list), readFileSync(manifest, 'utf8')]
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    const known = gunzipSync(lines).toString()
    const count = known.trimEnd().split('\n').length
    const stateOf = (path: string) =>
      readdirSync(path, { recursive: true, withFileTypes: true })
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted((one, other) => (one < other ? -1 : 1))
    const before = stateOf(folder)

    // Each list has the hashes that the manifest states: whoever can write the one can write the other.
    const names = [
      '../../outside',
      outside,
      'a/../../../outside',
      '.drafts/x',
      'a//b',
      './x',
      '..\\x',
      'a/',
      '',
    ]
    for (const key of names) {
      const added = `${known}${JSON.stringify({ key, bytes: stolen.length, sha256: digest(stolen) })}\n`
      writeFileSync(list, gzipSync(added))
      const changed = JSON.parse(text) as { files: { rows: number; sha256: string } }
      changed.files = { ...changed.files, rows: count + 1, sha256: digest(Buffer.from(added)) }
      writeFileSync(manifest, JSON.stringify(changed))
      await assert.rejects(damage, /is no storage key/, key)
      // The command checks the same before it writes.
      if (key === names[0])
        assert.match(await refused('restore', target, dir, '--keys', keys), /is no storage key/, key)
    }
    writeFileSync(list, lines)

    for (const name of ['..', '.', 'pg', 'initial-admin-password', '../master.key']) {
      const changed = JSON.parse(text) as { keys: { name: string; sha256: string }[] }
      changed.keys.push({ name, sha256: digest(stolen) })
      writeFileSync(manifest, JSON.stringify(changed))
      await assert.rejects(damage, /manifest\.json is damaged/, name)
    }
    assert.match(await refused('restore', target, dir, '--keys', keys), /manifest\.json is damaged/)
    writeFileSync(manifest, text)

    // A file of the backup that is a link to one with the same bytes, and a folder that is a link.
    const stored = readdirSync(join(dir, 'files'), { recursive: true, withFileTypes: true })
    const entry = stored.find((each) => each.isFile())
    const path = join(entry!.parentPath, entry!.name)
    renameSync(path, `${outside}.moved`)
    symlinkSync(`${outside}.moved`, path)
    await assert.rejects(damage, /neither a file nor a folder/)
    renameSync(`${outside}.moved`, path)
    symlinkSync(folder, join(dir, 'files', 'linked'))
    assert.match(await refused('restore', target, dir, '--keys', keys), /neither a file nor a folder/)
    rmSync(join(dir, 'files', 'linked'))

    assert.deepEqual(stateOf(folder), before)
    assert.equal(readFileSync(outside, 'utf8'), 'kept elsewhere')
    for (const name of ['files', 'master.key', 'pg', 'initial-admin-password'])
      assert.equal(existsSync(join(target.DATA_DIR, name)), false, name)
  })

  it('OPS-2: replaces nothing unasked, and can be run again after it was cut off', async () => {
    const first = await runCommand(settingsOf({ ...api.settings, ...target }), 'restore', dir, '--keys', keys)
    assert.equal(first.code, 0, first.output)
    const again = await refused('restore', target, dir, '--keys', keys)
    assert.match(again, /database of the target is not empty/)

    const start = () => api.startNode(target.DATABASE_URL, target)
    const app = await start()
    await markUnfinished(app.db)
    await app.close()
    await assert.rejects(start, RestoreUnfinished)
    const anew = await run('restore', target, dir, '--keys', keys)
    assert.equal(anew.code, 0, anew.output)
    const replaced = await run('restore', target, dir, '--keys', keys, '--replace')
    assert.equal(replaced.code, 0, replaced.output)
    await (await start()).close()
  })
})
