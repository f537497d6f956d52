import { createHmac, randomInt } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SMS_CODE_LENGTH, type CodePurpose } from '@consilium/contract/verification.ts'

const ATTEMPTS = 2
const ATTEMPT_TIMEOUT_MS = 5000
/** Of random length, so that messages refused at the same moment do not come back at the same moment. */
const RETRY_PAUSE_MS = { min: 250, max: 1000 }
const MS_PER_SECOND = 1000
const FIXED_CODE_PREFIX = '10'
export const OUTBOX_FILE = 'sms-outbox.txt'

/** Security events of an account, about which its owner is notified. */
export type SecurityNotice = 'phoneChangeStarted' | 'phoneChanged' | 'passwordReset'
export type NoticeKind = SecurityNotice | 'agreementReady'

export type SmsMessage =
  | { id: string; kind: 'code'; phone: string; purpose: CodePurpose; code: string }
  | { id: string; kind: 'notice'; phone: string; notice: NoticeKind; text: Record<'zh-CN' | 'en', string> }

/** Thrown if the gateway did not accept the message. */
export class SmsFailed extends Error {
  override readonly name = 'SmsFailed'
}

/** Creates verification codes and delivers text messages. */
export interface Sms {
  codeFor(phone: string): string
  /** True if the phone gets the fixed code of development. */
  isFixed(phone: string): boolean
  /** Throws SmsFailed. */
  deliver(message: SmsMessage): Promise<void>
}

interface Webhook {
  url: string
  secret: string | null
}

/** Signs a call as docs/sms-webhook.md says, so that the receiver can detect forged and replayed calls. */
function signedHeaders(body: string, secret: string | null): Record<string, string> {
  if (secret === null) return {}
  const timestamp = String(Math.floor(Date.now() / MS_PER_SECOND))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return { 'x-consilium-timestamp': timestamp, 'x-consilium-signature': `sha256=${signature}` }
}

/** Returns null if the gateway accepted the message, and otherwise whether it may be sent again. */
async function post(
  { url, secret }: Webhook,
  body: string,
): Promise<{ reason: string; again: boolean } | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signedHeaders(body, secret) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.ok) return null
    const again = response.status >= 500 || response.status === 429
    return { reason: `The SMS webhook answered ${response.status}`, again }
  } catch (error) {
    return { reason: `The SMS webhook cannot be reached: ${(error as Error).name}`, again: true }
  }
}

async function postWithRetry(webhook: Webhook, message: SmsMessage): Promise<void> {
  const body = JSON.stringify(message)
  for (let attempt = 1; ; attempt++) {
    const failure = await post(webhook, body)
    if (!failure) return
    if (!failure.again || attempt === ATTEMPTS) throw new SmsFailed(failure.reason)
    await delay(randomInt(RETRY_PAUSE_MS.min, RETRY_PAUSE_MS.max))
  }
}

/**
 * In development, phones that start with 10 receive the fixed code, and messages to other phones are written to a file
 * in the data folder. Otherwise the operator's webhook delivers a random code.
 */
export function createSms(options: {
  fixedCode: string | null
  webhook: Webhook | null
  dataDir: string
}): Sms {
  const { fixedCode, webhook, dataDir } = options
  const isFixed = (phone: string) => fixedCode !== null && phone.startsWith(FIXED_CODE_PREFIX)
  return {
    isFixed,
    codeFor: (phone) =>
      isFixed(phone) ? fixedCode! : String(randomInt(10 ** SMS_CODE_LENGTH)).padStart(SMS_CODE_LENGTH, '0'),
    async deliver(message) {
      if (message.kind === 'code' && isFixed(message.phone)) return
      if (webhook) return postWithRetry(webhook, message)
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      const line = message.kind === 'code' ? message.code : message.text.en
      appendFileSync(join(dataDir, OUTBOX_FILE), `${message.phone} ${line}\n`, { mode: 0o600 })
    },
  }
}
