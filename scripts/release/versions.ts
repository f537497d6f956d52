import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MANIFESTS = ['package.json', '{apps,packages}/*/package.json']
const LOCK = 'package-lock.json'
/** Files of a deployment, with the pattern of the version that each one names. */
const DEPLOYMENTS: Readonly<Record<string, RegExp>> = {
  'deploy/compose.yaml': /(?<=image: consilium:)\S+/g,
  'deploy/helm/consilium/Chart.yaml': /(?<=ersion: )\d\S*/g,
  'deploy/helm/consilium/values.yaml': /(?<=tag: )\S+/g,
}
const OURS = /^@consilium\//

interface LockEntry {
  version?: string
  dependencies?: Record<string, string>
}

const read = (path: string) => readFileSync(path, 'utf8')

/** Returns the versions of the repository's packages by path. */
export function readVersions(root: string): Map<string, string> {
  const paths = globSync(MANIFESTS, { cwd: root }).toSorted()
  return new Map(
    paths.map((path) => [path, (JSON.parse(read(join(root, path))) as { version: string }).version]),
  )
}

/** Edits the text, so that the formatting of the file is kept. */
const renumber = (manifest: string, version: string) =>
  manifest
    .replace(/(?<="version": ")[^"]+/, version)
    .replaceAll(/(?<="@consilium\/[\w-]+": ")[^"]+/g, version)

function renumberLock(text: string, version: string): string {
  const lock = JSON.parse(text) as { version: string; packages: Record<string, LockEntry> }
  lock.version = version
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes('node_modules')) continue
    entry.version = version
    const dependencies = Object.keys(entry.dependencies ?? {})
    for (const name of dependencies.filter((one) => OURS.test(one)))
      entry.dependencies = { ...entry.dependencies, [name]: version }
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}

/** Sets the version of all packages of the repository, in their manifests, in the lock file and in the deployments. */
export function setVersions(root: string, version: string): void {
  for (const path of readVersions(root).keys())
    writeFileSync(join(root, path), renumber(read(join(root, path)), version))
  writeFileSync(join(root, LOCK), renumberLock(read(join(root, LOCK)), version))
  for (const [path, named] of Object.entries(DEPLOYMENTS))
    writeFileSync(join(root, path), read(join(root, path)).replaceAll(named, version))
}
