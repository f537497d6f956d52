import { UPWARD_READS, moduleOf, standsOn } from './house.ts'
import type { Finding, Rule } from './rule.ts'
import type { Source } from './source.ts'
import { NAME, type Use, usesIn, writesIn } from './tables.ts'

export const READS = [
  new RegExp(
    String.raw`\.\s*(?:selectFrom|using|from|(?:inner|left|right|full|cross)Join(?:Lateral)?)\(\s*\[?\s*['"\`]${NAME}`,
    'g',
  ),
  new RegExp(String.raw`\b(?:from|join)\s+(?:only\s+)?${NAME}`, 'gi'),
]

/** Returns the modules that write each table; tables that infra or a migration fills belong to no module. */
export function ownersOf(sources: Source[]): Map<string, string> {
  return new Map(
    writesIn(sources).flatMap(({ table, path }): [string, string][] => {
      const owner = moduleOf(path)
      return owner === undefined ? [] : [[table, owner]]
    }),
  )
}

function judge({ table, path }: Use, owners: ReadonlyMap<string, string>): string | undefined {
  const [reader, owner] = [moduleOf(path), owners.get(table)]
  if (reader === undefined || owner === undefined || reader === owner) return undefined
  if (standsOn(reader, owner) || UPWARD_READS[reader]?.[table] !== undefined) return undefined
  return `module ${reader} does not stand on module ${owner}, whose table ${table} it reads`
}

/** A query reads tables of its own module and of lower ones. A table belongs to the module that writes it. */
export const readsStayBelow: Rule = {
  id: 'reads-stay-below',
  find(sources): Finding[] {
    const owners = ownersOf(sources)
    return sources
      .flatMap((source) => usesIn(source, READS))
      .flatMap((use) => {
        const message = judge(use, owners)
        return message === undefined ? [] : [{ path: use.path, line: use.line, message }]
      })
  },
}
