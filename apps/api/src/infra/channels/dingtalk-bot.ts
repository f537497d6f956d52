import { createHmac } from 'node:crypto'
import { callBot, type BotCodes } from './bot-call.ts'
import { fittedText } from './bot-text.ts'
import type { Channel } from './channel.ts'

/** Whoever sends more than the limit is not heard for ten minutes. */
const SILENT_MS = 600_000
/** https://open.dingtalk.com/document/orgapp/custom-robots-send-group-messages: 20 messages a minute, 20,000 bytes. */
const RULES = { perMinute: 20, textBytesMax: 18_000 } as const
/** 310000: the signature, a keyword or the address does not fit; 300001, 300005: no such bot; 400102: stopped. */
const CODES: BotCodes = {
  field: 'errcode',
  busy: { '130101': SILENT_MS, '410100': SILENT_MS, '660026': SILENT_MS },
  final: ['300001', '300005', '310000', '400102'],
}

/** The HMAC of the milliseconds and the secret, keyed by the secret (加签 of the page above). */
export const dingtalkSignature = (timestamp: number, secret: string): string =>
  createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')

/** A bot of a group in DingTalk. */
export const createDingtalkBot = (now: () => Date): Channel => ({
  name: 'dingtalk',
  provider: 'dingtalk',
  rules: RULES,
  send({ to, text, secret }, signal) {
    const url = new URL(to)
    if (secret !== undefined) {
      const timestamp = now().getTime()
      url.searchParams.set('timestamp', String(timestamp))
      url.searchParams.set('sign', dingtalkSignature(timestamp, secret))
    }
    const content = fittedText(text, (some) => Buffer.byteLength(some) <= RULES.textBytesMax)
    return callBot(url.href, { msgtype: 'text', text: { content } }, CODES, signal)
  },
})
