// Starts the project's commands: `node scripts/run.mjs <command> [arguments]`. Plain JavaScript for any Node from 20
// on, with nothing installed yet: it installs the pinned packages if they are missing or differ from the lock file,
// finds Node 24 and runs the command's TypeScript with it. It forwards signals to the command and returns its exit
// code.
import { spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { constants as system, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const COMMANDS = {
  start: ['scripts/start.ts', 'starts the platform'],
  dev: ['scripts/dev.ts', 'serves the product for work on it, with hot reload'],
  build: ['scripts/build-web.ts', 'builds the web app and weighs its pages'],
  ocr: ['apps/ocr/src/main.ts', 'starts the invoice-recognition service alone'],
  walkthrough: ['e2e/walkthrough.ts', 'plays the product over HTTP against a running platform'],
  demo: ['e2e/demo.ts', 'fills a running platform with made-up data (URL, SCALE)'],
  test: [
    'scripts/test.ts',
    'checks and tests everything; --changed: what the change since main, or --base REF, reaches; --only TEXT, --engine NAME',
  ],
  'test-attacks': ['e2e/attacks.ts', 'attacks the product and measures its health meanwhile (SEC-1 …)'],
  migrate: ['apps/api/src/commands/migrate.ts', 'brings the database to the newest version'],
  'record-migrations': [
    'scripts/records/record-migrations.ts',
    'records the migrations that are not released in apps/api/migrations.sha256',
  ],
  'record-patterns': [
    'scripts/records/record-patterns.ts',
    'checks new patterns and adds them to scripts/records/patterns.sha256',
  ],
  'rotate-keys': ['apps/api/src/commands/run-command.ts', 'seals everything under the current MASTER_KEY'],
  admin: [
    'apps/api/src/commands/run-command.ts',
    'reset-admin, reset-factors USER, end-sessions USER, requeue, check',
  ],
  move: [
    'apps/api/src/backup/run.ts',
    'moves the embedded database to a server (postgres://…, --files-to-s3)',
  ],
  backup: ['apps/api/src/backup/run.ts', 'saves database, files and keys (DIR, --keys DIR, --without-keys)'],
  restore: [
    'apps/api/src/backup/run.ts',
    'restores a backup into an empty installation (DIR, --keys DIR, --replace, --check)',
  ],
  'verify-log': [
    'apps/api/src/commands/run-command.ts',
    'checks that the operation log is whole (--new-anchor)',
  ],
  'verify-agreement': [
    'apps/api/src/commands/verify-agreement.ts',
    'checks a signed agreement without the service (FILE)',
  ],
  'data-model': ['scripts/data-model/data-model.ts', 'writes docs/data-model.md from the migrated database'],
  settings: ['scripts/settings/settings.ts', 'writes .env.example from the declared settings'],
  openapi: ['scripts/client/openapi.ts', 'writes the OpenAPI document'],
  client: ['scripts/client/client.ts', 'packs the typed client and the OpenAPI document (FOLDER)'],
  release: ['scripts/release/release.ts', 'numbers, dates, commits and tags a release (VERSION)'],
  fixture: [
    'scripts/release/fixture.ts',
    'keeps a small installation of a released version for the tests (VERSION)',
  ],
  postgres: ['scripts/postgres.ts', 'brings up a throw-away PostgreSQL'],
  swift: ['scripts/swift.ts', 'brings up a throw-away S3 service'],
  verifier: ['e2e/verifier.ts', 'runs a verifier of invoices and identities to try things on (PORT)'],
  cluster: ['e2e/cluster.ts', 'brings up two nodes behind nginx, with PostgreSQL and S3'],
  'test-power-cut': ['e2e/power-cut.ts', 'cuts the power of a disk image under writers (CUTS=5; needs root)'],
  conformance: ['scripts/conformance.ts', 'prints requirement → tests → result'],
  mutants: ['scripts/mutants.ts', 'plants faults and sees whether the tests notice (--only TEXT)'],
  licences: ['scripts/licences.ts', 'prints the licence of every package'],
  'bench-web': ['bench/web.ts', 'measures the pages with Lighthouse (RUNS, TEXT of the name)'],
  pictures: ['bench/pictures.ts', 'takes pictures of every page into dist/pictures (TEXT of the address)'],
  synth: ['apps/ocr/synth/main.ts', 'draws invoices (--count N --seed S --out DIR)'],
  'bench-ocr': ['bench/ocr.ts', 'measures what recognition reads, and what it costs (COUNT)'],
  'bench-export': ['bench/export.ts', 'measures an export of 100,000 rows (ROWS)'],
  'bench-http': ['bench/http.ts', 'measures one request beside other servers (--requests 1000)'],
  'bench-scale': ['bench/scale.ts', 'measures every list as the tables grow (--meetings 10000,100000)'],
  'bench-live': [
    'bench/live.ts',
    'measures event streams: memory, a message to all, across nodes (--streams 20000)',
  ],
  'bench-writers': ['bench/writers.ts', 'measures writers that raise messages'],
  'bench-door': ['bench/door.ts', 'measures many people who sign in at a meeting (PEOPLE=500 MINUTES=5)'],
  'bench-batches': ['bench/batches.ts', 'measures the work on a payment batch (COUNT=2000)'],
  'bench-notices': ['bench/notices.ts', 'measures how soon notices leave two nodes (COUNT=10000)'],
  'bench-upload': ['bench/upload.ts', 'measures the memory of uploads to an S3 service (--files 15)'],
  'bench-start': ['bench/start.ts', 'measures a start on a ready folder, and memory at rest (--runs 5)'],
  soak: ['bench/soak.ts', 'half of the measured load for an hour, with memory and handles (MINUTES=60)'],
  'try-install': ['scripts/try-install.ts', 'installs this checkout in a bare Debian (FOLDER)'],
  'check-layout': ['scripts/check-layout.ts', 'checks the rules of the house'],
  figures: ['scripts/figures.ts', 'prints lengths of files, imports and reads between modules (FOLDER)'],
}

const WEB_BUILD = ['scripts/build-web.ts', '--for-start']
/**
 * Packages that a command needs. If their installation fails, it has printed why, and the command runs without them.
 */
const packagesFor = (use) => ['scripts/install-packages.ts', use]
const BEFORE = {
  start: WEB_BUILD,
  'bench-web': WEB_BUILD,
  pictures: WEB_BUILD,
  walkthrough: packagesFor('walkthrough'),
  cluster: packagesFor('cluster'),
  fixture: packagesFor('fixture'),
  'try-install': packagesFor('try-install'),
  synth: packagesFor('synth'),
  'bench-ocr': packagesFor('bench-ocr'),
}

/** Commands in one file, which gets the name as its first argument. */
const OPERATORS = new Set(['rotate-keys', 'verify-log', 'backup', 'restore', 'move', 'admin'])

/** Marks an installed release (deploy/install-debian.sh): it is complete, and commands change nothing in it. */
const RELEASE = '.release'
const NODE_MAJOR = 24
const INSTALL_POLL_MS = 200
/** npm prints the reason in its first lines, followed by its options. */
const NPM_ERROR_LINES = 15
const USAGE_EXIT = 2
const NO_NODE = `Node ${NODE_MAJOR} or newer is needed: it comes along for Linux on x64 and arm64; install it here.`
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isRelease = existsSync(join(root, RELEASE))

/**
 * Of the commands, unless the environment says otherwise. Compiled code is kept, which halves the time of loading the product.
 * glibc returns the memory of buffers at once instead of keeping tens of megabytes (mallopt(3)), from 48 KiB on, as the network
 * is read in pieces of 64 KiB, and does not give every thread a heap of its own.
 */
const DEFAULTS = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '49152',
}

function stop(message, code = 1) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * True if node_modules matches package-lock.json. npm writes its own record of the tree
 * (node_modules/.package-lock.json) last, so an interrupted install has none. Packages for other platforms are optional
 * and may be missing.
 */
function isInstalled() {
  const wanted = readJson('package-lock.json')?.packages
  const present = readJson('node_modules/.package-lock.json')?.packages
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, want]) => {
    const have = present[path]
    if (path === '') return true
    if (!have) return want.optional === true || want.devOptional === true
    return have.version === want.version && have.integrity === want.integrity
  })
}

