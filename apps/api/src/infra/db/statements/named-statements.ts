import { createHash } from 'node:crypto'
import type pg from 'pg'
import { NamedQuery, type Answered, type RowShape } from './named-query.ts'
import { knowsStatement, type Wire } from './pg-wire.ts'

/** A text is named when it is sent this often: most texts of many filters at once come but once. */
const NAMED_AFTER = 3
/** Each connection keeps the named statements of the server's memory until it ends. */
const NAMED_MAX = 100
/** Texts that are counted before they have a name. */
const COUNTED_TEXTS_MAX = 1000
const NAME_LENGTH = 32

/** Names the statements that a process sends often, so that the server parses each once for a connection. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #sent = new Map<string, number>()
  readonly #max: number

  constructor(max = NAMED_MAX) {
    this.#max = max
  }

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= this.#max) return known
    const sent = (this.#sent.get(text) ?? 0) + 1
    if (this.#sent.size >= COUNTED_TEXTS_MAX) this.#sent.clear()
    this.#sent.set(text, sent)
    if (sent < NAMED_AFTER) return undefined
    const name = createHash('sha256').update(text).digest('hex').slice(0, NAME_LENGTH)
    this.#names.set(text, name)
    this.#sent.delete(text)
    return name
  }
}

/** A text that reads or writes rows, and has no `;` between commands, which only the simple protocol takes. */
const ONE_COMMAND = /^\s*(?:select|with|insert|update|delete)\b[^;]*$/i

type Query = (given: unknown, ...rest: unknown[]) => unknown
type Own = { query: Query; connection: Wire }

/** What pg answers to a command without rows. */
const NO_ROWS = { command: null, rowCount: null, rows: [] }

/**
 * Has a client send the texts that have a name by that name, and `begin` together with the first statement of its transaction,
 * which saves a round trip each; a transaction without a statement is none.
 */
export function sendByName(client: pg.ClientBase, names: StatementNames, types: pg.CustomTypesConfig): void {
  const own = client as unknown as Own
  const query = own.query.bind(client)
  const known = { types, shapes: new Map<string, RowShape>() }
  let hasToBegin = false

  function send(given: unknown, rest: readonly unknown[], begins: boolean): unknown {
    const [values, ...others] = rest
    // What has values is one command.
    const isOne =
      typeof given === 'string' && Array.isArray(values) && (values.length > 0 || ONE_COMMAND.test(given))
    const name = isOne ? names.nameOf(given) : undefined
    const isNamed = isOne && name !== undefined
    if (begins && !(isNamed && knowsStatement(own.connection, name)))
      return (query('begin') as Promise<unknown>).then(() => send(given, rest, false))
    if (!isNamed) return query(given, ...rest)
    const ask = (answered: Answered) =>
      query(new NamedQuery({ name, text: given, values, begins }, known, answered))
    const [callback] = others
    if (typeof callback === 'function') return ask(callback as Answered)
    return new Promise((resolve, reject) => {
      ask((error, result) => (error ? reject(error) : resolve(result)))
    })
  }

  own.query = (given, ...rest) => {
    if (given === 'begin') {
      hasToBegin = true
      return Promise.resolve(NO_ROWS)
    }
    const begins = hasToBegin
    hasToBegin = false
    if (begins && (given === 'commit' || given === 'rollback')) return Promise.resolve(NO_ROWS)
    return send(given, rest, begins)
  }
}
