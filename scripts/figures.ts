// Prints figures of the source: lengths of files and functions, imports between modules and circles of imports, reads of other
// modules' tables, those upward with their reasons, and uses of the facts that modules offer instead. npm run figures -- [FOLDER]; an older commit in another folder can be
// compared.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { noImportCircles } from './layout/circles.ts'
import {
  isApplication,
  isMigration,
  isTest,
  MAX_FUNCTION_LINES,
  moduleOf,
  SOURCE_PATTERNS,
  UPWARD_READS,
} from './layout/house.ts'
import { READS, ownersOf } from './layout/reads.ts'
import { readSource, type Source } from './layout/source.ts'
import { usesIn } from './layout/tables.ts'

type Order = Readonly<Record<string, { line: number; on: readonly string[] }>>
type Arrow = { from: string; to: string; table?: string }

const root = process.argv[2] ?? '.'
/** Folder of the modules up to version 0.1. */
const FORMER_FOLDER = 'apps/api/src/rooms/'
const MODULE_FOLDER = 'apps/api/src/modules/'
const FEW = 10

const house = (await import(pathToFileURL(join(root, 'scripts/layout/house.ts')).href)) as {
  MODULES?: Order
  ROOMS?: Order
}
const order: Order = house.MODULES ?? house.ROOMS ?? {}

const paths = globSync(SOURCE_PATTERNS, {
  cwd: root,
  exclude: (name) => name.split('/').includes('node_modules'),
}).filter((path) => !isTest(path))
const sources: Source[] = paths.map((path) =>
  readSource({
    path: path.replace(FORMER_FOLDER, MODULE_FOLDER),
    text: readFileSync(join(root, path), 'utf8'),
  }),
)

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const isUpward = ({ from, to }: Arrow): boolean => {
  const [above, below] = [order[from], order[to]]
  if (!above || !below) return true
  return below.line > above.line || (below.line === above.line && !above.on.includes(to))
}

const between = (from: string | undefined, to: string | undefined): Arrow[] =>
  from !== undefined && to !== undefined && from !== to ? [{ from, to }] : []

const imports = sources.flatMap(({ path, imports: all }) =>
  all.flatMap(({ target }) => between(moduleOf(path), moduleOf(target))),
)
const owners = ownersOf(sources)
const reads = sources.flatMap((source) =>
  usesIn(source, READS).flatMap(({ path, table }) =>
    between(moduleOf(path), owners.get(table)).map((arrow) => ({ ...arrow, table })),
  ),
)

const FACTS = /\bexport (?:const|(?:async )?function) (\w+)/g

/** Modules by the names of what they offer to the queries of others. */
const offered = new Map(
  sources
    .filter(({ path }) => path.endsWith('/facts-repository.ts'))
    .flatMap(({ path, code }) =>
      [...code.matchAll(FACTS)].map(([, name = '']) => [name, moduleOf(path)] as const),
    ),
)
/** Places where a query or a use case of another module uses them: calls, and parts that a query names alone. */
const OFFERED = new RegExp(String.raw`\b(?<name>${[...offered.keys()].join('|')})(?:\(|\})`, 'g')
const uses = sources
  .filter(({ path }) => !path.endsWith('/facts-repository.ts'))
  .flatMap(({ path, code }) =>
    [...code.replaceAll(/^(?:im|ex)port \{[^}]*\}.*$/gm, '').matchAll(OFFERED)].flatMap((match) =>
      between(moduleOf(path), offered.get(match.groups?.name ?? '')),
    ),
  )

function printLengths(): void {
  const lengths = sources.map(({ text }) => text.trimEnd().split('\n').length).toSorted((a, b) => a - b)
  const [median, most, longest] = [percentile(lengths, 0.5), percentile(lengths, 0.95), lengths.at(-1)]
  console.log(`Files without tests     ${lengths.length}`)
  console.log(`Lines of a file         median ${median}, 95 % up to ${most}, longest ${longest}`)
}

function printArrows(title: string, arrows: readonly Arrow[]): void {
  const upward = arrows.filter(isUpward)
  const pairs = new Set(arrows.map(({ from, to }) => `${from} → ${to}`))
  console.log(`${title.padEnd(24)}${arrows.length} in ${pairs.size} pairs, ${upward.length} of them upward`)
  const counted = Map.groupBy(upward, ({ from, to, table }) => `${from} → ${table ?? to}`)
  for (const [pair, all] of counted) {
    const { from, table = '' } = all[0]!
    console.log(`  ${pair}: ${all.length}, ${UPWARD_READS[from]?.[table] ?? 'without a reason'}`)
  }
}

/** Functions of the product, as the layout check counts their lines: without comments, and not what a migration keeps. */
function printFunctions(): void {
  const long = sources
    .filter(({ path }) => isApplication(path) && !isMigration(path))
    .flatMap(({ path, functions }) =>
      functions.map(({ line, lines }) => ({ place: `${path}:${line}`, lines })),
    )
    .filter(({ lines }) => lines > MAX_FUNCTION_LINES)
    .toSorted((one, other) => other.lines - one.lines)
  console.log(`Functions over ${MAX_FUNCTION_LINES} lines `.padEnd(24) + long.length)
  for (const { place, lines } of long.slice(0, FEW)) console.log(`  ${lines} ${place}`)
}

printLengths()
printFunctions()
console.log(`Circles of imports      ${noImportCircles.find(sources).length}`)
console.log(`Modules                 ${Object.keys(order).length}`)
printArrows('Imports across modules', imports)
printArrows('Reads across modules', reads)
printArrows('Facts of other modules', uses)
