import { callBot, type BotCodes } from './bot-call.ts'
import { fittedText } from './bot-text.ts'
import type { Channel } from './channel.ts'

const MINUTE_MS = 60_000
/** https://developer.work.weixin.qq.com/document/path/91770: 20 messages a minute, 2,048 bytes of text in UTF-8. */
const RULES = { perMinute: 20, textBytesMax: 2048 } as const
/** https://developer.work.weixin.qq.com/document/path/90313 */
const CODES: BotCodes = { field: 'errcode', busy: { '45009': MINUTE_MS }, final: ['93000', '40008', '40058'] }

/** A bot of a group in WeCom. Its key is in its address, so it signs nothing. */
export const createWecomBot = (): Channel => ({
  name: 'wecom',
  provider: 'wecom',
  rules: RULES,
  send({ to, text }, signal) {
    const content = fittedText(text, (some) => Buffer.byteLength(some) <= RULES.textBytesMax)
    return callBot(to, { msgtype: 'text', text: { content } }, CODES, signal)
  },
})
