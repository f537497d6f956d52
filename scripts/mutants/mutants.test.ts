import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { FAULTS } from './faults.ts'

it('every fault of npm run mutants matches its file, and its test has the requirement id', () => {
  const unfit = FAULTS.filter(({ id, file, from, to, test }) => {
    const places = readFileSync(file, 'utf8').split(from).length - 1
    return places !== 1 || from === to || !new RegExp(`\\b${id}\\b`).test(readFileSync(test, 'utf8'))
  })
  assert.deepEqual(
    unfit.map(({ id, file }) => `${id} ${file}`),
    [],
  )
})
