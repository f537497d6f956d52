import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isGone, until } from './processes.ts'

const run = promisify(execFile)
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const PROBE = fileURLToPath(new URL('./offline-probe.ts', import.meta.url))
const FLAGS = ['--disable-warning=ExperimentalWarning']
const NOBODY = 65_534

const isRoot = process.getuid?.() === 0
/** Root may leave the network directly; other users need a user namespace of their own. */
const OFFLINE = isRoot ? ['--net'] : ['--user', '--map-root-user', '--net']

const AS_NOBODY = ['--setuid', String(NOBODY), '--setgid', String(NOBODY)]

/** The user nobody cannot read a checkout in a private folder. */
async function mayBeNobody(): Promise<boolean> {
  const read = ['unshare', [...AS_NOBODY, 'cat', PROBE]] as const
  return isRoot && (await run(...read).catch(() => null)) !== null
}

const children: ChildProcess[] = []
after(() => children.forEach((child) => child.kill('SIGKILL')))

function start(env: Record<string, string> = {}, main = MAIN): ChildProcess {
  const child = spawn(process.execPath, [...FLAGS, main], {
    env: { OCR_PORT: '0', OCR_WORKERS: '1', OCR_LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

async function firstLine(child: ChildProcess): Promise<string> {
  assert.ok(child.stdout)
  const lines = createInterface(child.stdout)
  const [line] = (await once(lines, 'line')) as [string]
  return line
}

/** From `/proc/<pid>/stat`. Its second field, a name in brackets, may contain any character (proc(5)). */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

const workersOf = (pid: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((each) => Number.isInteger(each) && parentOf(each) === pid)

it('OCR-1: the service recognizes without a network, also as an ordinary user', async () => {
  const users = (await mayBeNobody()) ? [AS_NOBODY, []] : [[]]
  for (const user of users) {
    const { stdout } = await run('unshare', [...OFFLINE, ...user, process.execPath, ...FLAGS, PROBE], {
      env: {},
      cwd: '/',
    })
    const answer = JSON.parse(stdout) as { is_invoice: boolean; error_code: string | null }
    assert.deepEqual([answer.is_invoice, answer.error_code], [true, null])
  }
})

it('OCR-1: SIGTERM ends the service with exit code 0, and its workers end with it even after SIGKILL', async () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const child = start()
    const exited = once(child, 'exit')
    assert.match(await firstLine(child), /^Recognition is at http:\/\/127\.0\.0\.1:\d+$/)
    const workers = workersOf(child.pid ?? 0)
    assert.equal(workers.length, 1)
    child.kill(signal)
    const [code] = (await exited) as [number | null]
    if (signal === 'SIGTERM') assert.equal(code, 0)
    await until(() => workers.every(isGone), `the workers ${workers.join(', ')} still run`)
  }
})

it('OCR-1: every wrong setting is named', async () => {
  const child = start({ OCR_PORT: 'x', OCR_WORKERS: '0' })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  assert.equal(code, 1)
  assert.match(said, /OCR_PORT: .+\nOCR_WORKERS: /)
})

it('HSE-8: the service works from a folder that holds only its own sources and the installed packages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-alone-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const app = dirname(dirname(MAIN))
  for (const part of ['package.json', 'src'])
    cpSync(join(app, part), join(folder, 'app', part), { recursive: true })
  symlinkSync(join(app, '../../node_modules'), join(folder, 'node_modules'))
  const own = join(app, 'node_modules')
  if (existsSync(own)) symlinkSync(own, join(folder, 'app/node_modules'))
  const child = start({}, join(folder, 'app/src/main.ts'))
  const [url = ''] = /http:\S+/.exec(await firstLine(child)) ?? []
  await until(async () => (await fetch(`${url}/health/ready`)).ok, 'the worker does not load its models')
})
