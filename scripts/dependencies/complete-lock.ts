// Adds what a lock file written against an incomplete registry lacks: optional packages of other platforms, without
// which `npm ci` fails, and integrity hashes. Run manually after a change of dependencies: node
// scripts/dependencies/complete-lock.ts
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import type { LockEntry } from './lock.ts'

const LOCK = new URL('../../package-lock.json', import.meta.url)
/** Names of platform packages end with system, processor and C library. */
const PLATFORM =
  /[-/](android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-(gnu|musl|gnueabihf|musleabihf|eabi|msvc))?$/

function platformEntry(name: string, version: string, dev: boolean): LockEntry | undefined {
  const [, system, processor, library] = PLATFORM.exec(name) ?? []
  if (!system || !processor) return undefined
  const libc = system === 'linux' ? { libc: [library?.startsWith('musl') ? 'musl' : 'glibc'] } : {}
  return { version, cpu: [processor], ...(dev ? { dev } : {}), ...libc, optional: true, os: [system] }
}

const lock = JSON.parse(readFileSync(LOCK, 'utf8')) as { packages: Record<string, LockEntry> }
const { packages } = lock
for (const [path, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(path === '' ? {} : (entry.optionalDependencies ?? {}))) {
    if (packages[`node_modules/${name}`] || packages[`${path}/node_modules/${name}`]) continue
    const added = platformEntry(name, version, entry.dev === true)
    if (!added) continue
    packages[`node_modules/${name}`] = added
    process.stdout.write(`+ ${name} ${version}\n`)
  }
}
function integrityOf(name: string, version: string): string | undefined {
  const args = ['view', `${name}@${version}`, 'dist.integrity', '--loglevel=silent']
  return spawnSync('npm', args, { encoding: 'utf8' }).stdout.trim() || undefined
}

for (const [path, entry] of Object.entries(packages)) {
  if (!path.startsWith('node_modules/') || entry.link || entry.integrity) continue
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const integrity = integrityOf(name, entry.version ?? '')
  if (integrity) packages[path] = { ...entry, integrity }
}
lock.packages = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`)
