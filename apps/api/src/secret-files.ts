import { readFileSync } from 'node:fs'

/** Settings that open something: each may be given as a file, named by the setting with `_FILE` behind it. */
export const SECRETS = [
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'SIGNING_KEY_PASSPHRASE',
  'OCR_API_KEY',
  'METRICS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
  'SMS_WEBHOOK_SECRET',
  'CAPTCHA_SECRET',
] as const

type Environment = Record<string, string | undefined>

/** The settings with what their files hold: so secrets come from a vault or an orchestrator, and stand in no process list. */
export function withSecretFiles(env: Environment): Environment {
  const read: Environment = {}
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new Error(`${name}: is given itself and as ${name}_FILE; one of them must go`)
    try {
      read[name] = readFileSync(path, 'utf8').trim()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${name}_FILE: cannot be read (${reason})`, { cause: error })
    }
  }
  return { ...env, ...read }
}
