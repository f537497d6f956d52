import type { Tables } from './tables.ts'

/** `schedule_start_time` → `scheduleStartTime` */
type FieldName<Column extends string> = Column extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<FieldName<Tail>>}`
  : Column

/** The names that the columns of a table have on the wire. */
export type FieldOf<T extends keyof Tables> = FieldName<keyof Tables[T] & string>

/** The column of a field: `scheduleStartTime` → `schedule_start_time`. */
type ColumnOf<T extends keyof Tables, Field> = {
  [C in keyof Tables[T] & string]: FieldName<C> extends Field ? C : never
}[keyof Tables[T] & string]

type Selected<T extends keyof Tables, A extends string, F extends FieldOf<T>> = {
  [K in F]: `${A}.${ColumnOf<T, K>} as ${K}`
}[F]

const nameOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * What statements take from the fields that a record declares: the columns to read, to write and to sort by. A field that
 * is no column of the table is an error of types.
 */
export const declaredColumns = <T extends keyof Tables>() => ({
  /** `m.meeting_name as meetingName`, for each field. */
  select: <A extends string, F extends FieldOf<T>>(alias: A, fields: readonly F[]) =>
    fields.map((field) => `${alias}.${nameOf(field)} as ${field}`) as Selected<T, A, F>[],

  /** `meeting_name` by field, for each field. */
  names: <F extends FieldOf<T>>(fields: readonly F[]) =>
    Object.fromEntries(fields.map((field) => [field, nameOf(field)])) as { [K in F]: ColumnOf<T, K> },

  /** The given values by column. What is undefined is left as it is, and takes its default in a new row. */
  values: <F extends FieldOf<T>, V extends { readonly [K in F]?: unknown }>(fields: readonly F[], given: V) =>
    Object.fromEntries(fields.map((field) => [nameOf(field), given[field]])) as {
      [K in F as ColumnOf<T, K>]: V[K]
    },

  /** `m.meeting_name` by field, for each field that lists can be sorted by. */
  order: <A extends string, F extends FieldOf<T>>(alias: A, fields: readonly F[]) =>
    Object.fromEntries(fields.map((field) => [field, `${alias}.${nameOf(field)}`])) as {
      [K in F]: `${A}.${ColumnOf<T, K>}`
    },
})

/** The declared fields of a row, without what else was selected with them. */
export const declaredValues = <K extends keyof R, R>(fields: readonly K[], row: R): Pick<R, K> =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as unknown as Pick<R, K>