/** The npm that runs this script (`npm start`), or else the one on the PATH. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  if (npm?.endsWith('npm-cli.js') && node && existsSync(npm) && existsSync(node)) return [node, npm]
  return ['npm']
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Two commands that start at once in a fresh clone must not both install, so the second waits. The lock file is linked
 * into place with its content, so that nobody reads it half-written.
 */
function takeInstallLock() {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const path = join(tmpdir(), `consilium-install-${name}.lock`)
  const own = `${path}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    while (!linkUnlessThere(own, path)) {
      if (!isRunning(lockHolder(path))) rmSync(path, { force: true })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, INSTALL_POLL_MS)
    }
  } finally {
    rmSync(own, { force: true })
  }
  return () => rmSync(path, { force: true })
}

function linkUnlessThere(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Returns the process id in the lock file, or this process's own if the lock has disappeared. */
function lockHolder(path) {
  try {
    return Number(readFileSync(path, 'utf8'))
  } catch {
    return process.pid
  }
}

/**
 * Returns the error, or undefined if it succeeded. NODE_ENV=production or omit=optional in the user's npm settings
 * would leave out packages that are needed, so both kinds are requested explicitly.
 */
function install() {
  process.stderr.write('Installing the pinned packages (npm ci); this takes a minute the first time.\n')
  const [file, ...before] = npmCommand()
  const args = [...before, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const result = spawnSync(file, [...args, '--loglevel=error'], { cwd: root, encoding: 'utf8' })
  if (result.error) return `npm cannot be run (${result.error.message}); install Node 20 or newer with npm.`
  if (result.status === 0) return undefined
  const said = `${result.stdout}${result.stderr}`.trimEnd().split('\n').slice(0, NPM_ERROR_LINES)
  return `${said.join('\n')}\nnpm ci failed (${result.signal ?? `exit ${result.status}`}); its own lines above say why.`
}

function makeExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    chmodSync(path, 0o755)
  }
}

function answersAsNode24(path) {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0) >= NODE_MAJOR
}

/** The pinned Node first, so that everybody runs the same version; the host's own if that cannot run. */
function findNode() {
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned)) {
    makeExecutable(pinned)
    if (answersAsNode24(pinned)) return pinned
  }
  return Number(process.versions.node.split('.')[0]) >= NODE_MAJOR ? process.execPath : undefined
}

/** Installs packages if needed and returns the Node to run with; exits with one clear line if there is none. */
function prepare() {
  if (isRelease) return findNode() ?? stop(NO_NODE)
  const found = isInstalled() ? findNode() : undefined
  if (found) return found
  const release = takeInstallLock()
  const problem = isInstalled() && findNode() ? undefined : install()
  release()
  if (problem) stop(problem)
  return findNode() ?? stop(NO_NODE)
}

/** npm runs this script in the root and tells the folder of the user; started without npm, this process is in that folder. */
const whereUserStands = () => (process.cwd() === root ? {} : { INIT_CWD: process.cwd() })

const FOLLOWED_EVERY_MS = 1000
const GRACE_MS = 10_000

/** The parent of a process; undefined if the process has ended, or on systems without /proc. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

/** Whether a process is npm itself and no shell. */
const isNode = (pid) => {
  try {
    return /^(?:npm|node)/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'))
  } catch {
    return true
  }
}

/**
 * Calls when npm, or the shell between npm and this process, has ended: neither tells anybody when it is killed. Without npm
 * nothing is watched, so that a command may outlive the shell that started it.
 */
function whenNpmEnds(then) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const npm = isNode(parent) ? undefined : parentOf(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return
    clearInterval(timer)
    then()
  }, FOLLOWED_EVERY_MS)
  timer.unref()
}

/**
 * Runs the command as a child on the same terminal. If this process is killed, the IPC channel closes and the child
 * ends itself (follow-parent.mjs). Resolves with its exit code and the signal that ended it.
 */
function run(node, file, args) {
  const follow = new URL('./follow-parent.mjs', import.meta.url).href
  // Without the second flag a command may hang at its exit, beside a thread that compiles (nodejs/node#54918).
  const flags = ['--disable-warning=ExperimentalWarning', '--no-concurrent-sparkplug', `--import=${follow}`]
  const child = spawn(node, [...flags, join(root, file), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...DEFAULTS, ...process.env, ...whereUserStands(), CONSILIUM_PARENT_PID: String(process.pid) },
  })
  for (const signal of FORWARDED) {
    // A terminal sends Ctrl-C to the whole foreground group, so the child has received it already.
    const fromTerminal = signal === 'SIGINT' && process.stdin.isTTY
    process.on(signal, () => {
      if (!fromTerminal) child.kill(signal)
    })
  }
  whenNpmEnds(() => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref()
  })
  child.on('error', (error) => stop(`${node} cannot be run: ${error.message}`))
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve({ code: code ?? 128 + (system.signals[signal] ?? 0), signal }))
  })
}

/** A signal during this step ends the runner. */
async function runBefore(node, [file, ...args]) {
  if (!existsSync(join(root, file))) return
  const { code, signal } = await run(node, file, args)
  if (signal) process.exit(code)
}

function usage() {
  const lines = Object.entries(COMMANDS).map(([name, [, does]]) => `  ${name.padEnd(19)}${does}`)
  return ['usage: node scripts/run.mjs COMMAND [ARGUMENTS]', ...lines].join('\n')
}

const [name = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(COMMANDS, name)) stop(usage(), USAGE_EXIT)
const [file, does] = COMMANDS[name]
if (!existsSync(join(root, file))) stop(`${name} needs ${file}, which is not in this checkout.`, USAGE_EXIT)
if (args.includes('--help')) {
  process.stdout.write(`usage: node scripts/run.mjs ${name} [ARGUMENTS]   ${does}\n`)
  process.exit()
}
const node = prepare()
if (BEFORE[name] && !isRelease) await runBefore(node, BEFORE[name])
const { code } = await run(node, file, OPERATORS.has(name) ? [name, ...args] : args)
process.exit(code)
