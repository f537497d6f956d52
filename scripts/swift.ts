// A temporary S3 service for tests and experiments: OpenStack Swift from Debian's packages. `node scripts/run.mjs
// swift` prints its settings and keeps it running until Ctrl-C.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '@consilium/test-kit/free-port.ts'
import { installMissing } from './install-packages.ts'
import { PACKAGES } from './packages.ts'
import { requirePackages } from './system-packages.ts'

const SERVER = fileURLToPath(new URL('./swift/serve.py', import.meta.url))
/** Debian's own Python, since another one on the path lacks Swift. */
const PYTHON = '/usr/bin/python3'
const START_TIMEOUT_MS = 90_000
const REGION = 'us-east-1'
const ACCESS_KEY = 'test:tester'
const BUCKET = 'consilium'
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

export interface Swift {
  endpoint: string
  /** Name of an empty bucket. */
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  stop(): Promise<void>
}

/** Resolves when the servers listen; rejects with their last output if they have ended. */
function untilReady(server: ChildProcess): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => server.kill('SIGKILL'), START_TIMEOUT_MS)
    server.once('exit', () => {
      clearTimeout(timer)
      reject(new Error(`Swift does not start: ${output.trim()}`))
    })
    for (const stream of [server.stdout, server.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (!output.includes('ready\n')) return
        clearTimeout(timer)
        resolve()
      })
  })
}

/** Starts Swift on a free port of 127.0.0.1 with an empty bucket. It ends with `stop` or with this process. */
export async function startSwift(): Promise<Swift> {
  requirePackages(PACKAGES.swift)
  const folder = mkdtempSync(join(tmpdir(), 'consilium-swift-'))
  const secretAccessKey = randomBytes(12).toString('hex')
  const port = await freePort()
  const server = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', '--', PYTHON, SERVER, folder, String(port), ACCESS_KEY, secretAccessKey],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  const access = {
    endpoint: `http://127.0.0.1:${port}`,
    region: REGION,
    accessKeyId: ACCESS_KEY,
    secretAccessKey,
  }
  try {
    await untilReady(server)
    const client = new S3Client({ ...access, credentials: access, forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
    client.destroy()
  } catch (error) {
    await stop()
    throw error
  }
  return { ...access, bucket: BUCKET, stop }
}

async function main(): Promise<void> {
  await installMissing(PACKAGES.swift)
  const swift = await startSwift()
  for (const [signal, code] of Object.entries(EXIT_CODES))
    process.once(signal, () => void swift.stop().finally(() => process.exit(code)))
  console.log(`S3_ENDPOINT=${swift.endpoint}
S3_BUCKET=${swift.bucket}
S3_REGION=${swift.region}
S3_ACCESS_KEY_ID=${swift.accessKeyId}
S3_SECRET_ACCESS_KEY=${swift.secretAccessKey}`)
}

if (import.meta.main) await main()
