import { appendFileSync, mkdirSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { SMS_CODE_LENGTH } from '@consilium/contract/verification.ts'

const WEBHOOK_TIMEOUT_MS = 10_000
const FIXED_CODE_PREFIX = '10'
export const OUTBOX_FILE = 'sms-outbox.txt'

/** Makes verification codes and brings them to a phone. */
export interface Sms {
  codeFor(phone: string): string
  deliver(phone: string, code: string): Promise<void>
}

/**
 * Development: phones starting with 10 receive the fixed code; codes of other phones are written to a file in the
 * data folder. Everywhere else the operator's webhook delivers a random code.
 */
export function createSms(options: {
  fixedCode: string | null
  webhookUrl: string | null
  dataDir: string
}): Sms {
  const { fixedCode, webhookUrl, dataDir } = options
  const isFixed = (phone: string) => fixedCode !== null && phone.startsWith(FIXED_CODE_PREFIX)
  return {
    codeFor: (phone) =>
      isFixed(phone) ? fixedCode! : String(randomInt(10 ** SMS_CODE_LENGTH)).padStart(SMS_CODE_LENGTH, '0'),
    async deliver(phone, code) {
      if (isFixed(phone)) return
      if (!webhookUrl) {
        mkdirSync(dataDir, { recursive: true, mode: 0o700 })
        appendFileSync(join(dataDir, OUTBOX_FILE), `${phone} ${code}\n`, { mode: 0o600 })
        return
      }
      const response = await fetch(webhookUrl, {
        method: 'POST',
        // A code goes to the configured address and nowhere else (ASVS 15.3.2).
        redirect: 'error',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ phone, code }),
        signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`The SMS webhook answered ${response.status}`)
    },
  }
}
