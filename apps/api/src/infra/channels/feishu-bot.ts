import { createHmac } from 'node:crypto'
import { callBot, type BotCodes } from './bot-call.ts'
import { fittedText } from './bot-text.ts'
import type { Channel } from './channel.ts'

const MS_PER_SECOND = 1000
const MINUTE_MS = 60_000
const BODY_MAX_BYTES = 20 * 1024
/** https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot: 100 a minute, 5 a second, a body of 20 KB. */
const RULES = { perMinute: 100, perSecond: 5, textBytesMax: 18_000 } as const
/** 19021: the signature; 19022: the address of the caller; 19024: a keyword; 19001: no such bot. */
const CODES: BotCodes = {
  field: 'code',
  busy: { '11232': MINUTE_MS, '9499': MINUTE_MS },
  final: ['19001', '19021', '19022', '19024'],
}

/** The key is the seconds and the secret, and what it signs is empty (签名校验 of the page above). */
export const feishuSignature = (timestamp: number, secret: string): string =>
  createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64')

/** A bot of a group in Feishu. */
export const createFeishuBot = (now: () => Date): Channel => ({
  name: 'feishu',
  provider: 'feishu',
  rules: RULES,
  send({ to, text, secret }, signal) {
    const timestamp = Math.floor(now().getTime() / MS_PER_SECOND)
    const signed =
      secret === undefined ? {} : { timestamp: String(timestamp), sign: feishuSignature(timestamp, secret) }
    const bodyOf = (some: string) => ({ ...signed, msg_type: 'text', content: { text: some } })
    const fits = (some: string) => Buffer.byteLength(JSON.stringify(bodyOf(some))) <= BODY_MAX_BYTES
    return callBot(to, bodyOf(fittedText(text, fits)), CODES, signal)
  },
})
