import { DIRECT_READS, UPWARD_READS, moduleOf } from './house.ts'
import { READS, ownersOf } from './reads.ts'
import type { Finding, Rule } from './rule.ts'
import type { Source } from './source.ts'
import { NAME, usesIn } from './tables.ts'

const FACTS_PATH = /\/facts-repository\.ts$/
const OFFERS = [new RegExp(String.raw`\bpart\s*\.selectFrom\(\s*['"\`]${NAME}`, 'g')]

/** The tables of which modules offer facts, and the modules that offer them. */
const offersOf = (sources: readonly Source[]): ReadonlyMap<string, string | undefined> =>
  new Map(
    sources
      .filter(({ path }) => FACTS_PATH.test(path))
      .flatMap((source) => usesIn(source, OFFERS))
      .map(({ table, path }) => [table, moduleOf(path)]),
  )

/**
 * A module that offers facts of a record is asked for these: the other modules do not name its table, so that only columns
 * that are offered are relied on.
 */
export const recordsAreReadAsFacts: Rule = {
  id: 'records-are-read-as-facts',
  find(sources): Finding[] {
    const [owners, offers] = [ownersOf(sources), offersOf(sources)]
    return sources
      .flatMap((source) => usesIn(source, READS))
      .flatMap(({ table, path, line }) => {
        const [reader, offering] = [moduleOf(path), offers.get(table)]
        if (reader === undefined || offering === undefined) return []
        if (reader === offering || reader === owners.get(table)) return []
        if (DIRECT_READS[reader]?.[table] !== undefined || UPWARD_READS[reader]?.[table] !== undefined)
          return []
        const message = `module ${offering} offers facts of ${table}: read those of its facts-repository.ts`
        return [{ path, line, message }]
      })
  },
}
