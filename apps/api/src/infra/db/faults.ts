const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const CHECK_VIOLATION = '23514'
const SHUTDOWN_OR_OVERLOAD = new Set(['53300', '53400', '55P03', '57014', '57P01', '57P03'])
const NO_CONNECTION = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
])

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

/** The database is there but has no room for this query now. */
export function isDatabaseBusy(error: Error & { code?: string }): boolean {
  return SHUTDOWN_OR_OVERLOAD.has(error.code ?? '') || NO_CONNECTION.has(error.message)
}
