import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Relation } from '../../apps/api/test/db/schema.ts'
import { isTest, moduleOf } from '../layout/house.ts'
import { type Source, readSource } from '../layout/source.ts'
import { ownersOfTables } from '../layout/tables.ts'

const INFRASTRUCTURE = 'infrastructure'
const VIEWS = 'views'
/** Matches tables that a query only reads. */
const READS = String.raw`(?:selectFrom|\w+Join)\(\s*`

function mentions({ code }: Source, table: string): number {
  const all = code.match(new RegExp(`['"]${table}['"]`, 'g'))?.length ?? 0
  return all - (code.match(new RegExp(`${READS}['"]${table}['"]`, 'g'))?.length ?? 0)
}

/** For tables that are written through a variable: the module that names them most, apart from reads. */
function namingModule(sources: readonly Source[], table: string): string | undefined {
  const counted = [...Map.groupBy(sources, ({ path }) => moduleOf(path))].map(([module, files]) => ({
    module,
    count: files.reduce((sum, file) => sum + mentions(file, table), 0),
  }))
  return counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)[0]?.module
}

/** Groups tables by the module that writes them, in alphabetical order; tables without a module come last. */
export function groupTables(root: string, relations: readonly Relation[]): Map<string, Relation[]> {
  const paths = globSync('apps/api/src/**/*.ts', { cwd: root }).filter((path) => !isTest(path))
  const sources = paths.map((path) => readSource({ path, text: readFileSync(join(root, path), 'utf8') }))
  const inModules = sources.filter(({ path }) => moduleOf(path) !== undefined)
  const owners = ownersOfTables(sources)
  const groupOf = ({ name, isView }: Relation) => {
    if (isView) return VIEWS
    const [, module] = /^module (.+)$/.exec(owners.get(name) ?? '') ?? []
    return module ?? namingModule(inModules, name) ?? INFRASTRUCTURE
  }
  const groups = Map.groupBy(relations, groupOf)
  const rank = (name: string) => [INFRASTRUCTURE, VIEWS].indexOf(name)
  return new Map([...groups].toSorted(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)))
}
