import { chmodSync, existsSync, statSync } from 'node:fs'
import { pino, type Logger } from 'pino'

export type Log = Logger

// Identity and bank numbers and long tokens that slipped into a message; nothing else has as many digits in a row.
const LONG_NUMBER = /\d{14,}[\dXx]?/g
const TOKEN = /Bearer\s+\S+/gi

const scrub = (text: string) => text.replace(LONG_NUMBER, '***').replace(TOKEN, 'Bearer ***')

/** Returns the safe parts of an error: detail and parameters of a database error contain row data. */
function describeError(error: Error & { code?: unknown; constraint?: unknown; table?: unknown }) {
  return {
    type: error.name,
    message: scrub(error.message),
    stack: scrub(error.stack ?? ''),
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(error.constraint === undefined ? {} : { constraint: error.constraint }),
    ...(error.table === undefined ? {} : { table: error.table }),
  }
}

const SECRET_FIELDS = [
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'code',
  'smsCode',
  'idCardNo',
  'bankAccount',
  'nationality',
  'sex',
  'birthDate',
  'handsign',
  'phone',
  'authorization',
]

const OWNER_ONLY = 0o600
const OTHERS = 0o077

/** Narrows the mode of a log file written by an older version. Returns true if others could read it. */
function closeToOthers(file: string): boolean {
  if (!existsSync(file) || !statSync(file).isFile()) return false
  const { mode } = statSync(file)
  if ((mode & OTHERS) === 0) return false
  chmodSync(file, mode & ~OTHERS)
  return true
}

/** Between two complaints that the log cannot be written. */
const COMPLAIN_EVERY_MS = 60_000

/** A log that cannot be written, as on a full disk, must not fail the requests that it tells of. */
function survive(destination: ReturnType<typeof pino.destination>): void {
  let lastComplaint = Number.NEGATIVE_INFINITY
  destination.on('error', (error: Error) => {
    if (performance.now() - lastComplaint < COMPLAIN_EVERY_MS) return
    lastComplaint = performance.now()
    process.stderr.write(`The log cannot be written: ${error.message}\n`)
  })
}

/** Creates the service's log: JSON lines without secrets and personal numbers. */
export function createLog(options: { level: string; file: string | null }): Log {
  const { file } = options
  const wasOpen = file !== null && closeToOthers(file)
  const destination = file
    ? pino.destination({ dest: file, mkdir: true, sync: true, mode: OWNER_ONLY })
    : pino.destination(1)
  survive(destination)
  const log = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: '***',
      },
      serializers: { err: describeError },
    },
    destination,
  )
  if (wasOpen) log.warn('the log file was open to others and is not any more')
  return log
}
