import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { licenceOf } from './licences.ts'
import { readLock, type LockedPackage } from './lock.ts'

const SPEC_VERSION = '1.6'

interface Manifest {
  name: string
  version: string
  license: string
}

/** Package URL of an npm package (ECMA-427): the `@` of a scope is written as %40. */
const purl = ({ name, version }: Pick<LockedPackage, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

/** CycloneDX 1.6 has different places for SPDX expressions and identifiers. */
const licences = (licence: string) =>
  /\s/.test(licence) || licence.endsWith('+')
    ? [{ expression: licence.replace(/^\((.*)\)$/, '$1').replace('LGPL-2.1+', 'LGPL-2.1-or-later') }]
    : [{ license: { id: licence } }]

function componentOf(entry: LockedPackage, packages: readonly LockedPackage[]) {
  const licence = licenceOf(entry, packages)
  const [, hash] = entry.integrity?.split('-') ?? []
  return {
    type: 'library',
    'bom-ref': `${purl(entry)}#${entry.path}`,
    name: entry.name,
    version: entry.version,
    purl: purl(entry),
    scope: entry.dev ? 'excluded' : entry.optional ? 'optional' : 'required',
    ...(licence ? { licenses: licences(licence) } : {}),
    ...(hash ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] } : {}),
  }
}

/** Returns the product's packages from the lock file in CycloneDX format. */
export function billOfMaterials() {
  const packages = readLock()
  const { name, version, license } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
  return {
    bomFormat: 'CycloneDX',
    specVersion: SPEC_VERSION,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${name}@${version}`,
        name,
        version,
        licenses: licences(license),
      },
    },
    components: packages.map((entry) => componentOf(entry, packages)),
  }
}

export function writeBillOfMaterials(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(billOfMaterials(), null, 2)}\n`)
}
