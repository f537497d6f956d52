import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'

type Runner = ChildProcessByStdio<null, Readable, Readable>

const MAIN = 'scripts/start.ts'
const LOCK = JSON.stringify({
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/other-platform': { optional: true },
  },
})
const RECORD = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } })

/** Prints its pid and runs until it is told to end. */
const SERVER = `process.on('SIGTERM', () => { console.log('told'); process.exit(7) })
  setInterval(() => {}, 1000); console.log(process.pid)`

/** A fake npm that writes its record of the tree, or fails. */
const NPM = `import { mkdirSync, writeFileSync } from 'node:fs'
  console.error('npm error args:', process.argv.slice(2).join(' '))
  if (process.env.NPM_FAILS) process.exit(3)
  mkdirSync('node_modules', { recursive: true }); writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(RECORD)})`

/** A checkout with the runner, a lock file, a command and the given files. */
function checkout(t: TestContext, files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'consilium-run-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const all = {
    'package-lock.json': LOCK,
    'package.json': '{"type":"module"}',
    'npm/npm-cli.js': NPM,
    ...files,
  }
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  mkdirSync(join(root, 'scripts'), { recursive: true })
  for (const name of ['run.mjs', 'follow-parent.mjs']) {
    copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(root, 'scripts', name))
  }
  return root
}

function start(root: string, args: string[], env: NodeJS.ProcessEnv = {}): Runner {
  const npm = { npm_execpath: join(root, 'npm/npm-cli.js'), npm_node_execpath: process.execPath }
  return spawn(process.execPath, [join(root, 'scripts/run.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...npm, ...env },
  })
}

async function outcome(runner: Runner): Promise<{ code: number; stdout: string; stderr: string }> {
  const [stdout, stderr] = await Promise.all([
    text(runner.stdout),
    text(runner.stderr),
    once(runner, 'close'),
  ])
  return { code: runner.exitCode ?? -1, stdout, stderr }
}

const installed = (main: string) => ({ [MAIN]: main, 'node_modules/.package-lock.json': RECORD })

test('the command gets its arguments and its exit code comes back', async (t) => {
  const root = checkout(
    t,
    installed(`const a: string[] = process.argv.slice(2); console.log(a.join()); process.exit(5)`),
  )
  assert.deepEqual(await outcome(start(root, ['start', 'a', '--b'])), {
    code: 5,
    stdout: 'a,--b\n',
    stderr: '',
  })
})

test('an unknown command, or one whose program is missing, is refused', async (t) => {
  const root = checkout(t, installed(''))
  for (const args of [[], ['sing'], ['toString']]) {
    const { code, stderr } = await outcome(start(root, args))
    assert.equal(code, 2)
    assert.match(stderr, /^usage: /)
  }
  const { code, stderr } = await outcome(start(root, ['walkthrough']))
  assert.equal(code, 2)
  assert.equal(stderr, 'walkthrough needs e2e/walkthrough.ts, which is not in this checkout.\n')
})

test('packages are installed when they are missing or differ from the lock', async (t) => {
  const older = JSON.stringify({ packages: { 'node_modules/a': { version: '0.9.0' } } })
  for (const record of [undefined, '{"packages":{}}', older]) {
    const present: Record<string, string> =
      record === undefined ? {} : { 'node_modules/.package-lock.json': record }
    const root = checkout(t, { [MAIN]: `console.log('ran')`, ...present })
    const { code, stdout, stderr } = await outcome(start(root, ['start'], { NODE_ENV: 'production' }))
    assert.deepEqual({ code, stdout }, { code: 0, stdout: 'ran\n' })
    assert.match(stderr, /^Installing the pinned packages/)
    assert.equal(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'), RECORD)
  }
})

test('FLT-27: commands of an installed release install and build nothing', async (t) => {
  const root = checkout(t, {
    [MAIN]: `console.log('ran')`,
    'scripts/build-web.ts': `console.log('built')`,
    '.release': '1.2.3',
  })
  const { code, stdout, stderr } = await outcome(start(root, ['start']))
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: 'ran\n', stderr: '' })
})

test('an install that fails says so in its last line, and nothing is run', async (t) => {
  const root = checkout(t, { [MAIN]: `console.log('ran')` })
  const { code, stdout, stderr } = await outcome(start(root, ['start'], { NPM_FAILS: '1' }))
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.match(stderr, /npm error args: ci --include=dev --include=optional/)
  assert.match(stderr, /\nnpm ci failed \(exit 3\); its own lines above say why\.\n$/)
})

