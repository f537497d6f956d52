import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/** Stands in a query for a value that each call fills in. It has no value of its own that could decide anything. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`${this.name} may only be a parameter of a query that is compiled once`)
  }
}

type Values = Readonly<Record<string, unknown>>

/** What a query could decide by a value without comparing it with others: its type, and whether it is empty. */
const kindOf = (value: unknown): string => {
  if (value) return typeof value
  return value === null ? 'null' : `no ${typeof value}`
}

/** The kinds of a call's values, in their order. */
type Kinds = readonly (readonly [name: string, kind: string])[]

const kindsOf = (values: Values): Kinds =>
  Object.entries(values).map(([name, value]) => [name, kindOf(value)])

/** Compared in place, since a text of them would be made for every query of a request. */
function haveKinds(values: Values, kinds: Kinds): boolean {
  const names = Object.keys(values)
  if (names.length !== kinds.length) return false
  return kinds.every(([name, kind], index) => name === names[index] && kind === kindOf(values[name]))
}

/** The parameters of a call. */
const filledIn = ({ parameters }: CompiledQuery, values: Values) =>
  parameters.map((each) => (each instanceof Slot ? values[each.name] : each))

/** Throws unless the query with its values filled in is the one that they would make. */
function requireParametersOnly(compiled: CompiledQuery, real: CompiledQuery, values: Values): void {
  const parameters = filledIn(compiled, values)
  const isSame =
    real.sql === compiled.sql &&
    real.parameters.length === parameters.length &&
    real.parameters.every((each, index) => Object.is(each, parameters[index]))
  if (!isSame) throw new Error(`a query that is compiled once depends on its values: ${compiled.sql}`)
}

/**
 * A query that is built and compiled once; each call fills in its values. `build` may use them as parameters only: what it
 * decided by them would be decided once for all calls. The first call with values of a kind builds the query with them as
 * well, and throws if it becomes another one.
 */
export function compiledOnce<Given extends Values, Row, Of extends Database = Database>(
  build: (db: Of, values: Given) => Compilable<Row>,
): (db: Of, values: Given) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  const seen: Kinds[] = []
  let last: Kinds | undefined
  const slots = new Proxy({}, { get: (_target, name: string) => new Slot(name) }) as Given
  return async (db, values) => {
    compiled ??= build(db, slots).compile()
    if (!last || !haveKinds(values, last)) {
      last = seen.find((kinds) => haveKinds(values, kinds))
      if (!last) {
        requireParametersOnly(compiled, build(db, values).compile(), values)
        last = kindsOf(values)
        seen.push(last)
      }
    }
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: filledIn(compiled, values) })
    return rows
  }
}

/** The same for queries of several shapes, each of which is compiled at its first call. */
export function compiledByShape<Shape, Given extends Values, Row, Of extends Database = Database>(
  nameOf: (shape: Shape) => string,
  build: (db: Of, shape: Shape, values: Given) => Compilable<Row>,
): (db: Of, shape: Shape, values: Given) => Promise<Row[]> {
  const known = new Map<string, (db: Of, values: Given) => Promise<Row[]>>()
  return (db, shape, values) => {
    const name = nameOf(shape)
    const run = known.get(name) ?? compiledOnce((within: Of, given: Given) => build(within, shape, given))
    known.set(name, run)
    return run(db, values)
  }
}
