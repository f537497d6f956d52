import { sql, type RawBuilder } from 'kysely'

const DATE_LENGTH = 'yyyy-MM-dd'.length

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

/** Condition that a stored time shows as the given one, or as any of the day where it is a date. */
export const shownAt = (reference: string, time: string): RawBuilder<boolean> =>
  time.length === DATE_LENGTH
    ? shownWithin(reference, `${time} 00:00:00`, `${time} 23:59:59`)
    : shownWithin(reference, time, time)
