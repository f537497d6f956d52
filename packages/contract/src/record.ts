import { z } from 'zod'

/** A text in both languages. */
export type Pair = readonly [zh: string, en: string]

/** What people read about a field. */
export interface FieldWords {
  /** Label of its input, and title of its column in exports. */
  readonly label: Pair
  /** Title of its column in exports, where the label alone would not tell it from others. */
  readonly title?: Pair
  /** Description in the API document. */
  readonly text?: string
  /** Example value in the API document. */
  readonly example?: unknown
}

/** Where a field appears, by the schema that it has there. */
export interface FieldParts {
  /** In answers. */
  readonly read?: z.ZodType
  /** In the body that creates a record. */
  readonly create?: z.ZodType
  /** In the body that changes one. */
  readonly update?: z.ZodType
  /** False for what is no column of the record's own table, in the name of the field. */
  readonly stored?: false
  /** Lists can be sorted by it. */
  readonly ordered?: true
}

export type Field = FieldWords & FieldParts
export type Fields = Readonly<Record<string, Field>>

const labels = z.registry<{ label: Pair }>()

/** The label of a field of a declared record, by its schema in a body. */
export const labelOf = (schema: z.ZodType): Pair | undefined => labels.get(schema)?.label

/** The words of a field. A field is also passed where only its words are wanted. */
const wordsOf = ({ label, title, text, example }: FieldWords): FieldWords => ({
  label,
  ...(title === undefined ? {} : { title }),
  ...(text === undefined ? {} : { text }),
  ...(example === undefined ? {} : { example }),
})

function worded<S extends z.ZodType>(schema: S, { label, text }: FieldWords): S {
  const own = schema.meta()
  // Each use has a schema of its own, since the words belong to the field and not to the kind of value.
  // A schema that the API document names has words of its own, and stays the one of that name.
  const schemaOfField = own?.id
    ? schema
    : schema.meta({ ...(text === undefined ? {} : { description: text }), ...own })
  labels.add(schemaOfField, { label })
  return schemaOfField
}

/** A field, whose schemas carry its words. */
export function field<const P extends FieldParts>(words: FieldWords, parts: P): FieldWords & P {
  const { read, create, update } = parts
  return {
    ...wordsOf(words),
    ...parts,
    ...(read && { read: worded(read, words) }),
    ...(create && { create: worded(create, words) }),
    ...(update && { update: worded(update, words) }),
  }
}

/** A field that both bodies write with the same schema, and that is read. */
export const written = <
  R extends z.ZodType,
  W extends z.ZodType,
  const P extends Pick<FieldParts, 'ordered' | 'stored'>,
>(
  words: FieldWords,
  read: R,
  write: W,
  more?: P,
): FieldWords & { read: R; create: W; update: W } & P =>
  field(words, { read, create: write, update: write, ...(more as P) })

/** A field that the answer takes from the record of another table, with the words that it has there. */
export const joined = <R extends z.ZodType, const P extends Pick<FieldParts, 'ordered'>>(
  other: FieldWords & { readonly read: R },
  more?: P,
): FieldWords & { read: R; stored: false } & P =>
  field(other, { read: other.read, stored: false, ...(more as P) })

type KeyWith<F extends Fields, Part extends keyof FieldParts> = {
  [K in keyof F]: F[K] extends { readonly [P in Part]: z.ZodType | true } ? K : never
}[keyof F] &
  string
type Stored<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly stored: false } ? never : K
}[keyof F] &
  string
type ShapeOf<F extends Fields, Part extends 'read' | 'create' | 'update'> = {
  [K in KeyWith<F, Part>]: F[K] extends { readonly [P in Part]: infer S extends z.ZodType } ? S : never
}

/** A record declared once: what its shapes, columns, order and words derive from. */
export interface DeclaredRecord<F extends Fields> {
  readonly fields: F
  /** Shape of the answer. */
  readonly read: ShapeOf<F, 'read'>
  /** Shapes of the two bodies. */
  readonly create: ShapeOf<F, 'create'>
  readonly update: ShapeOf<F, 'update'>
  /** Fields that the answer takes from columns of its own table. */
  readonly stored: readonly (KeyWith<F, 'read'> & Stored<F>)[]
  /** Fields that a body writes into columns. */
  readonly created: readonly (KeyWith<F, 'create'> & Stored<F>)[]
  readonly updated: readonly (KeyWith<F, 'update'> & Stored<F>)[]
  /** Fields by which lists can be sorted, and those of them that are columns of its own table. */
  readonly ordered: readonly [KeyWith<F, 'ordered'>, ...KeyWith<F, 'ordered'>[]]
  readonly orderedColumns: readonly (KeyWith<F, 'ordered'> & Stored<F>)[]
}

/** What can be asked of every declared record. */
export interface AnyRecord {
  readonly fields: Fields
  readonly updated: readonly string[]
}

export function record<F extends Fields>(fields: F): DeclaredRecord<F> {
  const entries = Object.entries<Field>(fields)
  const shape = (part: 'read' | 'create' | 'update') =>
    Object.fromEntries(entries.flatMap(([name, one]) => (one[part] ? [[name, one[part]]] : [])))
  const names = (
    part: keyof FieldParts,
    isKept: (one: Field) => boolean = ({ stored }) => stored !== false,
  ) => entries.flatMap(([name, one]) => (one[part] && isKept(one) ? [name] : []))
  return {
    fields,
    read: shape('read'),
    create: shape('create'),
    update: shape('update'),
    stored: names('read'),
    created: names('create'),
    updated: names('update'),
    ordered: names('ordered', () => true),
    orderedColumns: names('ordered'),
  } as unknown as DeclaredRecord<F>
}

/** The descriptions of a record's fields, for fields of the same name elsewhere that have none. */
export const textsOf = ({ fields }: AnyRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { text }]) => (text === undefined ? [] : [[name, text]])),
  )

/** The example values of a record's fields, likewise. */
export const examplesOf = ({ fields }: AnyRecord): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { example }]) => (example === undefined ? [] : [[name, example]])),
  )
