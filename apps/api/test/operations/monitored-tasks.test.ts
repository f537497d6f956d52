// Engine: postgres
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { makeTemporaryFolder } from '../db/test-engine.ts'
import { startApi } from '../harness.ts'
import { commandHere, runCommand, settingsOf } from './operator.ts'

const PAUSE_MS = 200

const api = await startApi({ env: { METRICS_PORT: '0' } })
after(() => api.close())
const settings = settingsOf(api.settings)

async function secondsOf(end: 'success' | 'failure', task: string): Promise<number> {
  const text = await (await fetch(api.app.metricsUrl!)).text()
  const [, value] = new RegExp(`^task_last_${end}_seconds\\{task="${task}"\\} (\\S+)$`, 'm').exec(text) ?? []
  return Number(value)
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(PAUSE_MS)
}

describe('regular tasks of an operator', () => {
  it('FLT-30, FLT-31: monitoring sees when the last backup and the last verification of the log succeeded, and that a backup failed', async () => {
    for (const task of ['backup', 'verify-log'])
      for (const end of ['success', 'failure'] as const) assert.equal(await secondsOf(end, task), 0)
    const begun = Date.now() / 1000
    const stands = makeTemporaryFolder()
    const folder = join(stands, 'backup')
    const made = await runCommand({ ...settings, INIT_CWD: stands }, 'backup', 'backup')
    assert.equal(made.code, 0, made.output)
    assert.ok(existsSync(join(folder, 'manifest.json')), 'it is where the operator stands')
    const verified = await runCommand(settings, 'verify-log')
    assert.equal(verified.code, 0, verified.output)
    await until(async () => (await secondsOf('success', 'verify-log')) >= begun)
    const success = await secondsOf('success', 'backup')
    assert.ok(success >= begun)
    assert.equal(await secondsOf('failure', 'backup'), 0)

    const again = await commandHere(settings, 'backup', folder)
    assert.equal(again.code, 1)
    assert.match(again.output, /is not empty/)
    await until(async () => (await secondsOf('failure', 'backup')) >= success)
    assert.equal(await secondsOf('success', 'backup'), success)
    assert.equal(await secondsOf('failure', 'verify-log'), 0)
  })

  it('FLT-30: a supervisor tells of a backup that could not tell itself', async () => {
    const before = await secondsOf('failure', 'backup')
    const told = await runCommand(settings, 'backup-failed')
    assert.deepEqual([told.code, told.output], [0, ''])
    await until(async () => (await secondsOf('failure', 'backup')) > before)
  })

  it('FLT-30: these notes are no unclaimed files', async () => {
    const { code, output } = await commandHere(settings, 'admin', 'check')
    assert.equal(code, 0, output)
    assert.doesNotMatch(output, /no file refers to/)
  })
})
