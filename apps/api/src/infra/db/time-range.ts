import { sql, type RawBuilder } from 'kysely'

/**
 * Condition that a stored time shows as one from `first` to `last`, both included; an end left out is open.
 * Stored times have fractions, times on the wire have none.
 */
export function shownWithin(
  reference: string,
  first: string | undefined,
  last: string | undefined,
): RawBuilder<boolean> {
  const time = sql.ref(reference)
  const begun = first === undefined ? sql`true` : sql`${time} >= ${first}::timestamptz`
  const notOver = last === undefined ? sql`true` : sql`${time} < ${last}::timestamptz + interval '1 second'`
  return sql<boolean>`(${begun} and ${notOver})`
}
