import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Machine, ensureCommands } from './system-packages.ts'

const COMMANDS = { pdftotext: 'poppler-utils', pdfimages: 'poppler-utils', chromium: 'chromium' }

/** A machine where apt-get brings the commands of the packages it is asked for. */
function machine(has: string[], options: { root?: boolean; problem?: string; brings?: boolean } = {}) {
  const { root = true, problem, brings = true } = options
  const calls: string[][] = []
  const fake: Machine = {
    hasCommand: (name) => has.includes(name),
    isRoot: () => root,
    aptGet(args) {
      calls.push(args)
      if (problem === undefined && brings && args[0] === 'install') has.push(...Object.keys(COMMANDS))
      return problem
    },
  }
  return { fake, calls }
}

test('nothing is installed when every command is there', () => {
  const { fake, calls } = machine(Object.keys(COMMANDS))
  ensureCommands(COMMANDS, fake)
  assert.deepEqual(calls, [])
})

test('root gets the packages of the missing commands, each once', () => {
  const { fake, calls } = machine(['chromium'])
  ensureCommands(COMMANDS, fake)
  assert.deepEqual(calls, [['update'], ['install', '-y', '--no-install-recommends', 'poppler-utils']])
})

test('anybody else is told in one line what to install', () => {
  const { fake, calls } = machine([], { root: false })
  assert.throws(() => ensureCommands(COMMANDS, fake), {
    message:
      'pdftotext, pdfimages, chromium missing; install with: ' +
      'apt-get install -y --no-install-recommends poppler-utils chromium',
  })
  assert.deepEqual(calls, [])
})

test('an apt-get that fails, or brings nothing, is an error', () => {
  assert.throws(() => ensureCommands(COMMANDS, machine([], { problem: 'no network' }).fake), /no network/)
  assert.throws(() => ensureCommands(COMMANDS, machine([], { brings: false }).fake), /still missing/)
})
