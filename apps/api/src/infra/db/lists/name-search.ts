import { sql, type RawBuilder } from 'kysely'
import type { Filter } from '@consilium/lists/large-list.ts'
import { typedPinyin, type Typed } from './pinyin.ts'
import { containing } from './select-page.ts'

/** Columns of names whose first letters of pinyin are kept beside them. */
const SPELLED = new Set(['project_name', 'org_name', 'plan_name', 'name', 'unit', 'value'])

/** Condition that a kept name is spelled as the letters say. */
function spelledBy(table: string, column: string, { letters, spellings }: Typed): RawBuilder<boolean> {
  const [name, initials] = [sql.ref(`${table}.${column}`), sql.ref(`${table}.${column}_initials`)]
  const has = (text: string) => sql`${initials} @> grams(${text})`
  const inOrder = sql`${initials}[cardinality(${initials})] like ${containing(letters)}`
  const ways = spellings.map((spelling) => {
    const pattern = spelling.characters.map((characters) => `[${characters}]`).join('')
    return sql<boolean>`(${has(spelling.initials)} and ${name} ~ ${pattern})`
  })
  return sql<boolean>`${sql.join([sql`(${has(letters)} and ${inOrder})`, ...ways], sql` or `)}`
}

/**
 * Condition that a name contains the text, ignoring case, or is spelled so in pinyin:
 * `query.where(nameContains('p', 'project_name', text))`. The index of characters and pairs (`name_grams`) finds candidates, which
 * are then compared as a whole.
 */
export function nameContains(table: string, column: string, text: string): RawBuilder<boolean> {
  const [grams, name] = [sql.ref(`${table}.name_grams`), sql.ref(`${table}.${column}`)]
  const contains = sql<boolean>`(${grams} @> grams(${text}) and ${name} ilike ${containing(text)})`
  const typed = SPELLED.has(column) ? typedPinyin(text) : null
  return typed ? sql<boolean>`(${contains} or ${spelledBy(table, column, typed)})` : contains
}

/** The values of `searched_text` that contain the text or are spelled so. */
const valuesFor = (text: string): RawBuilder<{ value: string }> =>
  sql`select s.value from searched_text s where ${nameContains('s', 'value', text)}`

/** Whether the value of a row is in the set of all texts that match; coalesce keeps PostgreSQL from joining this set. */
const amongValues = (reference: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(reference)} in (${valuesFor(text)}), false)`

/** The same by the look-up of this value. LIMIT keeps PostgreSQL from finding all texts that match instead. */
const isValueFor = (reference: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select true from searched_text s where s.value = ${sql.ref(reference)}
    and ${nameContains('s', 'value', text)} limit 1), false)`

/**
 * Filter of a column whose values repeat and are kept, each once, in `searched_text` by a trigger: the values that contain
 * the text are looked up there, and their rows in an index of the column. What a row says of its spelling only that table knows.
 */
export function textContains(reference: string, text: string): Filter {
  const column = sql.ref(reference)
  const isSpelled = typedPinyin(text) !== null
  const contains = sql<boolean>`${column} ilike ${containing(text)}`
  return {
    found: sql<boolean>`${column} = any(array(${valuesFor(text)}))`,
    seen: isSpelled ? amongValues(reference, text) : contains,
    among: {
      column: reference,
      values: valuesFor(text),
      ofOne: isSpelled ? isValueFor(reference, text) : contains,
    },
  }
}

/**
 * The same for a list that is scanned along an index of the column's table. Comparing a text costs several times what reading its
 * row does, so that of many rows the value is looked for in the set of all texts that match.
 */
export function ownTextContains(reference: string, text: string): Filter {
  const [alias = ''] = reference.split('.')
  return { ...textContains(reference, text), ofRow: { alias, condition: amongValues(reference, text) } }
}

/** A filter whose condition is the same either way. */
export const plain = (condition: RawBuilder<boolean>): Filter => ({ found: condition, seen: condition })

/** The same of columns of one table. */
export const plainOf = (alias: string, condition: RawBuilder<boolean>): Filter => ({
  ...plain(condition),
  ofRow: { alias, condition },
})
