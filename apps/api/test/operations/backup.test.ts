// Engine: both
// Slow
import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { BASE_PATH } from '@consilium/contract/addresses.ts'
import { createClient } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import type { App } from '../../src/app.ts'
import { makeTemporaryFolder } from '../db/test-engine.ts'
import { startApi } from '../harness.ts'
import { openWorld, seasonClock } from '../meeting-world.ts'
import { commandHere, runCommand, settingsOf, type Settings } from './operator.ts'

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(70_000, 7)])

const api = await startApi({ clock: seasonClock })
after(() => api.close())
const world = await openWorld(api)
const { manager } = world
const fileId = (await manager.call(fileRoutes.upload, { file: new File([PNG], '图.png') })).fileId
const expert = await world.expert()
const { meetingId } = await world.meeting()
const { attendeeId } = await world.attendee(meetingId, { phone: expert.phone })
await world.sign(expert, attendeeId)
const signedPdf = async (client: typeof expert | ReturnType<typeof createClient>) =>
  (await client.call(agreementRoutes.pdf, { params: { attendeeId } })).bytes

const folder = makeTemporaryFolder()
const dir = join(folder, 'backup')

const run = (command: 'backup' | 'restore', settings: Settings, ...args: string[]) =>
  runCommand(settingsOf({ ...api.settings, ...settings }), command, ...args)

/** The settings of an installation elsewhere that holds nothing yet, and has no keys by its settings. */
async function elsewhere(): Promise<Settings & { DATA_DIR: string }> {
  const dataDir = join(makeTemporaryFolder(), 'data')
  const settings = { DATA_DIR: dataDir, MASTER_KEY: undefined }
  if (api.engine.kind === 'embedded') return settings
  return { ...settings, DATABASE_URL: (await api.emptyDatabase()).url }
}

const start = (settings: Settings): Promise<App> => api.startNode(settings['DATABASE_URL'] ?? null, settings)

/** Moves the anchor of the operation log, as the service does every minute. */
const anchorLog = () => commandHere(api.settings, 'verify-log')

/**
 * Creates projects without pause, and anchors the log that grows by them, until told to stop; answers the names that were
 * acknowledged, with the time.
 */
function writeOn() {
  const acknowledged: { name: string; time: number }[] = []
  const over = new AbortController()
  const write = async (lane: number) => {
    for (let n = 0; !over.signal.aborted; n++) {
      const name = `备份${lane}-${n}`
      await manager.call(projectRoutes.create, { body: { projectName: name } })
      acknowledged.push({ name, time: Date.now() })
    }
  }
  const anchor = async () => {
    for (; !over.signal.aborted; await new Promise((soon) => setTimeout(soon, 100))) await anchorLog()
  }
  const lanes = Promise.all([write(1), write(2), anchor()])
  return async () => {
    over.abort()
    await lanes
    return acknowledged
  }
}

async function projectNames(app: App): Promise<Set<string>> {
  const rows = await app.db.selectFrom('project').select('project_name').execute()
  return new Set(rows.map(({ project_name: name }) => name))
}

/** What was acknowledged before the command began is in the backup; the restored installation works. */
async function assertRestored(settings: Settings, acknowledged: readonly string[]) {
  const app = await start(settings)
  try {
    const names = await projectNames(app)
    assert.deepEqual(
      acknowledged.filter((name) => !names.has(name)),
      [],
    )
    const at = (token: string) => createClient({ baseUrl: app.url + BASE_PATH, token })
    const { bytes } = await at(manager.token).call(fileRoutes.get, { params: { fileId } })
    assert.ok(Buffer.from(bytes).equals(PNG))
    assert.deepEqual(Buffer.from(await signedPdf(at(expert.token))), Buffer.from(await signedPdf(expert)))
    const project = await at(manager.token).call(projectRoutes.create, { body: { projectName: '之后' } })
    assert.ok(project.projectId > 0)
  } finally {
    await app.close()
  }
}

describe('a backup', () => {
  it('OPS-1: is made while the service is written to, and holds all that was acknowledged before', async () => {
    const stop = writeOn()
    while ((await projectNames(api.app)).size < 8) await new Promise((soon) => setTimeout(soon, 20))
    const begun = Date.now()
    const { code, output } = await run('backup', {}, dir)
    const acknowledged = await stop()
    assert.equal(code, 0, output)
    assert.ok(
      acknowledged.some(({ time }) => time > begun),
      'the service went on meanwhile',
    )
    assert.equal(statSync(dir).mode & 0o077, 0)
    const target = await elsewhere()
    const restored = await run('restore', target, dir)
    assert.equal(restored.code, 0, restored.output)
    assert.match(restored.output, /Checked with the keys: \d+ sealed values, \d+ files, 1 signatures/)
    const before = acknowledged.filter(({ time }) => time < begun).map(({ name }) => name)
    await assertRestored(target, before)
    const log = await commandHere({ ...api.settings, ...target }, 'verify-log')
    assert.equal(log.code, 0, log.output)
  })

  it('OPS-1: leaves nothing of its copy of the database behind', () => {
    assert.deepEqual(
      readdirSync(api.dataDir).filter((name) => name.startsWith('snapshot-')),
      [],
    )
  })
})
