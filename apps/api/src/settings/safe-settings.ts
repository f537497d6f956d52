import { isLoopback, isPrivate } from '../infra/addresses.ts'

/** Settings that decide who can reach the service, and how. */
export interface AddressSettings {
  HOST: string
  PUBLIC_URL?: string | undefined
  SMS_WEBHOOK_URL?: string | undefined
  ALIYUN_SMS_URL: string
  TENCENT_SMS_URL: string
  WECOM_BOT_URL: string
  DINGTALK_BOT_URL: string
  FEISHU_BOT_URL: string
  INVOICE_VERIFIER_URL?: string | undefined
  IDENTITY_VERIFIER_URL?: string | undefined
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  S3_ENDPOINT?: string | undefined
  OCR_URL?: string | undefined
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  ALLOW_PUBLIC_DEVELOPMENT: boolean
  ALLOW_HTTP?: 'private-networks' | undefined
  METRICS_PORT?: number | undefined
  METRICS_HOST: string
  METRICS_TOKEN?: string | undefined
}

const isPlainHttp = (address: string | undefined): boolean =>
  address !== undefined && URL.parse(address)?.protocol === 'http:'

const mayStayPlain = (env: AddressSettings, host: string): boolean =>
  env.ALLOW_HTTP === 'private-networks' && isPrivate(host)

/** `sslmode` of libpq: all other modes encrypt without verifying the server's host name, or not at all. */
const VERIFIES = 'verify-full'

/** A database on this machine is reached by a socket or the loopback interface, where nobody can eavesdrop. */
function plainDatabase(env: AddressSettings, name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'): string[] {
  const address = env[name]
  if (!address) return []
  const { hostname, searchParams } = new URL(address)
  const isHere = hostname === '' || isLoopback(hostname)
  if (isHere || searchParams.get('sslmode') === VERIFIES || mayStayPlain(env, hostname)) return []
  return [
    `${name}: must say sslmode=${VERIFIES}; within a private network, ALLOW_HTTP=private-networks allows it without`,
  ]
}

/** Connections over which passwords, sessions, codes, files and pictures would travel in plain text. */
export function unencrypted(env: AddressSettings): string[] {
  const outside = [
    'PUBLIC_URL',
    'SMS_WEBHOOK_URL',
    'INVOICE_VERIFIER_URL',
    'IDENTITY_VERIFIER_URL',
    'ALIYUN_SMS_URL',
    'TENCENT_SMS_URL',
    'WECOM_BOT_URL',
    'DINGTALK_BOT_URL',
    'FEISHU_BOT_URL',
  ] as const
  const inside = ['S3_ENDPOINT', 'OCR_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const
  const plain = [...outside, ...inside].flatMap((name) => {
    const address = env[name]
    if (!address || !isPlainHttp(address)) return []
    const { hostname } = new URL(address)
    const isHere = isLoopback(hostname) && inside.some((own) => own === name)
    if (isHere || mayStayPlain(env, hostname)) return []
    return [
      `${name}: must begin with https://; within a private network, ALLOW_HTTP=private-networks allows http://`,
    ]
  })
  return [...plain, ...plainDatabase(env, 'DATABASE_URL'), ...plainDatabase(env, 'DATABASE_DIRECT_URL')]
}

/** In development anyone can log in with the fixed SMS code, so it must not be reachable by others. */
export function publicDevelopment(env: AddressSettings): string[] {
  if (env.ALLOW_PUBLIC_DEVELOPMENT) return []
  const hosts = { HOST: env.HOST, PUBLIC_URL: env.PUBLIC_URL && new URL(env.PUBLIC_URL).hostname }
  return Object.entries(hosts).flatMap(([name, host]) =>
    !host || isLoopback(host)
      ? []
      : [
          `${name}: development mode, whose SMS code is known, serves this machine only: set APP_MODE=production, ` +
            'or ALLOW_PUBLIC_DEVELOPMENT=yes if anyone may log in as anyone',
        ],
  )
}

/** Metrics reveal internals, so a public address requires a token. */
export const openMetrics = (env: AddressSettings): string[] =>
  env.METRICS_PORT === undefined || env.METRICS_TOKEN || isLoopback(env.METRICS_HOST)
    ? []
    : ['METRICS_TOKEN: must be set where METRICS_HOST is not a loopback address']