test('two commands started at once install once', async (t) => {
  const root = checkout(t, { [MAIN]: `console.log('ran')` })
  const both = await Promise.all([outcome(start(root, ['start'])), outcome(start(root, ['start']))])
  assert.deepEqual(
    both.map(({ code }) => code),
    [0, 0],
  )
  assert.equal(both.filter(({ stderr }) => stderr.startsWith('Installing')).length, 1)
})

test('a signal reaches the command, which ends as it likes', async (t) => {
  const runner = start(checkout(t, installed(SERVER)), ['start'])
  runner.stdout.once('data', () => runner.kill('SIGTERM'))
  const { code, stdout } = await outcome(runner)
  assert.equal(code, 7)
  assert.match(stdout, /told\n$/)
})

test('a killed runner ends its command', async (t) => {
  const runner = start(checkout(t, installed(SERVER)), ['start'])
  runner.stdout.once('data', () => runner.kill('SIGKILL'))
  // The command has the other end of stdout, so the text is complete only when it has ended too.
  assert.match((await outcome(runner)).stdout, /^\d+\ntold\n$/)
})

const parentOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

for (const who of ['npm', 'the shell of npm'])
  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    test(`HSE-35: the command ends in order when ${signal} ends ${who}`, async (t) => {
      const scripts = { start: 'node scripts/run.mjs start' }
      const root = checkout(t, {
        ...installed(SERVER),
        'package.json': JSON.stringify({ type: 'module', scripts }),
      })
      const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`
      const npm = spawn('npm', ['start', '--silent'], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, PATH },
      })
      npm.stdout.once('data', (printed) => {
        const shell = parentOf(parentOf(Number(String(printed))))
        process.kill(who === 'npm' ? npm.pid! : shell, signal)
      })
      // The command has the other end of stdout, so the text is complete only when it has ended too.
      assert.match(await text(npm.stdout), /^\d+\ntold\n$/)
    })

test('a command ended by a signal counts as failed', async (t) => {
  const root = checkout(t, installed(`process.kill(process.pid, 'SIGKILL')`))
  assert.equal((await outcome(start(root, ['start']))).code, 137)
})

test('preparations run before a command; if they fail, the command runs nevertheless', async (t) => {
  const before = `console.log('first', process.argv[2]); process.exit(3)`
  const root = checkout(t, { ...installed(`console.log('ran')`), 'scripts/build-web.ts': before })
  const { code, stdout } = await outcome(start(root, ['start']))
  assert.deepEqual({ code, stdout }, { code: 0, stdout: 'first --for-start\nran\n' })
})

test('a signal during preparations prevents the command', async (t) => {
  const before = `setInterval(() => {}, 1000); console.log('first')`
  const root = checkout(t, { ...installed(`console.log('ran')`), 'scripts/build-web.ts': before })
  const runner = start(root, ['start'])
  runner.stdout.once('data', () => runner.kill('SIGTERM'))
  const { code, stdout } = await outcome(runner)
  assert.deepEqual({ code, stdout }, { code: 143, stdout: 'first\n' })
})

/** Returns names and descriptions from the runner's usage text. */
async function commandsOf(root: string): Promise<Map<string, string>> {
  const { stderr } = await outcome(start(root, []))
  const lines = [...stderr.matchAll(/^ {2}(\S+) +(.+)$/gm)]
  return new Map(lines.map(([, name = '', does = '']) => [name, does]))
}

test('HSE-16: every command has its program in this checkout and says in one line what it does', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const commands = await commandsOf(root)
  assert.ok(commands.size > 20)
  for (const [name, does] of commands)
    assert.deepEqual(await outcome(start(root, [name, '--help'])), {
      code: 0,
      stdout: `usage: node scripts/run.mjs ${name} [ARGUMENTS]   ${does}\n`,
      stderr: '',
    })
})

test('HSE-16: npm run has every command of the runner, and no script points at another', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const run = Object.values(scripts).flatMap(
    (script) => /^node scripts\/run\.mjs (\S+)$/.exec(script)?.[1] ?? [],
  )
  assert.deepEqual(run.toSorted(), [...(await commandsOf(root)).keys()].toSorted())
})

test('FLT-31: a relative folder is the user’s, however the command is started', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const stands = mkdtempSync(join(tmpdir(), 'consilium-stands-'))
  const { INIT_CWD: _ours, ...env } = process.env
  try {
    for (const [folder, options] of [
      ['by-npm', { cwd: root, env: { ...env, INIT_CWD: stands } }],
      ['by-node', { cwd: stands, env }],
    ] as const) {
      const runner = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'openapi', folder], {
        ...options,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const { code, stderr } = await outcome(runner)
      assert.equal(code, 0, stderr)
      assert.ok(existsSync(join(stands, folder, 'openapi.json')), folder)
    }
  } finally {
    rmSync(stands, { recursive: true, force: true })
  }
})
