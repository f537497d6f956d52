import { ROLE_TYPES, ROLES_WITH_SECOND_FACTOR } from '@consilium/contract/accounts/roles.ts'
import {
  ACCOUNT_REQUESTS_PER_MINUTE,
  ANONYMOUS_REQUESTS_PER_MINUTE,
} from '@consilium/contract/rate-limits.ts'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { address } from './address-setting.ts'
import { channelSettings, channelsOf, incompleteChannels, type ChannelsConfig } from './channel-settings.ts'
import type { ScannerAddress } from '../infra/malware-scanner.ts'
import { openMetrics, publicDevelopment, unencrypted } from './safe-settings.ts'
import { readTrustedProxies, TRUST_PROXY_FORM, type TrustedProxies } from '../infra/http/proxies.ts'
import { withSecretFiles } from './secret-files.ts'
import {
  databaseLimitsOf,
  databaseSettings,
  databaseAddressesOf,
  impossibleDatabase,
  type DatabaseLimits,
} from './database-settings.ts'
import { operationOf, operationSettings, type OperationConfig } from './operation-settings.ts'
import { incompleteS3, s3Of, s3Settings, unsharedFiles, type S3Settings } from './s3-settings.ts'
import { setting } from './setting.ts'
import { signatureOf, signatureSettings, type SignatureConfig } from './signature-settings.ts'
import { smsOf, smsSettings, type SmsConfig } from './sms-settings.ts'
import { unsafeInProduction } from './production-settings.ts'
import { verifierOf, verifierSettings, type VerifierConfig } from './verifier-settings.ts'

const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const MASTER_KEY_BYTES = 32
/** For keys shared between services. */
const KEY_MIN_LENGTH = 16
const isMasterKey = (value: string) => Buffer.from(value, 'base64').length === MASTER_KEY_BYTES
const listed = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
const wordsOf = (command: string) =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
const KNOWN_ROLES: readonly string[] = [...ROLE_TYPES, ...ROLES_WITH_SECOND_FACTOR]
const areRoles = (names: readonly string[]) => names.every((name) => KNOWN_ROLES.includes(name))

