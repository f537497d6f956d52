import { createHash } from 'node:crypto'
import type { Tracing } from '@consilium/tracing/tracing.ts'
import type pg from 'pg'

const KNOWN_MAX = 1000
const HASH_LENGTH = 32
const VERB = /^[\s(]*(\w+)/
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][\w.]*)/i

/** What is told of a statement: neither its text, which may hold a literal, nor its values. */
interface Told {
  /** The verb and the first table. */
  name: string
  /** The name by which the statement is prepared if it is sent often (named-statements.ts). */
  hash: string
}

const toldOf = (text: string): Told => ({
  name: [VERB.exec(text)?.[1]?.toLowerCase() ?? 'statement', TABLE.exec(text)?.[1] ?? []].flat().join(' '),
  hash: createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH),
})

function createTeller(): (text: string) => Told {
  const known = new Map<string, Told>()
  return (text) => {
    const told = known.get(text) ?? toldOf(text)
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(text, told)
    return told
  }
}

type Query = (given: unknown, ...rest: unknown[]) => unknown

const textOf = (given: unknown): string =>
  typeof given === 'string' ? given : ((given as { text?: string } | null)?.text ?? '')

/** Returns a function that has the statements of a client traced, where they belong to a traced request or job. */
export function statementTracer(tracing: Tracing): (client: pg.ClientBase) => void {
  if (!tracing.isOn) return () => {}
  const tell = createTeller()
  return (client) => {
    const own = client as unknown as { query: Query }
    const query = own.query.bind(client)
    own.query = (given, ...rest) => {
      // The pool calls with a function where it has waited for a connection: then this may be the time of another request.
      const isOwn = tracing.isWithin() && typeof rest.at(-1) !== 'function'
      if (!isOwn) return query(given, ...rest)
      const { name, hash } = tell(textOf(given))
      const attributes = { 'db.system.name': 'postgresql', 'consilium.statement': hash }
      // A failure is told by PostgreSQL's code; its message may quote values.
      return tracing.inSpan(name, { kind: 'client', attributes }, async () => query(given, ...rest))
    }
  }
}
