import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LockedPackage } from './lock.ts'

/** SPDX identifiers that are compatible with Apache-2.0 if the packages are unchanged and separate. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-2.1+',
  'LGPL-2.1-or-later',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  // Fonts; they may be bundled with any software.
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Licences of packages without one in their package.json: file and first words. */
const STATED: Readonly<Record<string, { licence: string; file: string; begins: string }>> = {
  'png-js': { licence: 'MIT', file: 'LICENSE', begins: 'MIT License' },
}

/** `(MIT OR CC0-1.0)`, `Apache-2.0 AND MIT`: all parts, or one of them, must be allowed. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  if (plain.includes(' AND ')) return plain.split(' AND ').every(isAllowed)
  return plain.split(' OR ').some((each) => ALLOWED.has(each))
}

interface Manifest {
  license?: string
}

function manifestOf(path: string): Manifest | undefined {
  const file = join(path, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : undefined
}

function statedByHand({ name, path }: LockedPackage): string | undefined {
  const stated = STATED[name]
  if (!stated) return undefined
  return readFileSync(join(path, stated.file), 'utf8').trimStart().startsWith(stated.begins)
    ? stated.licence
    : undefined
}

/** Returns the package for which this one is the build for another system; both have the same source. */
const ownerOf = ({ name }: LockedPackage, packages: readonly LockedPackage[]): LockedPackage | undefined =>
  packages.find(({ optionalDependencies }) => optionalDependencies?.[name] !== undefined)

/** Returns the licence of a package by its manifest, the lock file, its own files, or those of its owner. */
export function licenceOf(entry: LockedPackage, packages: readonly LockedPackage[]): string | undefined {
  const own = manifestOf(entry.path)?.license ?? entry.license ?? statedByHand(entry)
  if (own !== undefined || !entry.optional) return own
  const owner = ownerOf(entry, packages)
  return owner && licenceOf(owner, packages)
}