const Settings = z.object({
  APP_MODE: setting(
    z.enum(['development', 'production']).default('development'),
    'production refuses unsafe defaults',
  ),
  HOST: setting(z.string().default('127.0.0.1'), 'Address to listen on'),
  PORT: setting(
    z.coerce.number().int().min(0).max(65_535).default(3000),
    'Port of API and web; 0 chooses a free one',
  ),
  PUBLIC_URL: setting(address().optional(), 'Address that users see, behind a proxy'),
  TRUST_PROXY: setting(
    z
      .string()
      .default('false')
      .refine((value) => readTrustedProxies(value) !== undefined, TRUST_PROXY_FORM),
    'Number of proxies in front, or their addresses or networks; X-Forwarded-For is accepted from them only',
  ),
  ALLOW_PUBLIC_DEVELOPMENT: setting(
    z.stringbool().default(false),
    'Allows development mode, with its fixed SMS code, to serve other machines',
  ),
  ALLOW_HTTP: setting(
    z.enum(['private-networks']).optional(),
    'private-networks: production accepts unencrypted addresses of loopback and private networks',
  ),
  DATA_DIR: setting(z.string().default('./data'), 'Folder of the embedded database, local files and keys'),
  WEB_DIR: setting(
    z.string().default(fileURLToPath(new URL('../../../office/dist', import.meta.url))),
    'Folder of the built web app; without it only the API is served',
  ),
  MASTER_KEY: setting(
    z.string().refine(isMasterKey, 'must be 32 bytes in base64').optional(),
    'Key of encryption at rest and of signed addresses; none: created once and kept in DATA_DIR',
  ),
  MASTER_KEY_PREVIOUS: setting(
    z
      .string()
      .transform(listed)
      .refine(
        (keys) => keys.every(isMasterKey),
        'must be keys of 32 bytes in base64, with commas between them',
      )
      .default([]),
    'Keys that were MASTER_KEY before, or will be next: they open what is sealed under them; see npm run rotate-keys',
  ),
  ...signatureSettings,
  ADMIN_PASSWORD: setting(
    z.string().min(6).max(30).optional(),
    "The first account's password; none: random, kept in a file of the data folder, and in development printed once",
  ),
  SECOND_FACTOR_ROLES: setting(
    z.string().transform(listed).refine(areRoles, 'names a role that there is not').optional(),
    'Further roles that must have a second factor, separated by commas; in production administrators and managers always must',
  ),
  ADMIN_SECOND_FACTORS: setting(
    z.enum(['any', 'both']).default('any'),
    'Whether an administrator who must have a second factor needs an authenticator app or a passkey, or both',
  ),
  SMS_FIXED_CODE: setting(
    z
      .string()
      .regex(/^\d{6}$/)
      .default('123456'),
    'Development only: the code that phones starting with 10 receive',
  ),
  ...smsSettings,
  ...channelSettings,
  ...verifierSettings,
  OCR_URL: setting(
    address().optional(),
    'Address of the invoice-recognition service; none: the one at OCR_PORT of this machine',
  ),
  OCR_COMMAND: setting(
    z.string().transform(wordsOf).optional(),
    'Program with arguments that runs the recognition service, started with this process if OCR_URL is not set; words with blanks are put in double quotes',
  ),
  OCR_PORT: setting(
    z.coerce.number().int().min(1).max(65_535).default(3001),
    'Port of the recognition service that is started here',
  ),
  OCR_LOG_FILE: setting(
    z.string().optional(),
    'Log of the recognition service that is started here; none: recognition.log in DATA_DIR',
  ),
  OCR_API_KEY: setting(
    z.string().optional(),
    'Key that the recognition service requires; none: a random one if the service is started here',
  ),
  METRICS_PORT: setting(
    z.coerce.number().int().min(0).max(65_535).optional(),
    'Port of /metrics; none: metrics are not served',
  ),
  METRICS_HOST: setting(z.string().default('127.0.0.1'), 'Address that /metrics listens on'),
  METRICS_TOKEN: setting(
    z.string().min(KEY_MIN_LENGTH).optional(),
    'Bearer token that /metrics requires; required unless METRICS_HOST is a loopback address',
  ),
  CLAMD_ADDRESS: setting(
    z
      .string()
      .regex(/^(?:\[[\da-f:.]+\]|[^\s:]+):\d{1,5}$/i, 'must be host:port')
      .optional(),
    'A ClamAV daemon (host:port) that looks through every upload; none: uploads are not scanned',
  ),
  ...s3Settings,
  ANONYMOUS_REQUESTS_PER_MINUTE: setting(
    z.coerce.number().int().min(1).default(ANONYMOUS_REQUESTS_PER_MINUTE),
    'Calls per minute of one address to log in, to register, or to submit on the public page; a sixth for one phone, five times as many to read the public page, twenty times for its pictures',
  ),
  ACCOUNT_REQUESTS_PER_MINUTE: setting(
    z.coerce.number().int().min(1).default(ACCOUNT_REQUESTS_PER_MINUTE),
    'Calls per minute of one account, and its uploads per hour',
  ),
  ...operationSettings,
  ...databaseSettings,
  WARNINGS_AS_200: setting(
    z.stringbool().default(false),
    'Whether errors with code 601 have status 200, for clients that only read the body of an answer',
  ),
  TIME_ZONE: setting(
    z.string().refine(isTimeZone, 'is no known time zone').default('Asia/Shanghai'),
    'Time zone of times in requests and answers',
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    'Lowest level that is logged',
  ),
  LOG_FILE: setting(
    z.string().optional(),
    'Log to this file; none: consilium.log in DATA_DIR in development, else standard output',
  ),
})

/** Each setting with its meaning, for `.env.example` and the README. */
export const SETTINGS = Settings.shape

