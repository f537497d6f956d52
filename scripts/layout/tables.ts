import { INFRA, isApplication, moduleOf } from './house.ts'
import type { Rule } from './rule.ts'
import { type Source, lineAt } from './source.ts'

export type Use = { table: string; owner: string; path: string; line: number }

/** Name of a table in Kysely or raw SQL, optionally quoted, with a schema or an alias. */
export const NAME = String.raw`(?:"?\w+"?\.)?"?(?<table>[a-z_]\w*)"?`

const WRITES = [
  new RegExp(
    String.raw`\.\s*(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"\`]${NAME}`,
    'g',
  ),
  new RegExp(
    String.raw`\b(?:insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?)\s+${NAME}`,
    'gi',
  ),
  new RegExp(String.raw`\bupdate\s+(?!set\b)(?:only\s+)?${NAME}(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\b`, 'gi'),
]

function ownerOf(path: string): string | undefined {
  const module = moduleOf(path)
  if (module !== undefined) return `module ${module}`
  return path.startsWith(INFRA) ? `infra/${path.slice(INFRA.length).split('/')[0]}` : undefined
}

export function usesIn({ path, code }: Source, patterns: readonly RegExp[]): Use[] {
  const owner = isApplication(path) ? ownerOf(path) : undefined
  if (owner === undefined) return []
  return patterns.flatMap((pattern) =>
    [...code.matchAll(pattern)].map((match) => {
      return {
        table: (match.groups?.table ?? '').toLowerCase(),
        owner,
        path,
        line: lineAt(code, match.index),
      }
    }),
  )
}

export const writesIn = (sources: readonly Source[]): Use[] =>
  sources.flatMap((source) => usesIn(source, WRITES))

/** Returns the writing modules by table name. */
export const ownersOfTables = (sources: readonly Source[]): ReadonlyMap<string, string> =>
  new Map(writesIn(sources).map(({ table, owner }) => [table, owner]))

/** A table is written by one module only, which owns it, so there is no list to maintain. */
export const oneWriterPerTable: Rule = {
  id: 'one-writer-per-table',
  find(sources) {
    const byTable = Map.groupBy(writesIn(sources), ({ table }) => table)
    return [...byTable].flatMap(([table, writes]) => {
      const owners = [...new Set(writes.map(({ owner }) => owner))].toSorted()
      if (owners.length < 2) return []
      const message = `table ${table} is written by ${owners.join(' and ')}; one of them must ask the other's service`
      return writes.map(({ path, line }) => ({ path, line, message }))
    })
  },
}
