import type { RoleType } from '@consilium/contract/roles.ts'
import type { MaterialShapes, OwnFields, OwnFilters } from '@consilium/contract/material-record.ts'
import type { Condition } from '../../infra/db/select-page.ts'
import type { MaterialTable, StoredMaterial } from '../../infra/db/material-tables.ts'

/** How a filter finds records: by a part of the text, by the very value, or by a condition of the kind's own. */
export type Match = 'contains' | 'equals' | Condition

/** One kind of record, as the mechanism that serves all of them sees it. */
export interface MaterialKind {
  readonly table: MaterialTable
  /** Own field on the wire → its column. */
  readonly columns: Readonly<Record<string, string>>
  /** Filter of the list, named as the field it is on. */
  readonly filters: Readonly<Record<string, Match>>
  /** The own field that the list has a range of. */
  readonly period: string | null
  /** The own field that holds the ids of files. */
  readonly fileField: 'attachments' | 'fileId'
  readonly writers: readonly RoleType[]
  /** Whether a record is changed by its creator alone, and by managers. */
  readonly keptByCreator: boolean
}

/** Columns of a table whose values are those of a field, and no others. */
type ColumnFor<Table extends MaterialTable, Value> = {
  [Column in keyof StoredMaterial<Table> & string]: [StoredMaterial<Table>[Column], Value] extends [
    Value,
    StoredMaterial<Table>[Column],
  ]
    ? Column
    : never
}[keyof StoredMaterial<Table> & string]

interface KindOf<
  Shapes extends MaterialShapes,
  Table extends MaterialTable,
  Derived extends keyof OwnFields<Shapes>,
> extends MaterialKind {
  readonly table: Table
  readonly columns: {
    readonly [Field in keyof OwnFields<Shapes> & string as Exclude<Field, Derived>]: ColumnFor<
      Table,
      OwnFields<Shapes>[Field]
    >
  }
  readonly filters: { readonly [Filter in OwnFilters<Shapes>]: Match }
  readonly period: (keyof OwnFields<Shapes> & string) | null
}

type Described<
  Shapes extends MaterialShapes,
  Table extends MaterialTable,
  Derived extends keyof OwnFields<Shapes>,
> = Omit<KindOf<Shapes, Table, Derived>, 'table' | 'writers'> & {
  /** Own fields that no column holds: they are worked out for the records that are shown. */
  readonly derived?: readonly Derived[]
}

type Routes = MaterialShapes & { create: { access: readonly RoleType[] } }

/** A kind in terms of its routes and its table; what does not agree with either does not compile. */
export const describeKind = <
  const Shapes extends Routes,
  const Table extends MaterialTable,
  const Derived extends keyof OwnFields<Shapes> = never,
>(
  routes: Shapes,
  table: Table,
  described: Described<Shapes, Table, Derived>,
) => ({ ...described, routes, table, writers: routes.create.access })
