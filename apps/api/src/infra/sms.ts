import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { SMS_CODE_LENGTH, type CodePurpose } from '@consilium/contract/login/verification.ts'
import type { Channel, Outgoing } from './channels/channel.ts'

const ATTEMPTS = 2
/** Of random length, so that messages refused at the same moment do not come back at the same moment. */
const RETRY_PAUSE_MS = { min: 250, max: 1000 }
const FIXED_CODE_PREFIX = '10'

/** Security events of an account, about which its owner is notified. */
export type SecurityNotice = 'phoneChangeStarted' | 'phoneChanged' | 'passwordReset'
export type NoticeKind = SecurityNotice | 'agreementReady'

export type SmsMessage =
  | { id: string; kind: 'code'; phone: string; purpose: CodePurpose; code: string }
  | {
      id: string
      kind: 'notice'
      phone: string
      notice: NoticeKind
      /** Values of the template, in the order of its text. */
      params: Record<string, string>
      text: Record<'zh-CN' | 'en', string>
    }

/** Thrown if no provider accepted the message. */
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

const NEVER = new AbortController().signal

/** Codes of a purpose may have a template of their own. */
const outgoing = (message: SmsMessage): Outgoing =>
  message.kind === 'code'
    ? {
        id: message.id,
        to: message.phone,
        templateId: `code.${message.purpose}`,
        params: { code: message.code },
        text: message.code,
      }
    : {
        id: message.id,
        to: message.phone,
        templateId: message.notice,
        params: message.params,
        text: message.text['zh-CN'],
        texts: message.text,
      }

/** Asks a provider twice; several were asked one after the other. */
async function sendWithRetry(channel: Channel, message: Outgoing): Promise<void> {
  const attempts = channel.provider.includes(',') ? 1 : ATTEMPTS
  for (let attempt = 1; ; attempt++) {
    const outcome = await channel.send(message, NEVER)
    if (outcome.accepted) return
    if (outcome.final || attempt === attempts)
      throw new SmsFailed(`The text message was not accepted: ${outcome.reason}`)
    await delay(randomInt(RETRY_PAUSE_MS.min, RETRY_PAUSE_MS.max))
  }
}

/**
 * In development, phones that start with 10 receive the fixed code, and without a provider messages to other phones are
 * written to a file. Otherwise the channel delivers a random code.
 */
export function createSms({ fixedCode, channel }: { fixedCode: string | null; channel: Channel }): Sms {
  const isFixed = (phone: string) => fixedCode !== null && phone.startsWith(FIXED_CODE_PREFIX)
  return {
    isFixed,
    codeFor: (phone) =>
      isFixed(phone) ? fixedCode! : String(randomInt(10 ** SMS_CODE_LENGTH)).padStart(SMS_CODE_LENGTH, '0'),
    async deliver(message) {
      if (message.kind === 'code' && isFixed(message.phone)) return
      await sendWithRetry(channel, outgoing(message))
    },
  }
}
