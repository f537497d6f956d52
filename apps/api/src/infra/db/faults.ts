const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const CHECK_VIOLATION = '23514'
/** SQLSTATEs of a server that has no room, has ended the session, starts, stops, or takes no writes for now. */
const PASSING_STATES = new Set([
  '25006',
  '25P03',
  '53100',
  '53200',
  '53300',
  '53400',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
])
const CONNECTION_STATE = /^08/
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** What pg says of a connection that it cannot make or has lost; these errors have no code. */
const CONNECTION_LOST =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/

interface DatabaseFault extends Error {
  code?: string
  constraint?: string
}

const constraintOf = (error: unknown, code: string): string | undefined => {
  const fault = error as DatabaseFault
  return fault instanceof Error && fault.code === code ? (fault.constraint ?? '') : undefined
}

/** Name of the unique constraint or index that a write ran into. */
export const conflictOf = (error: unknown) => constraintOf(error, UNIQUE_VIOLATION)

/** Name of the foreign key that a write broke: a record it names is missing, or still refers to it. */
export const brokenReference = (error: unknown) => constraintOf(error, FOREIGN_KEY_VIOLATION)

/** Name of the check constraint that a row did not meet. */
export const brokenCheck = (error: unknown) => constraintOf(error, CHECK_VIOLATION)

/** The database cannot be reached or has no room now: trying again later may succeed. */
export function isDatabaseBusy(error: Error & { code?: string; syscall?: string }): boolean {
  if (error instanceof AggregateError) return error.errors.some((each) => isDatabaseBusy(each as Error))
  const { code = '', syscall } = error
  if (syscall !== undefined) return SOCKET_CODES.has(code)
  return PASSING_STATES.has(code) || CONNECTION_STATE.test(code) || CONNECTION_LOST.test(error.message)
}