type Values = z.infer<typeof Settings>

export interface Config extends SmsConfig, VerifierConfig, OperationConfig, SignatureConfig {
  mode: 'development' | 'production'
  host: string
  port: number
  publicUrl: string | null
  /** The public address, or the address to listen on if none is set; without a trailing slash. */
  baseUrl: string
  /** Whether users connect by HTTPS. */
  servesHttps: boolean
  /** Null if the service's address has no domain name, which passkeys require. */
  passkeys: PasskeySettings | null
  secondFactor: SecondFactorSettings
  trustedProxies: TrustedProxies | null
  dataDir: string
  webDir: string
  /** Address of the server itself; null with the embedded engine. */
  databaseUrl: string | null
  /** Address of the pooler before it; null if there is none. */
  poolerUrl: string | null
  /** Null: uploads are not scanned. */
  malwareScanner: ScannerAddress | null
  masterKey: string | null
  previousMasterKeys: readonly string[]
  adminPassword: string | null
  smsFixedCode: string | null
  channels: ChannelsConfig
  ocrUrl: string
  /** The program and arguments of a recognition service to start beside this process; null: none is started. */
  ocrCommand: readonly string[] | null
  ocrLogFile: string
  ocrApiKey: string | null
  s3: S3Settings | null
  filesDir: string
  /** Uploads under way. */
  uploadsDir: string
  metrics: MetricsSettings | null
  databaseLimits: DatabaseLimits
  anonymousRequestsPerMinute: number
  accountRequestsPerMinute: number
  warningsAs200: boolean
  timeZone: string
  logLevel: string
  logFile: string | null
}

export interface PasskeySettings {
  /** The domain that passkeys belong to: the relying party id of WebAuthn. */
  rpId: string
  /** The only origin that passkeys are used from; null: localhost at any port, for development. */
  origin: string | null
}

export interface SecondFactorSettings {
  /** Roles whose accounts must have a second factor. */
  roles: readonly string[]
  /** Whether administrators must have both an authenticator app and a passkey. */
  adminNeedsBoth: boolean
}

export interface MetricsSettings {
  host: string
  port: number
  token: string | null
}

export class ConfigError extends Error {}

/**
 * Browsers accept a domain name, in development also `localhost`, but never an IP address (WebAuthn Level 3, section
 * 5.1.3).
 */
function passkeysOf({ PUBLIC_URL }: Values): PasskeySettings | null {
  if (PUBLIC_URL === undefined) return { rpId: 'localhost', origin: null }
  const { hostname, origin, protocol } = new URL(PUBLIC_URL)
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  return isAddress || (protocol !== 'https:' && hostname !== 'localhost') ? null : { rpId: hostname, origin }
}

function secondFactorOf(values: Values): SecondFactorSettings {
  const always = values.APP_MODE === 'production' ? ROLES_WITH_SECOND_FACTOR : []
  const roles = [...new Set([...always, ...(values.SECOND_FACTOR_ROLES ?? [])])]
  return { roles, adminNeedsBoth: values.ADMIN_SECOND_FACTORS === 'both' }
}

const impossibleFactors = (values: Values): string[] =>
  values.ADMIN_SECOND_FACTORS === 'both' && !passkeysOf(values)
    ? ['ADMIN_SECOND_FACTORS: both needs passkeys, and they need a PUBLIC_URL of https with a domain name']
    : []

const randomKey = () => randomBytes(MASTER_KEY_BYTES).toString('base64url')

