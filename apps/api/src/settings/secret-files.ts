import { readFileSync } from 'node:fs'

/** Settings with secrets: each may be given as a file, by the setting's name with `_FILE` appended. */
export const SECRETS = [
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'ADMIN_PASSWORD',
  'SIGNING_KEY_PASSPHRASE',
  'OCR_API_KEY',
  'METRICS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
  'SMS_WEBHOOK_SECRET',
  'ALIYUN_SMS_ACCESS_KEY_SECRET',
  'TENCENT_SMS_SECRET_KEY',
  'SMTP_URL',
  'INVOICE_VERIFIER_SECRET',
  'IDENTITY_VERIFIER_SECRET',
  'CAPTCHA_SECRET',
  'NOTICE_RECEIPT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

type Environment = Record<string, string | undefined>

/**
 * Replaces `_FILE` settings by the contents of their files, so that secrets can come from a vault or an orchestrator
 * and appear in no process list.
 */
export function withSecretFiles(env: Environment): Environment {
  const read: Environment = {}
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new Error(`${name}: is set together with ${name}_FILE; remove one of them`)
    try {
      read[name] = readFileSync(path, 'utf8').trim()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${name}_FILE: cannot be read (${reason})`, { cause: error })
    }
  }
  return { ...env, ...read }
}
