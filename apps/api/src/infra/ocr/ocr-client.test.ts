import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { after, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLog } from '../log.ts'
import { createOcrClient } from './ocr-client.ts'

const MANY_TURNS = 60
/** As long as a file of the size below is read. */
const READING_TURNS = 30
const file = { bytes: Buffer.alloc(1024 * 1024), name: '发票.pdf', mediaType: 'application/pdf' }

const silent = createServer((socket) => void socket.on('error', () => {}))
silent.listen(0, '127.0.0.1')
await once(silent, 'listening')
after(() => silent.close())
const addresses = {
  'nobody answers': `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
  'nobody is there': 'http://127.0.0.1:9',
}

it('FLT-31: a call of the recognition service that is ended while its file is read leaves no rejection behind', async () => {
  const left: unknown[] = []
  const note = (error: unknown) => void left.push(error)
  process.on('unhandledRejection', note)
  const log = createLog({ level: 'silent', file: null })
  for (const [what, url] of Object.entries(addresses)) {
    const client = createOcrClient({ url, apiKey: null, log })
    for (let turns = 0; turns < READING_TURNS; turns++) {
      const ended = new AbortController()
      const called = client.recognize(file, ended.signal).catch((error: Error) => error.name)
      for (let turn = 0; turn < turns; turn++) await nextTurn()
      ended.abort()
      const outcome = await called
      assert.ok(outcome === 'AbortError' || (outcome as { kind: string }).kind === 'down', what)
    }
  }
  for (let turn = 0; turn < MANY_TURNS; turn++) await nextTurn()
  process.off('unhandledRejection', note)
  assert.deepEqual(left, [])
})
