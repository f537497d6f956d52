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

/**
 * The same for a list that is scanned along an index of the column's table. Comparing a text costs several times what reading its
 * row does, so that of many rows the value is looked for in the set of all texts that match; coalesce keeps PostgreSQL from
 * joining this set.
 */
export function ownTextContains(reference: string, text: string): Filter {
  const [alias = ''] = reference.split('.')
  const condition = sql<boolean>`coalesce(${sql.ref(reference)} in (select s.value from searched_text s
    where s.name_grams @> grams(${text}) and s.value ilike ${containing(text)}), false)`
  return { ...textContains(reference, text), ofRow: { alias, condition } }
}

/** A filter whose condition is the same either way. */
export const plain = (condition: RawBuilder<boolean>): Filter => ({ found: condition, seen: condition })

/** The same of columns of one table. */
export const plainOf = (alias: string, condition: RawBuilder<boolean>): Filter => ({
  ...plain(condition),
  ofRow: { alias, condition },
})
