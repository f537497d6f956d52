import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { tracingOf, tracingSettings } from '@consilium/tracing/settings.ts'
import type { TracingSettings } from '@consilium/tracing/tracing.ts'
import { z } from 'zod'
import { readIssuers } from './signature/trust.ts'

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const setting = <T extends z.ZodType>(schema: T, meaning: string) =>
  z.preprocess(blankIsAbsent, schema).describe(meaning)

const PATH_SEPARATORS = /[,:]/
const WORKERS_MAX = 64
const KEY_MIN_LENGTH = 16
const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

const Settings = z.object({
  OCR_HOST: setting(z.string().default('127.0.0.1'), 'Address to listen on'),
  OCR_PORT: setting(
    z.coerce.number().int().min(0).max(65_535).default(3001),
    'Port of the recognition service; 0 takes a free one',
  ),
  QR_FULL_OCR: setting(
    z.stringbool().default(true),
    'Whether all twelve fields are read, or only those of the QR code, where a request does not say',
  ),
  OCR_ALLOWED_PATHS: setting(
    z.string().default(''),
    'Folders whose files may be recognized by path, separated by commas or colons; none: no path is allowed',
  ),
  OCR_TRUSTED_ISSUERS: setting(
    z.string().optional(),
    'Certificates (a file or folder, PEM or DER) of those whose signatures on invoices are proof; none: every signature is to be reviewed',
  ),
  OCR_API_KEY: setting(
    z.string().min(KEY_MIN_LENGTH).optional(),
    'Key that callers send as a bearer token; none: no key is needed',
  ),
  OCR_WORKERS: setting(
    z.coerce.number().int().min(1).max(WORKERS_MAX).default(2),
    'Worker processes; each reads one page at a time on one core',
  ),
  OCR_QUEUE_MAX: setting(
    z.coerce.number().int().min(0).max(1000).default(64),
    'Requests that may wait in addition to those being worked on; further ones are answered with BUSY',
  ),
  OCR_LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    'Lowest level that is logged',
  ),
  OCR_LOG_FILE: setting(z.string().optional(), 'Log to this file; none: standard output'),
  ...tracingSettings,
})

/** Each setting with its meaning, for `.env.example` and the README. */
export const SETTINGS = Settings.shape

export interface Config {
  host: string
  port: number
  fullByDefault: boolean
  allowedPaths: readonly string[]
  /** Null: no signature is proof. */
  trustedIssuers: string | null
  apiKey: string | null
  workers: number
  queueMax: number
  logLevel: string
  logFile: string | null
  /** Null: nothing is traced. */
  tracing: TracingSettings | null
}

export class ConfigError extends Error {}

const missingKey = (env: z.infer<typeof Settings>): string[] =>
  env.OCR_API_KEY || LOOPBACK.includes(env.OCR_HOST)
    ? []
    : ['OCR_API_KEY: must be set if OCR_HOST is not a loopback address']

function unreadableIssuers({ OCR_TRUSTED_ISSUERS: path }: z.infer<typeof Settings>): string[] {
  if (path === undefined) return []
  try {
    readIssuers(path)
    return []
  } catch (error) {
    return [`OCR_TRUSTED_ISSUERS: ${(error as Error).message}`]
  }
}

/** Reads and checks all settings. The error lists every problem. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const parsed = Settings.safeParse(env)
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  const values = parsed.data
  const problems = [...missingKey(values), ...unreadableIssuers(values)]
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return {
    host: values.OCR_HOST,
    port: values.OCR_PORT,
    fullByDefault: values.QR_FULL_OCR,
    allowedPaths: values.OCR_ALLOWED_PATHS.split(PATH_SEPARATORS)
      .map((path) => path.trim())
      .filter((path) => path !== ''),
    trustedIssuers: values.OCR_TRUSTED_ISSUERS ?? null,
    apiKey: values.OCR_API_KEY ?? null,
    workers: values.OCR_WORKERS,
    queueMax: values.OCR_QUEUE_MAX,
    logLevel: values.OCR_LOG_LEVEL,
    logFile: values.OCR_LOG_FILE ?? null,
    tracing: tracingOf(values),
  }
}

/** Settings from the environment, or from `.env` if the environment lacks them. Settings of the platform are ignored. */
export function loadProcessConfig(): Config {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  return loadConfig({ ...file, ...process.env })
}
