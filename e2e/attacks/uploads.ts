import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { request as httpRequest, type ClientRequest } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { often } from '@consilium/test-kit/often.ts'
import type { Answered, Attack, Target } from './attack.ts'
import { orderly, refused } from './expectations.ts'

const MIB = 1024 * 1024
/** Together twice what memory may grow by, or seven times. */
const UPLOADS = often(60, 200)
/** They start over seconds, so that stalled uploads are measured and not as many requests at once. */
const BEGIN_EVERY_MS = 30
const STOPPED_AT = 10 * MIB
const ANNOUNCED = 20 * MIB
/** The memory allowed for uploads in progress, their buffers and a late garbage collection. */
const GROWTH_MAX = 300 * MIB
const SENDING_MS = 15_000
const SETTLING_MS = 500
const ERROR_LEVEL = /"level":(?:50|60)\b/
const BOUNDARY = 'attack'
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
const chunk = Buffer.alloc(MIB)
chunk.set(Buffer.from('89504e470d0a1a0a', 'hex'))

interface Stopped {
  request: ClientRequest
  /** Resolves when the beginning has been sent or an answer has arrived. */
  sent: Promise<Answered | null>
}

/** Sends the beginning of an upload and then stalls. */
function beginUpload({ baseUrl, adminToken }: Target, bytes: number): Stopped {
  const started = performance.now()
  const request = httpRequest(`${baseUrl}/common/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${adminToken}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': ANNOUNCED,
    },
  })
  const answered = new Promise<Answered | null>((resolve) => {
    request.once('error', () => resolve(null))
    request.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.once('end', () => {
        const { error = null } = JSON.parse(text) as { error?: string }
        const retryAfter = Number(response.headers['retry-after'] ?? 0)
        const { statusCode: status = 0 } = response
        resolve({ status, error, fields: [], retryAfter, ms: performance.now() - started })
      })
    })
  })
  const send = async () => {
    request.write(HEAD)
    for (let at = 0; at < bytes && !request.destroyed; at += chunk.length)
      if (!request.write(chunk))
        await Promise.race([new Promise((go) => request.once('drain', go)), answered])
    return null
  }
  const timeUp = pause(SENDING_MS, null, { ref: false })
  return { request, sent: Promise.race([answered, send().then(() => pause(SETTLING_MS, null)), timeUp]) }
}

const errorsIn = ({ dataDir }: Target) =>
  readFileSync(join(dataDir, 'consilium.log'), 'utf8')
    .split('\n')
    .filter((line) => ERROR_LEVEL.test(line))

let memoryBefore = 0
let memoryDuring = 0
let errorsBefore = 0

export const UPLOAD_ATTACKS: readonly Attack[] = [
  {
    id: 'SEC-24',
    title: 'uploads whose multipart body is broken',
    attack: async ({ send }) => {
      const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
      const bodies = [`${HEAD}cut off`, 'nothing of the kind', `--${BOUNDARY}\r\nbroken`]
      return Promise.all(bodies.map((body) => send({ path: '/common/upload', headers, body })))
    },
    expect(answers) {
      for (const answer of answers) assert.equal(answer.status, 400)
      orderly(answers)
    },
  },
  {
    id: 'SEC-24',
    title: 'uploads that are broken off, of which the log tells no error',
    async attack(target) {
      errorsBefore = errorsIn(target).length
      const uploads = Array.from({ length: 5 }, () => beginUpload(target, MIB))
      await Promise.all(uploads.map(({ sent }) => sent))
      for (const { request } of uploads) request.destroy()
      await pause(SETTLING_MS)
      return []
    },
    expect: (_answers, target) => assert.deepEqual(errorsIn(target).slice(errorsBefore), []),
  },
  {
    id: 'SEC-28',
    title: `${UPLOADS} uploads stopped at 10 MB, of one account`,
    async attack(target) {
      memoryBefore = target.memory()
      const uploads: Stopped[] = []
      while (uploads.length < UPLOADS) {
        uploads.push(beginUpload(target, STOPPED_AT))
        await pause(BEGIN_EVERY_MS)
      }
      const answers = await Promise.all(uploads.map(({ sent }) => sent))
      memoryDuring = target.memory()
      for (const { request } of uploads) request.destroy()
      return answers.filter((answer) => answer !== null)
    },
    expect(answers) {
      refused(answers, 'TOO_MANY_REQUESTS')
      orderly(answers)
      const growth = memoryDuring - memoryBefore
      assert.ok(growth < GROWTH_MAX, `memory grew by ${Math.round(growth / MIB)} MiB`)
    },
  },
]
