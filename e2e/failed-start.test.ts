// Engine: only embedded
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../scripts/start.ts', import.meta.url))
/** A line of a stack: file, line and column. */
const PLACE = /at .*\/apps\/api\/src\/.+\.ts:\d+:\d+/

test('HSE-35: a start that fails says file and line, on the screen and in the log', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-failed-start-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [dataDir, logFile] = [join(folder, 'data'), join(folder, 'log')]
  writeFileSync(dataDir, 'a file where the folder should be')
  const { status, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      LOG_FILE: logFile,
      PORT: '0',
      OCR_URL: 'http://127.0.0.1:9',
    },
  })
  assert.equal(status, 1)
  assert.match(stderr, /^Consilium cannot start: /m)
  assert.match(stderr, PLACE)
  assert.match(readFileSync(logFile, 'utf8'), PLACE)
})
