import { sql, type RawBuilder } from 'kysely'
import type { Filter } from './large-list.ts'
import { containing } from './select-page.ts'

/**
 * Condition that a name contains the text, ignoring case: `query.where(nameContains('p', 'project_name', text))`. The
 * index of characters and pairs (`name_grams`) finds candidates, which are then compared as a whole.
 */
export function nameContains(table: string, column: string, text: string): RawBuilder<boolean> {
  const [grams, name] = [sql.ref(`${table}.name_grams`), sql.ref(`${table}.${column}`)]
  return sql<boolean>`(${grams} @> grams(${text}) and ${name} ilike ${containing(text)})`
}

/**
 * Filter of a column whose values repeat and are kept, each once, in `searched_text` by a trigger: the values that contain
 * the text are looked up there, and their rows in an index of the column.
 */
export function textContains(reference: string, text: string): Filter {
  const column = sql.ref(reference)
  return {
    found: sql<boolean>`${column} = any(array(select s.value from searched_text s
      where s.name_grams @> grams(${text}) and s.value ilike ${containing(text)}))`,
    seen: sql<boolean>`${column} ilike ${containing(text)}`,
  }
}

/** A filter whose condition is the same either way. */
export const plain = (condition: RawBuilder<boolean>): Filter => ({ found: condition, seen: condition })
