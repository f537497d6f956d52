// The runner starts this file before the browser tests, which need the built web app.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

test('the web app builds, and none of its pages exceeds its budget', () => {
  const program = fileURLToPath(new URL('../build-web.ts', import.meta.url))
  const args = ['--disable-warning=ExperimentalWarning', program]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  assert.equal(status, 0, `${stdout}${stderr}`)
})
