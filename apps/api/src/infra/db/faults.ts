const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const CHECK_VIOLATION = '23514'
/** Class of the SQLSTATEs of values that a type does not take. */
const DATA_EXCEPTION = '22'
/** SQLSTATEs of a temporary condition: no resources, session ended, starting, stopping, or read-only. */
const TEMPORARY_STATES = new Set([
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
/** Messages of pg about a connection that failed or was lost; these errors have no code. */
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

/** Returns the name of the violated unique constraint or index, or undefined for any other error. */
export const uniqueViolation = (error: unknown) => constraintOf(error, UNIQUE_VIOLATION)

/** Returns the name of the violated foreign key: the referenced record is missing, or the record is still in use. */
export const foreignKeyViolation = (error: unknown) => constraintOf(error, FOREIGN_KEY_VIOLATION)

/** Returns the name of the violated check constraint. */
export const checkViolation = (error: unknown) => constraintOf(error, CHECK_VIOLATION)

/** True if a value given to the database has not the form of its type. */
export const isDataFault = (error: unknown): boolean =>
  error instanceof Error && ((error as DatabaseFault).code ?? '').startsWith(DATA_EXCEPTION)

/** True if the database is unreachable or out of resources, so that a later attempt may succeed. */
export function isDatabaseBusy(error: Error & { code?: string; syscall?: string }): boolean {
  if (error instanceof AggregateError) return error.errors.some((each) => isDatabaseBusy(each as Error))
  const { code = '', syscall } = error
  if (syscall !== undefined) return SOCKET_CODES.has(code)
  return TEMPORARY_STATES.has(code) || CONNECTION_STATE.test(code) || CONNECTION_LOST.test(error.message)
}

const EXCLUSION_VIOLATION = '23P01'

/** True if an exclusion constraint refuses the row. */
export const isExclusion = (error: unknown, constraint: string): boolean =>
  constraintOf(error, EXCLUSION_VIOLATION) === constraint
