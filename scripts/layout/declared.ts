import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { isTest } from './house.ts'
import { type Rule, importRule } from './rule.ts'

type Manifest = {
  name: string
  dependencies?: Readonly<Record<string, string>>
  devDependencies?: Readonly<Record<string, string>>
}

const WORKSPACE = /^(?:apps|packages)\/[^/]+\//
/** Built into files that run without node_modules, so it may declare everything as needed for the build. */
const BUILT = 'apps/office/'
const BUILTIN = new Set(builtinModules)

const folderOf = (path: string): string =>
  WORKSPACE.exec(path)?.[0] ?? (path.startsWith('bench/') ? 'bench/' : '')

const manifests = new Map<string, Manifest>()
function manifestOf(folder: string): Manifest {
  const known = manifests.get(folder)
  if (known) return known
  const read = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as Manifest
  manifests.set(folder, read)
  return read
}

/** The package of an import; undefined for paths, also calculated ones, and for what Node brings along. */
function packageOf(spec: string): string | undefined {
  if (spec === '' || /^(?:\.|\/|#|node:|virtual:)/.test(spec) || BUILTIN.has(spec)) return undefined
  return spec
    .split('/')
    .slice(0, spec.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Commands, tests of the whole and measurements use what the root declares; measurements also what they declare. */
function declaredFor(path: string): ReadonlySet<string> {
  const folder = folderOf(path)
  const own = manifestOf(folder)
  const isDelivered = WORKSPACE.test(path) && folder !== BUILT && !isTest(path) && !path.includes('/synth/')
  const tools = isDelivered ? {} : own.devDependencies
  const root = folder === 'bench/' ? manifestOf('').devDependencies : {}
  return new Set([own.name, ...Object.keys({ ...own.dependencies, ...tools, ...root })])
}

/** A package that is installed alone finds only what its own package.json declares. */
export const importsAreDeclared: Rule = importRule(
  'imports-are-declared',
  () => true,
  ({ spec }, { path }) => {
    const name = packageOf(spec)
    if (name === undefined || declaredFor(path).has(name)) return undefined
    return `${name} is not declared in ${folderOf(path)}package.json`
  },
)
