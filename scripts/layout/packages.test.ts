import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { WORKSPACES } from './house.ts'

const README_LINES_MAX = 12
/** The contract is the domain, and the client is the contract packed for others. */
const OF_THE_DOMAIN = ['client', 'contract']

const packages = readdirSync('packages')
const apart = packages.filter((name) => !OF_THE_DOMAIN.includes(name))

describe('HSE-34: what is not the domain is packages', () => {
  for (const name of apart)
    it(`HSE-34: ${name} says what it is in a few lines, and has tests of its own`, () => {
      const lines = readFileSync(`packages/${name}/README.md`, 'utf8').trimEnd().split('\n')
      assert.ok(lines.length <= README_LINES_MAX, `${lines.length} lines`)
      assert.ok(lines.some((line) => line.includes(`npm test -- --only packages/${name}`)))
      assert.ok(globSync(`packages/${name}/src/**/*.test.ts`).length > 0)
    })

  it('HSE-34: imports of each are followed, and the image has the manifest of every package twice', () => {
    const known = Object.values(WORKSPACES)
    assert.deepEqual(
      packages.filter((name) => name !== 'client' && !known.includes(`packages/${name}/src`)),
      [],
    )
    const image = readFileSync('Dockerfile', 'utf8').split('\n')
    for (const name of packages) {
      const copies = image.filter((line) => line === `COPY packages/${name}/package.json packages/${name}/`)
      assert.equal(copies.length, 2, name)
    }
  })
})
