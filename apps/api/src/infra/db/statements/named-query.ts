import type pg from 'pg'
import { knowsStatement, noteSubmitted, send, serialize, wireValue, type Wire } from './pg-wire.ts'

/** Where the rows of a statement go: the names of its columns and how each is read. */
export interface RowShape {
  names: readonly string[]
  parsers: readonly ((text: string) => unknown)[]
  /** A row without values, from which each row is copied, so that all have the same hidden class. */
  empty: Readonly<Record<string, unknown>>
}

interface Field {
  name: string
  dataTypeID: number
}

/** What pg's own query resolves with, as far as it is used. */
export interface NamedResult {
  command: string | null
  rowCount: number | null
  rows: unknown[]
}

/** How pg's own query answers. */
export type Answered = (error: Error | null, result?: NamedResult) => void

const SYNC = serialize.sync()
const EXECUTE = Buffer.concat([serialize.execute(), SYNC])
const DESCRIBE = serialize.describe({ type: 'P', name: '' })
const BEGIN = Buffer.concat([serialize.parse({ text: 'begin' }), serialize.bind(), serialize.execute()])

/**
 * V8 keeps the fields of a parsed object within it, as those of a literal, and so in each copy. An object that is made field by
 * field becomes a hash table when a module adds what it computes, which made a row of a list cost three times as much.
 */
const emptyRow = (names: readonly string[]): Readonly<Record<string, unknown>> =>
  JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`) as Record<string, null>

function shapeOf(fields: readonly Field[], types: pg.CustomTypesConfig): RowShape {
  const names = fields.map(({ name }) => name)
  return {
    names,
    parsers: fields.map(
      ({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
    ),
    empty: emptyRow(names),
  }
}

export interface Named {
  name: string
  text: string
  values: readonly unknown[]
  /** Whether a transaction begins with it. The connection must know the statement: pg takes the server's answer to `begin` for one about it. */
  begins: boolean
}

/**
 * A named statement for a client of pg (its interface is that of pg-cursor). PostgreSQL refuses a statement whose columns
 * have changed since it was prepared, so a connection is asked once what they are: for the frequent ones pg asks, reads
 * and forgets them at each call, which cost as much as their rows.
 */
export class NamedQuery {
  readonly name: string
  readonly text: string
  readonly callback: Answered
  readonly values: readonly unknown[]
  readonly #types: pg.CustomTypesConfig
  readonly #shapes: Map<string, RowShape>
  /** Whether `begin` is sent with it. */
  readonly begins: boolean
  readonly #result: NamedResult = { command: null, rowCount: null, rows: [] }
  #shape: RowShape | undefined
  /** Of a value that cannot be read; the rest of the answer is passed over. */
  #fault: Error | null = null

  constructor(
    { name, text, values, begins }: Named,
    { types, shapes }: { types: pg.CustomTypesConfig; shapes: Map<string, RowShape> },
    callback: Answered,
  ) {
    this.name = name
    this.text = text
    this.values = values
    this.begins = begins
    this.#types = types
    this.#shapes = shapes
    this.callback = callback
  }

  /** All messages are one write: several of them cost several times as much. */
  submit(connection: Wire): null {
    const { name, text } = this
    const messages: Buffer[] = this.begins ? [BEGIN] : []
    if (!knowsStatement(connection, name)) {
      this.#shapes.delete(name)
      messages.push(serialize.parse({ name, text }))
      noteSubmitted(connection, name, text)
    }
    this.#shape = this.#shapes.get(name)
    try {
      messages.push(
        serialize.bind({ statement: name, values: this.values as unknown[], valueMapper: wireValue }),
      )
      if (!this.#shape) messages.push(DESCRIBE)
      messages.push(EXECUTE)
    } catch (error) {
      // A value without a form on the wire. The answer to `sync` keeps the connection in step.
      messages.push(SYNC)
      this.#fault = error as Error
    }
    send(connection, messages)
    return null
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#shape = shapeOf(fields, this.#types)
    this.#shapes.set(this.name, this.#shape)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#fault || !this.#shape) return
    const { names, parsers, empty } = this.#shape
    const row = { ...empty }
    try {
      for (let index = 0; index < fields.length; index++) {
        const text = fields[index]
        if (text !== null && text !== undefined) row[names[index]!] = parsers[index]!(text)
      }
      this.#result.rows.push(row)
    } catch (error) {
      this.#fault = error as Error
    }
  }

  /** Of a transaction that it begins, it is called first for `begin`, whose result the next call replaces. */
  handleCommandComplete({ text }: { text: string }): void {
    const [first, last] = [text.indexOf(' '), text.lastIndexOf(' ')]
    this.#result.command = first < 0 ? text : text.slice(0, first)
    this.#result.rowCount = last < 0 ? null : Number(text.slice(last + 1))
  }

  handleError(error: Error): void {
    this.callback(this.#fault ?? error)
  }

  handleReadyForQuery(): void {
    if (this.#fault) this.callback(this.#fault)
    else this.callback(null, this.#result)
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('No source stream defined')
  }
  handleCopyData(): void {}
}
