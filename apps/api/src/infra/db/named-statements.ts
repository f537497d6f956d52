import { createHash } from 'node:crypto'
import type pg from 'pg'

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

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= NAMED_MAX) return known
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

type Query = (given: unknown, ...rest: unknown[]) => unknown

/** Has a client send the texts that have a name by that name. */
export function sendByName(client: pg.ClientBase, names: StatementNames): void {
  const own = client as unknown as { query: Query }
  const query = own.query.bind(client)
  own.query = (given, ...rest) => {
    const [values, ...others] = rest
    // A text without values may hold several commands, which only the simple protocol takes.
    const isOne = typeof given === 'string' && Array.isArray(values) && values.length > 0
    if (!isOne) return query(given, ...rest)
    const name = names.nameOf(given)
    return name === undefined ? query(given, ...rest) : query({ name, text: given, values }, ...others)
  }
}