const metricsOf = ({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: Values): MetricsSettings | null =>
  METRICS_PORT === undefined ? null : { host: METRICS_HOST, port: METRICS_PORT, token: METRICS_TOKEN ?? null }

const scannerOf = ({ CLAMD_ADDRESS }: Values): ScannerAddress | null => {
  if (!CLAMD_ADDRESS) return null
  const { hostname, port } = new URL(`tcp://${CLAMD_ADDRESS}`)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

const addressOf = ({ HOST, PORT }: Values): string =>
  `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`

function recognitionOf(values: Values): Pick<Config, 'ocrUrl' | 'ocrCommand' | 'ocrLogFile' | 'ocrApiKey'> {
  const ocrCommand = values.OCR_URL === undefined ? (values.OCR_COMMAND ?? null) : null
  return {
    ocrUrl: values.OCR_URL?.replace(/(?<!\/)\/+$/, '') ?? `http://127.0.0.1:${values.OCR_PORT}`,
    ocrCommand,
    ocrLogFile: values.OCR_LOG_FILE ?? join(values.DATA_DIR, 'recognition.log'),
    ocrApiKey: values.OCR_API_KEY ?? (ocrCommand ? randomKey() : null),
  }
}

/** Reads and validates all settings and reports every problem at once. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const parsed = Settings.safeParse(env)
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  const values = parsed.data
  const production = values.APP_MODE === 'production'
  const problems = [
    ...incompleteS3(values),
    ...impossibleFactors(values),
    ...incompleteChannels(values),
    ...impossibleDatabase(values),
    ...openMetrics(values),
    ...(production
      ? [...unsafeInProduction(values), ...unsharedFiles(values), ...unencrypted(values)]
      : publicDevelopment(values)),
  ]
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  const publicUrl = values.PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? null
  return {
    mode: values.APP_MODE,
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    baseUrl: publicUrl ?? addressOf(values),
    servesHttps: publicUrl?.startsWith('https:') ?? false,
    passkeys: passkeysOf(values),
    secondFactor: secondFactorOf(values),
    trustedProxies: readTrustedProxies(values.TRUST_PROXY) ?? null,
    dataDir: values.DATA_DIR,
    webDir: values.WEB_DIR,
    ...databaseAddressesOf(values),
    malwareScanner: scannerOf(values),
    masterKey: values.MASTER_KEY ?? null,
    previousMasterKeys: values.MASTER_KEY_PREVIOUS,
    ...signatureOf(values),
    adminPassword: values.ADMIN_PASSWORD ?? null,
    smsFixedCode: production ? null : values.SMS_FIXED_CODE,
    ...smsOf(values),
    channels: channelsOf(values, publicUrl ?? addressOf(values)),
    ...recognitionOf(values),
    s3: s3Of(values),
    filesDir: values.FILES_DIR ?? join(values.DATA_DIR, 'files'),
    uploadsDir: join(values.DATA_DIR, 'incoming'),
    metrics: metricsOf(values),
    ...operationOf(values),
    ...verifierOf(values),
    databaseLimits: databaseLimitsOf(values),
    anonymousRequestsPerMinute: values.ANONYMOUS_REQUESTS_PER_MINUTE,
    accountRequestsPerMinute: values.ACCOUNT_REQUESTS_PER_MINUTE,
    warningsAs200: values.WARNINGS_AS_200,
    timeZone: values.TIME_ZONE,
    logLevel: values.LOG_LEVEL,
    logFile: values.LOG_FILE ?? (production ? null : join(values.DATA_DIR, 'consilium.log')),
  }
}

/** Settings of this process: the environment, then a `.env` file for what the environment lacks. */
export function loadProcessConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  return loadConfig(withSecretFiles(process.env))
}

/** Environment variables that a child process needs from the system. */
const SYSTEM_NAMES = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'NODE_COMPILE_CACHE',
]
const RECOGNITION_NAMES = ['APP_MODE', 'QR_FULL_OCR']

/** The environment of the recognition service started here: its own settings, without the secrets of this service. */
export function environmentOfRecognition(settings: Record<string, string>): NodeJS.ProcessEnv {
  const isIts = (name: string) =>
    name.startsWith('OCR_') || SYSTEM_NAMES.includes(name) || RECOGNITION_NAMES.includes(name)
  const own = Object.entries(process.env).filter(([name]) => isIts(name))
  return { ...Object.fromEntries(own), ...settings }
}
