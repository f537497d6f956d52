import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Machine, installMissing } from './install-packages.ts'

const COMMANDS = { pdftotext: 'poppler-utils', pdfimages: 'poppler-utils', chromium: 'chromium' }

const LOCKED = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)'

/** A machine where apt-get provides the commands of the requested packages. */
function machine(
  has: string[],
  options: { root?: boolean; problem?: string; brings?: boolean; locked?: number } = {},
) {
  const { root = true, problem, brings = true } = options
  let { locked = 0 } = options
  const calls: string[][] = []
  const fake: Machine = {
    isPresent: (name) => has.includes(name),
    isRoot: () => root,
    pause: async () => {},
    withoutServices: (install) => install(),
    async aptGet(args) {
      calls.push(args)
      if (locked-- > 0) return LOCKED
      if (problem === undefined && brings && args[0] === 'install') has.push(...Object.keys(COMMANDS))
      return problem
    },
  }
  return { fake, calls }
}

test('nothing is installed if every command exists', async () => {
  const { fake, calls } = machine(Object.keys(COMMANDS))
  await installMissing(COMMANDS, fake)
  assert.deepEqual(calls, [])
})

test('root gets the packages of the missing commands, each once', async () => {
  const { fake, calls } = machine(['chromium'])
  await installMissing(COMMANDS, fake)
  assert.deepEqual(calls, [['update'], ['install', '-y', '--no-install-recommends', 'poppler-utils']])
})

test('anybody else is told in one line what to install', async () => {
  const { fake, calls } = machine([], { root: false })
  await assert.rejects(installMissing(COMMANDS, fake), {
    message:
      'pdftotext, pdfimages, chromium missing; install with: ' +
      'apt-get install -y --no-install-recommends poppler-utils chromium',
  })
  assert.deepEqual(calls, [])
})

test('an apt-get that fails, or brings nothing, is an error', async () => {
  await assert.rejects(installMissing(COMMANDS, machine([], { problem: 'no network' }).fake), /no network/)
  await assert.rejects(installMissing(COMMANDS, machine([], { brings: false }).fake), /still missing/)
})

test('COR-1: another running apt is waited for, also at the lists', async () => {
  const { fake, calls } = machine([], { locked: 3 })
  await installMissing(COMMANDS, fake)
  assert.equal(calls.filter(([command]) => command === 'update').length, 4)
  assert.equal(calls.filter(([command]) => command === 'install').length, 1)
})

const INSTALLER = fileURLToPath(new URL('./install-packages.ts', import.meta.url))
const POLL_MS = 20

/** An installer in a process of its own, whose apt-get works until it is told to stop. */
async function startInstaller(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-installer-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [command, policy, log] = ['apt-get', 'policy-rc.d', 'log'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(
    command,
    `#!/bin/sh\ntrap 'echo stopped >> ${log}; exit 100' INT\necho started >> ${log}\nwhile :; do sleep 0.05; done\n`,
    { mode: 0o755 },
  )
  const program = `const { installMissing, machineOf } = await import(${JSON.stringify(INSTALLER)})
    const machine = machineOf(${JSON.stringify({ command, policy })})
    await installMissing({ 'nothing-of-that-name': 'nothing' }, { ...machine, isRoot: () => true })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' })
  const said = () => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  const until = async (text: string) => {
    while (said() !== text) await delay(POLL_MS)
  }
  await until('started\n')
  return { child, policy, until, allows: () => spawnSync(policy, ['nginx', 'start']).status }
}

test('FLT-31: an installer that is told to end stops apt-get, and leaves no policy behind', async (t) => {
  const { child, policy, until, allows } = await startInstaller(t)
  assert.equal(allows(), 101)
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number]
  assert.equal(code, 143)
  await until('started\nstopped\n')
  assert.equal(existsSync(policy), false)
})

test('FLT-31: one that is killed takes its apt-get with it, and its policy forbids nothing any more', async (t) => {
  const { child, policy, until, allows } = await startInstaller(t)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await until('started\nstopped\n')
  assert.equal(allows(), 0)
  assert.equal(existsSync(policy), false)
})
