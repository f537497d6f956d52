import { createQueryId, type Compilable, type CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

/** Stands in a query for a value that each call fills in. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Values = Readonly<Record<string, unknown>>

/**
 * A query that is built and compiled once; each call fills in its values. `build` must use them as parameters only: what it
 * would decide by them is decided once for all calls.
 */
export function compiledOnce<Given extends Values, Row>(
  build: (db: Db, values: Given) => Compilable<Row>,
): (db: Db, values: Given) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  const slots = new Proxy({}, { get: (_target, name: string) => new Slot(name) }) as Given
  return async (db, values) => {
    compiled ??= build(db, slots).compile()
    const parameters = compiled.parameters.map((each) => (each instanceof Slot ? values[each.name] : each))
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters, queryId: createQueryId() })
    return rows
  }
}

/** The same for queries of several shapes, each of which is compiled at its first call. */
export function compiledByShape<Shape, Given extends Values, Row>(
  nameOf: (shape: Shape) => string,
  build: (db: Db, shape: Shape, values: Given) => Compilable<Row>,
): (db: Db, shape: Shape, values: Given) => Promise<Row[]> {
  const known = new Map<string, (db: Db, values: Given) => Promise<Row[]>>()
  return (db, shape, values) => {
    const name = nameOf(shape)
    const run = known.get(name) ?? compiledOnce((within, given: Given) => build(within, shape, given))
    known.set(name, run)
    return run(db, values)
  }
}
