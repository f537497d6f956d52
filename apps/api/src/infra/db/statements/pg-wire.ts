import pg from 'pg'
import { serialize } from 'pg-protocol/dist/serializer.js'

/**
 * Everything that the product uses of pg and pg-protocol without their promise to keep it. No other file may name these
 * members (rule `private-members-of-pg`), and pg-wire.postgres.test.ts fails if another version of pg changes them.
 */

/** The part of pg's connection that a query uses. */
export interface Wire {
  readonly stream: { readonly writable: boolean; write(bytes: Buffer): unknown }
  /** Statements that the server has parsed, by name. */
  readonly parsedStatements: Readonly<Record<string, string>>
  /** Statements that were sent to be parsed, and are not answered yet. */
  readonly submittedNamedStatements: Record<string, string>
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'number')

/** What pg sends for a value: a text, bytes, or null. Numbers need no quotes, for which pg looks through each of a list. */
export const wireValue = (value: unknown): unknown =>
  isNumbers(value) ? `{${value.join()}}` : prepareValue(value)

/** Writes messages of PostgreSQL's protocol. */
export { serialize }

/** Whether the server knows the statement, or will by the time it reads the next message. */
export const knowsStatement = (wire: Wire, name: string): boolean =>
  Boolean(wire.parsedStatements[name] || wire.submittedNamedStatements[name])

/** Tells pg that a statement was sent to be parsed; pg itself notes the server's answer. */
export function noteSubmitted(wire: Wire, name: string, text: string): void {
  wire.submittedNamedStatements[name] = text
}

/** Sends messages; a connection that is closed answers nothing and is dropped by the pool. */
export function send(wire: Wire, messages: readonly Buffer[]): void {
  if (wire.stream.writable) wire.stream.write(Buffer.concat(messages))
}
