import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { REQUIREMENT, readRows } from './requirements.ts'

/** Matches lines with the title of a test or a suite, or the id of an attack. */
const TITLE = /\b(?:it|test|describe)\(|^\s+id: '/
const PATTERNS = ['{packages,apps,scripts,e2e,bench}/**/*.test.ts', 'e2e/attacks/*.ts']

const files = globSync(PATTERNS, { exclude: (name) => name.split('/').includes('node_modules') })
const titled = new Set(
  files
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => TITLE.test(line))
    .flatMap((line) => line.match(REQUIREMENT) ?? []),
)
const rows = new Set(readRows().map(({ id }) => id))

test('every requirement that a test title names is in docs/requirements.md', () => {
  assert.deepEqual(
    [...titled].filter((id) => !rows.has(id)),
    [],
  )
})

test('every requirement of docs/requirements.md is named by a test title', () => {
  assert.deepEqual(
    [...rows].filter((id) => !titled.has(id)),
    [],
  )
})
