// Keeps a small installation as a released version made it: npm run fixture -- VERSION REF. It checks the commit out,
// starts its code on an empty PostgreSQL, fills it over HTTP with that version's own made-up data, and stores the
// database's dump with the files and keys in apps/api/test/fixtures/releases/VERSION.zip. The upgrade test starts
// today's code on each of them.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { writeArchive, type ArchivePart } from '@consilium/archive/write-archive.ts'
import {
  DATA,
  DUMP,
  RELEASE_ADMIN_PASSWORD,
  RELEASE_MASTER_KEY,
  RELEASES,
} from '../../apps/api/test/operations/release-format.ts'
import { programOfServer, startPostgres } from '../postgres.ts'

const VERSION = /^\d+\.\d+\.\d+$/
const READY = /^API\s+(\S+)$/m
const START_MS = 120_000
const MAX_DUMP_BYTES = 256 * 1024 * 1024
/** Neither is a part of an installation's data. */
const LEFT_OUT = /^(?:pg|.*\.log|.*\.lock)(?:\/|$)/

/** Runs in the checked-out version, whose demonstration fills an installation through its own client. */
const FILL = `
  import { openPlatform } from './e2e/demo/platform.ts'
  import { fillSmall } from './e2e/demo/small.ts'
  await fillSmall(await openPlatform(process.env.URL, process.env.ADMIN_PASSWORD))
  process.exit(0)
`

const say = (text: string) => process.stdout.write(`${text}\n`)
const run = promisify(execFile)

/** Checks the commit out and installs the packages that its lock file names. */
async function checkOut(ref: string, folder: string): Promise<void> {
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, ref])
  const install = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', install, { cwd: folder })
}

/** The address of the service once it says that it is ready. */
function addressOf(service: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((resolve, reject) => {
    const give = (what: string) => reject(new Error(`the version ${what}:\n${printed}`))
    const timer = setTimeout(give, START_MS, 'is not ready in time')
    service.once('exit', () => give('ended'))
    for (const stream of [service.stdout, service.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const address = READY.exec(printed)?.[1]
        if (address === undefined) return
        clearTimeout(timer)
        resolve(address)
      })
  })
}

async function fill(checkout: string, dataDir: string, databaseUrl: string): Promise<void> {
  const { PATH, HOME, TMPDIR } = process.env
  const settings = { MASTER_KEY: RELEASE_MASTER_KEY, ADMIN_PASSWORD: RELEASE_ADMIN_PASSWORD }
  const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0', OCR_URL: 'http://127.0.0.1:9' }
  const env = { PATH, HOME, TMPDIR, ...settings, ...place }
  const service = spawn(process.execPath, ['apps/api/src/main.ts'], { cwd: checkout, env })
  const ended = once(service, 'exit')
  try {
    const URL = await addressOf(service)
    const node = ['--input-type=module', '--eval', FILL]
    await run(process.execPath, node, { cwd: checkout, env: { ...env, URL } })
  } finally {
    service.kill('SIGTERM')
    await ended
  }
}

/** Statements that any client can run: those of psql itself, which begin with a backslash, are left out. */
async function dump(databaseUrl: string): Promise<string> {
  const form = ['--no-owner', '--no-privileges', '--rows-per-insert=100']
  const options = { maxBuffer: MAX_DUMP_BYTES }
  const { stdout } = await run(programOfServer('pg_dump'), [...form, databaseUrl], options)
  return stdout.replaceAll(/^\\.*$/gm, '')
}

function* partsOf(dumped: string, dataDir: string): Generator<ArchivePart> {
  yield { name: DUMP, content: [Buffer.from(dumped)] }
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(dataDir, path)
    if (entry.isFile() && !LEFT_OUT.test(name))
      yield { name: `${DATA}/${name}`, content: [readFileSync(path)] }
  }
}

async function make(version: string, ref: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-fixture-'))
  const checkout = join(folder, 'checkout')
  const dataDir = join(folder, 'data')
  const postgres = await startPostgres()
  try {
    say(`Checking ${ref} out and installing its packages.`)
    await checkOut(ref, checkout)
    say('Filling it.')
    await fill(checkout, dataDir, postgres.url)
    const bytes = await buffer(writeArchive(partsOf(await dump(postgres.url), dataDir)))
    mkdirSync(RELEASES, { recursive: true })
    const path = join(RELEASES, `${version}.zip`)
    writeFileSync(path, bytes)
    say(`${relative(process.cwd(), path)}: ${bytes.length} bytes`)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
    execFileSync('git', ['worktree', 'prune'])
  }
}

const [version = '', ref = `v${version}`] = process.argv.slice(2)
if (VERSION.test(version)) await make(version, ref)
else {
  process.stderr.write('usage: npm run fixture -- VERSION [COMMIT]   such as 1.2.3, of the tag v1.2.3\n')
  process.exitCode = 1
}
