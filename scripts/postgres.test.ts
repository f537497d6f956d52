import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPostgres } from './postgres.ts'

const POLL_MS = 50

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: unknown }>(`select ${question} as answer`)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

const FOLDER = "current_setting('data_directory')"
test('a server is ready when startPostgres returns, requires its password, and is removed completely', async () => {
  const { url, stop } = await startPostgres()
  const folder = String(await ask(url, FOLDER))
  assert.ok(existsSync(folder))
  assert.ok(Number(await ask(url, "current_setting('server_version_num')")) >= 150_000)
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await assert.rejects(ask(wrong.href, '1'), { code: '28P01' })
  await stop()
  await assert.rejects(ask(url, '1'), { code: 'ECONNREFUSED' })
  assert.ok(!existsSync(folder))
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
  test(`the command prints the address, and its server ends with it on ${signal}`, async (t) => {
    const script = fileURLToPath(new URL('./postgres.ts', import.meta.url))
    const command = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    t.after(() => command.kill('SIGKILL'))
    const [url] = (await once(createInterface(command.stdout), 'line')) as [string]
    const folder = String(await ask(url, FOLDER))
    const exited = once(command, 'exit')
    command.kill(signal)
    await exited
    while (existsSync(join(folder, 'postmaster.pid'))) await delay(POLL_MS)
    await assert.rejects(ask(url, '1'), { code: 'ECONNREFUSED' })
    // If it is killed, the command cannot remove the folder.
    if (signal === 'SIGKILL') rmSync(dirname(folder), { recursive: true, force: true, maxRetries: 10 })
    assert.ok(!existsSync(folder))
  })
}
