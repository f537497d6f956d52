// Which tests a change can reach by the imports of the project (decision 103 says what it leaves out).
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { MODULE_FOLDER, SOURCE_PATTERNS, moduleOf } from '../layout/house.ts'
import { findTests } from '../runner/plan.ts'
import { importsOf } from './imports.ts'

/** Files that put everything together: a change reaches them, but not all that they are a part of. */
const WHOLE =
  /^apps\/api\/src\/(?:app|modules|main|readers\/readers)\.ts$|^apps\/api\/test\/(?:.*\/)?harness\.ts$|^apps\/office\/(?:src\/app\/|src\/main|test\/(?:.*\/)?portal\.ts$)|^packages\/contract\/src\/(?:.*\/)?(?:routes|openapi|events)\.ts$/
const SOURCE = /\.[cm]?[jt]sx?$/
const TEST = /\.test\.ts$/
const FEATURE = /^apps\/office\/src\/features\/([^/]+)\//
const CHECKS = 'scripts/runner/checks.test.ts'
/** Written as `path: '/meetings'` in a feature's pages. */
const ADDRESS = /\bpath: '(\/[\w-]+)/g
/** Folders of tests that start the product or a browser: they run if they are themselves changed, or open a changed page. */
const PRODUCT = /^e2e\/|\.browser\.test\.ts$/

interface Graph {
  text(path: string): string
  importers: ReadonlyMap<string, readonly string[]>
  imports: ReadonlyMap<string, readonly string[]>
}

function readGraph(): Graph {
  const paths = globSync(SOURCE_PATTERNS, { exclude: (name) => name.split('/').includes('node_modules') })
  const texts = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))
  const imports = new Map([...texts].map(([path, text]) => [path, importsOf(path, text)]))
  const importers = new Map<string, string[]>()
  for (const [path, targets] of imports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path])
  return { text: (path) => texts.get(path) ?? '', importers, imports }
}

/**
 * Follows importers from the changed files. A module that uses a changed module is reached, but not what uses it in turn:
 * its service hides what is below.
 */
function follow(graph: Graph, changed: readonly string[]): Set<string> {
  const reached = new Set(changed)
  const queue = [...changed]
  for (const path of queue) {
    if (WHOLE.test(path) && !changed.includes(path)) continue
    for (const importer of graph.importers.get(path) ?? []) {
      if (reached.has(importer)) continue
      reached.add(importer)
      const [from, to] = [moduleOf(path), moduleOf(importer)]
      if (to === undefined || to === from) queue.push(importer)
    }
  }
  return reached
}

/** Contract files whose routes the changed modules serve. */
const contractsOf = (graph: Graph, modules: ReadonlySet<string>): Set<string> =>
  new Set(
    [...modules].flatMap((module) =>
      (graph.imports.get(`${MODULE_FOLDER}${module}/routes.ts`) ?? []).filter((path) =>
        path.startsWith('packages/contract/'),
      ),
    ),
  )

/** Addresses of the pages of reached features. */
function addressesOf(graph: Graph, reached: ReadonlySet<string>): string[] {
  const features = new Set([...reached].flatMap((path) => FEATURE.exec(path)?.[1] ?? []))
  return [...features].flatMap((feature) =>
    [...graph.text(`apps/office/src/features/${feature}/pages.ts`).matchAll(ADDRESS)].map(
      ([, address = '']) => address,
    ),
  )
}

/** A file that is no source, such as a document, is read by the tests that name it or its folder. */
const isNamedIn = (text: string, path: string): boolean =>
  text.includes(basename(path)) || (dirname(path) !== '.' && text.includes(`${dirname(path)}/`))

export interface Reached {
  /** Changed files that exist. */
  changed: string[]
  tests: Set<string>
}

export function reachedBy(changed: readonly string[]): Reached {
  const graph = readGraph()
  const sources = changed.filter((path) => SOURCE.test(path))
  const others = changed.filter((path) => !SOURCE.test(path))
  const reached = follow(graph, sources)
  const modulesOf = (paths: Iterable<string>) =>
    new Set([...paths].filter((path) => !TEST.test(path)).flatMap((path) => moduleOf(path) ?? []))
  const affected = modulesOf(reached)
  const contracts = contractsOf(graph, modulesOf(sources))
  const addresses = addressesOf(graph, reached)
  const isReached = (test: string): boolean => {
    const text = graph.text(test)
    if (changed.includes(test) || test === CHECKS) return true
    if (PRODUCT.test(test))
      return addresses.some((address) => text.includes(`${address}'`) || text.includes(`${address}/`))
    const module = moduleOf(test)
    if (module !== undefined && affected.has(module)) return true
    if (reached.has(test)) return true
    const namesRoute =
      module === undefined && (graph.imports.get(test) ?? []).some((path) => contracts.has(path))
    return namesRoute || others.some((path) => isNamedIn(text, path))
  }
  return {
    changed: changed.filter((path) => existsSync(path)),
    tests: new Set(findTests().filter(isReached)),
  }
}
