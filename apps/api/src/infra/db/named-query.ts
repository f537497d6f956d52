import pg from 'pg'

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

/** The part of pg's connection that a query uses; its own types miss that a statement may be known already. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  readonly parsedStatements: Readonly<Record<string, string>>
  readonly submittedNamedStatements: Record<string, string>
  parse(what: { name: string; text: string }): void
  bind(what: {
    statement: string
    values: readonly unknown[]
    valueMapper: (value: unknown) => unknown
  }): void
  describe(what: { type: 'P'; name: string }): void
  execute(what: null): void
  sync(): void
}

/** What pg's own query resolves with, as far as it is used. */
export interface NamedResult {
  command: string | null
  rowCount: number | null
  rows: unknown[]
}

/** How pg's own query answers. */
export type Answered = (error: Error | null, result?: NamedResult) => void

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils

function shapeOf(fields: readonly Field[], types: pg.CustomTypesConfig): RowShape {
  const names = fields.map(({ name }) => name)
  return {
    names,
    parsers: fields.map(
      ({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
    ),
    empty: Object.fromEntries(names.map((name) => [name, null])),
  }
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
  readonly #result: NamedResult = { command: null, rowCount: null, rows: [] }
  #shape: RowShape | undefined
  /** Of a value that cannot be read; the rest of the answer is passed over. */
  #fault: Error | null = null

  constructor(
    { name, text, values }: { name: string; text: string; values: readonly unknown[] },
    { types, shapes }: { types: pg.CustomTypesConfig; shapes: Map<string, RowShape> },
    callback: Answered,
  ) {
    this.name = name
    this.text = text
    this.values = values
    this.#types = types
    this.#shapes = shapes
    this.callback = callback
  }

  submit(connection: Wire): null {
    const { name, text } = this
    connection.stream.cork()
    try {
      if (!connection.parsedStatements[name] && !connection.submittedNamedStatements[name]) {
        this.#shapes.delete(name)
        connection.parse({ name, text })
        connection.submittedNamedStatements[name] = text
      }
      this.#shape = this.#shapes.get(name)
      try {
        connection.bind({ statement: name, values: this.values, valueMapper: prepareValue })
      } catch (error) {
        // A value without a form on the wire. The answer to `sync` keeps the connection in step.
        connection.sync()
        this.#fault = error as Error
        return null
      }
      if (!this.#shape) connection.describe({ type: 'P', name: '' })
      connection.execute(null)
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
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

  handleCommandComplete({ text }: { text: string }): void {
    const [command = null, ...counts] = text.split(' ')
    this.#result.command = command
    this.#result.rowCount = counts.length > 0 ? Number(counts.at(-1)) : null
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
