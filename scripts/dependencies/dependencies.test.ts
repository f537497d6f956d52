import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowed } from './licences.ts'
import { packagesOf, readLock, withoutIntegrity } from './lock.ts'
import { billOfMaterials } from './sbom.ts'

const INTEGRITY = 'sha512-c2VjcmV0'

test('SEC-31: a package that would be installed unchecked is found; a build for another system is not installed', () => {
  const packages = packagesOf({
    packages: {
      '': {},
      'apps/api': { version: '0.1.0' },
      'node_modules/@consilium/api': { link: true },
      'node_modules/sound': { version: '1.0.0', integrity: INTEGRITY },
      'node_modules/bare': { version: '1.0.0' },
      'node_modules/weak': { version: '1.0.0', integrity: 'sha1-c2VjcmV0' },
      'node_modules/sound/node_modules/inner': { version: '1.0.0' },
      'node_modules/build-win32': { version: '1.0.0', optional: true, os: ['win32'] },
      'node_modules/build-musl': { version: '1.0.0', optional: true, os: ['linux'], libc: ['musl'] },
      'node_modules/build-here': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['arm64'] },
    },
  })
  assert.deepEqual(
    withoutIntegrity(packages).map(({ name }) => name),
    ['bare', 'weak', 'inner', 'build-here'],
  )
})

test('SEC-39: whatever an installation on a supported system loads has an integrity hash in the lock file', () => {
  assert.deepEqual(
    withoutIntegrity(readLock()).map(({ path }) => path),
    [],
  )
})

test('SEC-31: licences are allowed by name, in expressions too', () => {
  for (const licence of ['MIT', '(MIT OR CC0-1.0)', '(MIT AND Zlib)', 'GPL-3.0 OR MIT'])
    assert.ok(isAllowed(licence), licence)
  for (const licence of ['GPL-3.0', 'MIT AND GPL-3.0', 'unknown', 'SEE LICENSE IN x', 'UNLICENSED'])
    assert.ok(!isAllowed(licence), licence)
})

test('SEC-31: the bill of materials lists every package with its licence, without registry addresses', () => {
  const { components } = billOfMaterials()
  assert.ok(components.some(({ purl }) => purl.startsWith('pkg:npm/%40fastify/')))
  assert.deepEqual(
    components.filter(({ licenses }) => !licenses).map(({ name }) => name),
    [],
  )
  assert.ok(!JSON.stringify(components).includes('://'))
})
