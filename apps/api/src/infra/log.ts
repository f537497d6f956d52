import { pino, type Logger } from 'pino'

export type Log = Logger

// An identity or bank number, or a long token, that slipped into a message: nothing else has such runs.
const LONG_NUMBER = /\d{14,}[\dXx]?/g
const TOKEN = /Bearer\s+\S+/gi

const scrub = (text: string) => text.replace(LONG_NUMBER, '***').replace(TOKEN, 'Bearer ***')

/** Of an error only what helps to find it: a database error's detail and parameters carry the row. */
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
  'handsign',
  'phone',
  'authorization',
]

/** The service's log: JSON lines, with secrets and personal numbers taken out. */
export function createLog(options: { level: string; file: string | null }): Log {
  const destination = options.file
    ? pino.destination({ dest: options.file, mkdir: true, sync: true })
    : pino.destination(1)
  return pino(
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
}
