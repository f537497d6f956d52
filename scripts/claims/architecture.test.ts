import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MODULES } from '../layout/house.ts'

const text = readFileSync('ARCHITECTURE.md', 'utf8')

test('HSE-37: ARCHITECTURE.md has each module in its layer', () => {
  const layers = new Map(
    [...text.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, line, names]) => [Number(line), names]),
  )
  const missing = Object.entries(MODULES).filter(
    ([name, { line }]) => !new RegExp(`(?:^|[,·] )${name}(?![\\w-])`).test(layers.get(line) ?? ''),
  )
  assert.deepEqual(
    missing.map(([name]) => name),
    [],
  )
})

test('HSE-37: paths and commands that ARCHITECTURE.md names exist', () => {
  const paths = [...text.matchAll(/`((?:apps|packages|scripts|docs|e2e)\/[\w./-]+\.\w+)`/g)].map(
    ([, path]) => path!,
  )
  assert.ok(paths.length > 5)
  assert.deepEqual(
    paths.filter((path) => !existsSync(path)),
    [],
  )
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = [...text.matchAll(/`npm run ([\w:-]+)/g)].map(([, name]) => name!)
  assert.deepEqual(
    commands.filter((name) => scripts[name] === undefined),
    [],
  )
})
