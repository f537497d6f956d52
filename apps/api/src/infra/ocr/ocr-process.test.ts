import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@consilium/test-kit/free-port.ts'
import { createLog } from '../log.ts'
import { keepOcrProcess } from './ocr-process.ts'

const port = await freePort()
const url = `http://127.0.0.1:${port}/`
/** A service that answers with its process id. */
const SERVICE = `require('node:http').createServer((_, answer) => answer.end(String(process.pid))).listen(${port}, '127.0.0.1')`
const recognition = keepOcrProcess({
  command: [process.execPath, '--eval', SERVICE],
  env: {},
  log: createLog({ level: 'silent', file: null }),
  healthUrl: url,
  watch: { everyMs: 100, answerMs: 300, failures: 2 },
})
after(() => recognition.stop())

const pidOf = (): Promise<number | null> =>
  fetch(url, { signal: AbortSignal.timeout(500) }).then(
    async (answer) => Number(await answer.text()),
    () => null,
  )

async function untilAnsweredBy(isWanted: (pid: number) => boolean): Promise<number> {
  for (;;) {
    const pid = await pidOf()
    if (pid !== null && isWanted(pid)) return pid
    await delay(50)
  }
}

it('FLT-16: a recognition service that hangs is ended and started again', async () => {
  const first = await untilAnsweredBy(() => true)
  await delay(300)
  process.kill(first, 'SIGSTOP')
  const second = await untilAnsweredBy((pid) => pid !== first)
  assert.notEqual(second, first)
  assert.throws(() => process.kill(first, 0), 'the hanging process is gone')
})
