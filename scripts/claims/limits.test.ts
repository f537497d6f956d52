import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { faultsOfEvidence } from './evidence.ts'

const ROW = /^\| .* \| `([A-Z_]+ = [^`]+)` \| `([^`]+)` \| (.+) \|$/
/** Why no test shows both sides of a limit. */
const REASONS = ['answer', 'waiting', 'machine']

const rows = readFileSync('docs/limits.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, constant, file, shown = ''] = ROW.exec(line) ?? []
    return constant && file ? [{ constant, file, shown }] : []
  })

it('ASVS 2.1.3: every limit in docs/limits.md equals its constant in the code', () => {
  assert.ok(rows.length > 120)
  const wrong = rows.filter(
    ({ constant, file }) => !readFileSync(file, 'utf8').includes(`const ${constant}\n`),
  )
  assert.deepEqual(wrong, [])
})

it('SEC-42 ASVS 7.1.1: every number of docs/authentication.md that names a limit is the one of docs/limits.md', () => {
  const text = readFileSync('docs/authentication.md', 'utf8')
  const named = [...text.matchAll(/(\d+)(?: [a-z]+)* \(`([A-Z_]+)`\)/g)].map(
    ([, number, name]) => `${name} = ${number}`,
  )
  for (const name of ['RECENT_PROOF_MINUTES', 'PHONE_PROVEN_MINUTES', 'SESSION_HOURS', 'CODE_MINUTES'])
    assert.equal(named.filter((each) => each.startsWith(`${name} `)).length, 1, name)
  const known = new Set(rows.map(({ constant }) => constant))
  assert.deepEqual(
    named.filter((each) => !known.has(each)),
    [],
  )
})

it('ASVS 2.3.2: every limit names the tests of its sides, or why none can', () => {
  const faults = rows.flatMap(({ constant, shown }) =>
    faultsOfEvidence(shown, REASONS).map((fault) => `${constant}: ${fault}`),
  )
  assert.deepEqual(faults, [])
})
