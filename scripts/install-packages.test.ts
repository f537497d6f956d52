import assert from 'node:assert/strict'
import { test } from 'node:test'
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
    pause: () => {},
    aptGet(args) {
      calls.push(args)
      if (locked-- > 0) return LOCKED
      if (problem === undefined && brings && args[0] === 'install') has.push(...Object.keys(COMMANDS))
      return problem
    },
  }
  return { fake, calls }
}

test('nothing is installed if every command exists', () => {
  const { fake, calls } = machine(Object.keys(COMMANDS))
  installMissing(COMMANDS, fake)
  assert.deepEqual(calls, [])
})

test('root gets the packages of the missing commands, each once', () => {
  const { fake, calls } = machine(['chromium'])
  installMissing(COMMANDS, fake)
  assert.deepEqual(calls, [['update'], ['install', '-y', '--no-install-recommends', 'poppler-utils']])
})

test('anybody else is told in one line what to install', () => {
  const { fake, calls } = machine([], { root: false })
  assert.throws(() => installMissing(COMMANDS, fake), {
    message:
      'pdftotext, pdfimages, chromium missing; install with: ' +
      'apt-get install -y --no-install-recommends poppler-utils chromium',
  })
  assert.deepEqual(calls, [])
})

test('an apt-get that fails, or brings nothing, is an error', () => {
  assert.throws(() => installMissing(COMMANDS, machine([], { problem: 'no network' }).fake), /no network/)
  assert.throws(() => installMissing(COMMANDS, machine([], { brings: false }).fake), /still missing/)
})

test('COR-1: another running apt is waited for, also at the lists', () => {
  const { fake, calls } = machine([], { locked: 3 })
  installMissing(COMMANDS, fake)
  assert.equal(calls.filter(([command]) => command === 'update').length, 4)
  assert.equal(calls.filter(([command]) => command === 'install').length, 1)
})
