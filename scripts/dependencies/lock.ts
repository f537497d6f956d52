import { readFileSync } from 'node:fs'

/** An entry of package-lock.json. */
export interface LockEntry {
  version?: string
  integrity?: string
  license?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

export interface LockedPackage extends LockEntry {
  name: string
  version: string
  /** `node_modules/…`, relative to the root. */
  path: string
}

const FOLDER = 'node_modules/'
const NODE_PLATFORM = { os: 'linux', cpus: ['x64', 'arm64'], libc: 'glibc' }

/** Returns the packages of a lock file without the project's own. */
export function packagesOf(lock: { packages: Record<string, LockEntry> }): LockedPackage[] {
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes(FOLDER) && !link)
    .map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)
      return { ...entry, name, path, version: entry.version ?? '' }
    })
}

export const readLock = (): LockedPackage[] =>
  packagesOf(JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockEntry> })

const names = (listed: string[] | undefined, value: string) => !listed || listed.includes(value)

/** True if the package can be installed where the product runs: Linux on x64 or arm64 with the GNU C library. */
export const runsHere = ({ os, cpu, libc }: LockEntry): boolean =>
  names(os, NODE_PLATFORM.os) &&
  NODE_PLATFORM.cpus.some((each) => names(cpu, each)) &&
  names(libc, NODE_PLATFORM.libc)

/**
 * Returns packages that would be installed without a check. Builds for other systems are optional and never installed
 * here.
 */
export const withoutIntegrity = (packages: readonly LockedPackage[]): LockedPackage[] =>
  packages.filter((entry) => !entry.integrity?.startsWith('sha512-') && (!entry.optional || runsHere(entry)))
