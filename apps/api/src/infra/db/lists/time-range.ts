import { sql, type RawBuilder } from 'kysely'

const DATE_LENGTH = 'yyyy-MM-dd'.length

/**
 * Condition that a stored time, cut to the second, lies between `first` and `last`, both included; undefined is open.
 * Stored times have fractions of a second, times on the wire have none.
 */
export function inTimeRange(
  reference: string,
  first: string | undefined,
  last: string | undefined,
): RawBuilder<boolean> {
  const time = sql.ref(reference)
  const begun = first === undefined ? sql`true` : sql`${time} >= ${first}::timestamptz`
  const notOver = last === undefined ? sql`true` : sql`${time} < ${last}::timestamptz + interval '1 second'`
  return sql<boolean>`(${begun} and ${notOver})`
}

/** Condition that a stored time, cut to the second, equals `time`, or falls on that day if `time` is a date. */
export const atTime = (reference: string, time: string): RawBuilder<boolean> =>
  time.length === DATE_LENGTH
    ? inTimeRange(reference, `${time} 00:00:00`, `${time} 23:59:59`)
    : inTimeRange(reference, time, time)
