import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'

const ROW = /^\| .* \| `([A-Z_]+ = [^`]+)` \| `([^`]+)` \|$/

it('ASVS 2.1.3: every limit in docs/limits.md equals its constant in the code', () => {
  const rows = readFileSync('docs/limits.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, constant, file] = ROW.exec(line) ?? []
      return constant && file ? [{ constant, file }] : []
    })
  assert.ok(rows.length > 20)
  const wrong = rows.filter(
    ({ constant, file }) => !readFileSync(file, 'utf8').includes(`const ${constant}\n`),
  )
  assert.deepEqual(wrong, [])
})
