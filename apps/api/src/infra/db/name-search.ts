import { sql, type RawBuilder } from 'kysely'
import { containing } from './select-page.ts'

/**
 * Condition that a name contains the text, ignoring case: `query.where(nameContains('p', 'project_name', text))`. The
 * index of characters and pairs (`name_grams`) finds candidates, which are then compared as a whole.
 */
export function nameContains(table: string, column: string, text: string): RawBuilder<boolean> {
  const [grams, name] = [sql.ref(`${table}.name_grams`), sql.ref(`${table}.${column}`)]
  return sql<boolean>`(${grams} @> grams(${text}) and ${name} ilike ${containing(text)})`
}
