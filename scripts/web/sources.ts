import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that affects the build, relative to the root; the lock file represents all packages. */
const SOURCES = [
  'apps/office/{src,public}/**/*',
  'apps/office/*.{ts,html,json}',
  'apps/expert/src/**/*',
  'apps/expert/*.{ts,json}',
  'packages/{contract,web-kit}/src/**/*',
  'scripts/web/*.ts',
  'package-lock.json',
]

/** A hash of the names and contents of everything that the web app is built from. */
export function sourceHash(root: string): string {
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    const content = readFileSync(file)
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
