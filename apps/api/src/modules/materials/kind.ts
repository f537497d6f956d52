import type { RecordEvents } from '@consilium/contract/events/records.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import type { MaterialShapes, OwnFields, OwnFilters } from '@consilium/contract/materials/material-record.ts'
import type { Condition } from '../../infra/db/lists/select-page.ts'
import type { MaterialTable, StoredMaterial } from '../../infra/db/material-tables.ts'

/** How a filter matches: a part of the text, the exact value, or a condition that the kind defines. */
export type Match = 'contains' | 'equals' | Condition

/** Describes one kind of record to the generic service and repository. */
export interface MaterialKind {
  readonly table: MaterialTable
  /** Maps the kind's own fields in the API to their columns. */
  readonly columns: Readonly<Record<string, string>>
  /** Filters of the list, by field. */
  readonly filters: Readonly<Record<string, Match>>
  /** The time field of the kind that the list filters by a range. */
  readonly period: string | null
  /** The field that holds file ids. */
  readonly fileField: 'attachments' | 'fileId'
  readonly writers: readonly RoleType[]
  /** True if only its creator and managers may change a record. */
  readonly keptByCreator: boolean
  readonly events: RecordEvents
}

/** The file references of a record or a body. Each kind has one of the two fields. */
export interface FileReferences {
  attachments?: readonly number[] | undefined
  fileId?: number | null | undefined
}

export const filesIn = ({ fileField }: MaterialKind, record: FileReferences): number[] =>
  [record[fileField] ?? []].flat()

/** The columns of a table whose type equals the field's type. */
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
  /** Fields without a column, computed for each answer. */
  readonly derived?: readonly Derived[]
}

type Routes = MaterialShapes & { create: { access: readonly RoleType[] } }

/** Describes a kind by its routes and table. A description that does not match both is a compile error. */
export const describeKind = <
  const Shapes extends Routes,
  const Table extends MaterialTable,
  const Derived extends keyof OwnFields<Shapes> = never,
>(
  routes: Shapes,
  table: Table,
  described: Described<Shapes, Table, Derived>,
) => ({ ...described, routes, table, writers: routes.create.access })
