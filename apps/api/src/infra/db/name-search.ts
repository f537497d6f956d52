import { sql, type RawBuilder } from 'kysely'
import { containing } from './select-page.ts'

/**
 * Condition that a name holds the text anywhere, whatever its case, found through the name's index of characters and
 * pairs (`name_grams`) and then compared as a whole: `query.where(nameContains('p', 'project_name', text))`.
 */
export function nameContains(table: string, column: string, text: string): RawBuilder<boolean> {
  const [grams, name] = [sql.ref(`${table}.name_grams`), sql.ref(`${table}.${column}`)]
  return sql<boolean>`(${grams} @> grams(${text}) and ${name} ilike ${containing(text)})`
}
