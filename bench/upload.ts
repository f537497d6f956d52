// `npm run bench:upload -- [--files 15]`: how much memory uploads to an S3 service take above that of an idle node: so many files
// of the largest size at once, from two accounts. Bytes are measured, not time.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { fileRoutes, UPLOAD_MAX_BYTES } from '@consilium/contract/files/files.ts'
import { newDataDir, startService, type Service } from '../e2e/service.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { startSwift } from '../scripts/swift.ts'
import { peakMib, resetPeak, residentMib } from './process.ts'
import { writeSection } from './results.ts'

const { values } = parseArgs({ options: { files: { type: 'string', default: '15' } } })

const GOAL_MIB = 100
/** As scripts/run.mjs sets it. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '49152' }
const MIB = 1024 * 1024
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const PASSWORD = 'Uploads-a-lot-1'
/** As many uploads as one account may have under way. */
const LANES = 8
const SETTLE_MS = 5000

async function adminOf(service: Service): Promise<Client> {
  const body = { username: 'admin', password: PASSWORD }
  const { token } = await createClient(service).call(accountRoutes.login, { body })
  return createClient({ baseUrl: service.baseUrl, token })
}

const fileOf = (bytes: number) => new File([PNG, randomBytes(bytes - PNG.length)], '照片.png')

async function uploadAll(admin: Client, count: number): Promise<void> {
  let left = count
  const lane = async () => {
    while (left-- > 0) {
      const { size } = await admin.call(fileRoutes.upload, { file: fileOf(UPLOAD_MAX_BYTES) })
      if (size !== UPLOAD_MAX_BYTES) throw new Error(`${size} bytes were stored`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

async function main(): Promise<void> {
  const count = Number(values.files)
  const postgres = await startPostgres()
  const swift = await startSwift()
  const dataDir = newDataDir()
  const env = {
    ADMIN_PASSWORD: PASSWORD,
    DATABASE_URL: postgres.url,
    LOG_LEVEL: 'warn',
    ...MALLOC,
    S3_ENDPOINT: swift.endpoint,
    S3_BUCKET: swift.bucket,
    S3_REGION: swift.region,
    S3_ACCESS_KEY_ID: swift.accessKeyId,
    S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
  }
  const service = await startService({ dataDir, env, flags: [] })
  try {
    const admin = await adminOf(service)
    // The client of the storage, and what it loads at its first use.
    await admin.call(fileRoutes.upload, { file: fileOf(MIB) })
    await delay(SETTLE_MS)
    const idle = residentMib(service.pid)
    resetPeak(service.pid)
    await uploadAll(admin, count)
    const peak = peakMib(service.pid) - idle
    await delay(SETTLE_MS)
    const after = residentMib(service.pid) - idle
    const sent = (count * UPLOAD_MAX_BYTES) / MIB
    const report = `${count} files of ${UPLOAD_MAX_BYTES / MIB} MiB, the largest size that is taken, ${LANES} at once: ${sent} MiB to Swift's S3 interface.

| | MiB | goal | |
|---|---|---|---|
| resident memory of the idle node | ${idle.toFixed(0)} | | |
| the most above it during the uploads | ${peak.toFixed(0)} | ${GOAL_MIB} | ${peak <= GOAL_MIB ? 'met' : 'missed'} |
| above it ${SETTLE_MS / 1000} s later | ${after.toFixed(0)} | | |`
    console.log(report)
    writeSection('Uploads to S3 (`npm run bench:upload`)', report)
  } finally {
    await service.stop()
    await swift.stop()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

await main()
