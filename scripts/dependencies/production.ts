import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

interface Entry {
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export type Lock = { packages: Record<string, Entry> }

/** Where Node finds a package from a folder: in its own node_modules, or in those of the folders above. */
function place({ packages }: Lock, from: string, name: string): string | undefined {
  const path = posix.join(from, 'node_modules', name)
  if (packages[path]) return path
  return from === '.' || from === '' ? undefined : place({ packages }, posix.dirname(from), name)
}

/**
 * The packages that `npm ci --workspace FOLDER --omit=dev` installs, as paths of the lock: what the workspace declares
 * as dependencies, and what those declare. An optional package of another system may be missing.
 */
export function productionPackages(lock: Lock, workspace: string): string[] {
  const found = new Set<string>()
  const add = (folder: string): void => {
    const { dependencies, optionalDependencies } = lock.packages[folder] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = place(lock, folder, name)
      if (path === undefined || found.has(path)) continue
      found.add(path)
      add(lock.packages[path]?.resolved ?? path)
    }
  }
  add(workspace)
  return [...found].toSorted()
}

const isSource = (path: string): boolean => !/\/(?:node_modules|test|dist)(?:\/|$)/.test(path)

/**
 * Installs a workspace into a folder as far as its own code can tell: it and the workspaces that it needs are copied, so
 * that Node looks for their imports in this folder only, and other packages are links.
 */
export function installProduction(root: string, workspace: string, folder: string): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const paths = productionPackages(lock, workspace)
  const workspaces = paths.flatMap((path) =>
    lock.packages[path]?.link ? [lock.packages[path].resolved ?? ''] : [],
  )
  for (const path of [workspace, ...workspaces])
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => isSource(source.slice(root.length)),
    })
  for (const path of paths) {
    const { link, resolved } = lock.packages[path] ?? {}
    // Optional packages of another system are not installed; those within other packages are reached through their link.
    const isNested = path.lastIndexOf('node_modules/') !== path.indexOf('node_modules/')
    if (isNested || (!link && !existsSync(join(root, path)))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(link ? join(folder, resolved ?? '') : join(root, path), join(folder, path))
  }
}
