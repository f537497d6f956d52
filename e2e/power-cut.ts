// `npm run test:power-cut -- [CUTS]`: what a power cut leaves of acknowledged writes. PostgreSQL and the stored files lie on
// a file system in an image. While writers work, everything is stopped and the image is copied without what the kernel had not
// written to it yet; the product then starts on the copy. It needs root and a loop device, so it is no part of `npm test`.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { fileRoutes } from '@consilium/contract/files/files.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { startService } from './service.ts'

const CUTS = Number(process.argv[2] ?? 5)
const IMAGE_MB = 600
const WRITERS = 4
const WRITE_MS = { min: 1500, max: 4000 }
const ADMIN_PASSWORD = 'Cut-off-at-any-time-1'
/** The kernel writes nothing by itself meanwhile: neither the journal of the file system nor old pages. */
const NEVER_SECONDS = 3600
const WRITEBACK = ['dirty_writeback_centisecs', 'dirty_expire_centisecs'].map(
  (name) => `/proc/sys/vm/${name}`,
)

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' }).toString()

interface Written {
  projects: Map<number, string>
  /** Addresses of stored files with the SHA-256 of what was sent. */
  files: Map<string, string>
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Writes projects and files until the service stops answering, and notes what was acknowledged. */
async function write(client: Client, written: Written): Promise<void> {
  for (let count = 0; ; count++) {
    const projectName = `断电${count}-${randomInt(1_000_000)}`
    const made = await client.attempt(projectRoutes.create, { body: { projectName } }).catch(() => null)
    if (!made) return
    if (made.data) written.projects.set(made.data.projectId, projectName)
    const bytes = Buffer.from(`%PDF-1.4\n% ${randomBytes(500 + randomInt(20_000)).toString('hex')}\n`)
    const file = new File([bytes], 'cut.pdf', { type: 'application/pdf' })
    const sent = await client.attempt(fileRoutes.upload, { file }).catch(() => null)
    if (!sent) return
    if (sent.data) written.files.set(sent.data.url, sha256(bytes))
  }
}

async function lostOf(client: Client, baseUrl: string, { projects, files }: Written) {
  const lost: string[] = []
  for (const [projectId, projectName] of projects) {
    const found = await client.attempt(projectRoutes.get, { params: { projectId } })
    if (found.data?.projectName !== projectName) lost.push(`project ${projectId}: ${found.status}`)
  }
  for (const [url, hash] of files) {
    const answer = await fetch(new URL(url, baseUrl))
    if (!answer.ok || sha256(await answer.bytes()) !== hash) lost.push(`file ${url}: ${answer.status}`)
  }
  return lost
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-power-cut-'))
  chmodSync(folder, 0o755)
  const [image, copy, disk] = [join(folder, 'disk.img'), join(folder, 'copy.img'), join(folder, 'disk')]
  const mount = (file: string) => run('mount', '-o', `loop,commit=${NEVER_SECONDS}`, file, disk)
  const before = WRITEBACK.map((path) => readFileSync(path, 'utf8'))
  run('truncate', '-s', `${IMAGE_MB}M`, image)
  run('mkfs.ext4', '-q', image)
  mkdirSync(disk)
  mount(image)
  chmodSync(disk, 0o777)
  process.env.TMPDIR = disk
  for (const path of WRITEBACK) writeFileSync(path, String(NEVER_SECONDS * 100))
  const postgres = await startPostgres({ isDurable: true })
  const dataDir = join(disk, 'data')
  const env = {
    DATABASE_URL: postgres.url,
    ADMIN_PASSWORD,
    LOG_LEVEL: 'warn',
    ACCOUNT_REQUESTS_PER_MINUTE: '1000000',
  }
  let service = await startService({ dataDir, env })
  // The database cluster of tests is created without fsync, so its files may not be on the disk yet.
  run('sync', '--file-system', disk)
  const written: Written = { projects: new Map(), files: new Map() }
  try {
    const { token } = await createClient({ baseUrl: service.baseUrl }).call(accountRoutes.login, {
      body: { username: 'admin', password: ADMIN_PASSWORD },
    })
    for (let cut = 1; cut <= CUTS; cut++) {
      const client = createClient({ baseUrl: service.baseUrl, token, repeats: 0 })
      const writers = Array.from({ length: WRITERS }, () => write(client, written))
      await delay(randomInt(WRITE_MS.min, WRITE_MS.max))
      process.kill(service.pid, 'SIGSTOP')
      postgres.freeze()
      // What arrives from now on was answered before the cut.
      await delay(50)
      copyFileSync(image, copy)
      postgres.thaw()
      await service.kill()
      await Promise.all(writers)
      await postgres.restart(async () => {
        run('umount', disk)
        copyFileSync(copy, image)
        mount(image)
      })
      service = await startService({ dataDir, env })
      const again = createClient({ baseUrl: service.baseUrl, token })
      const lost = await lostOf(again, service.baseUrl, written)
      console.log(
        `cut ${cut}: ${written.projects.size} projects and ${written.files.size} files acknowledged, ${lost.length} lost`,
      )
      assert.deepEqual(lost, [])
    }
  } finally {
    for (const [index, path] of WRITEBACK.entries()) writeFileSync(path, before[index]!)
    await service.kill()
    await postgres.stop()
    run('umount', disk)
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
