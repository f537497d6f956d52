import type { BotChannel } from '@consilium/contract/bots/bots.ts'
import { isPrivate } from '../../infra/addresses.ts'
import { refuseField } from '../../infra/refusal.ts'

/** The path of a webhook address at each provider, before the key of the bot. */
const PATHS: Readonly<Record<BotChannel, string>> = {
  wecom: '/cgi-bin/webhook/send?key=',
  dingtalk: '/robot/send?access_token=',
  feishu: '/open-apis/bot/v2/hook/',
}
const TAIL_LENGTH = 4

/** WeCom signs nothing; DingTalk makes secrets with a prefix, and Feishu without. */
const SECRETS: Readonly<Record<BotChannel, RegExp | null>> = {
  wecom: null,
  dingtalk: /^SEC[0-9a-f]{16,96}$/,
  feishu: /^(?!SEC)[0-9A-Za-z]{8,64}$/,
}

export interface BotAddress {
  address: string
  host: string
  tail: string
}

/**
 * The address of a bot, which the service will call: of the provider alone. `origin` is the operator's setting; only where it
 * is itself no HTTPS address, as in a private installation, an address may be one like it.
 */
export function readBotAddress(text: string, channel: BotChannel, origin: string): BotAddress {
  const url = URL.parse(text)
  const isLikeOrigin = url !== null && url.origin === new URL(origin).origin
  const isSafe = url?.protocol === 'https:' && !isPrivate(url.hostname)
  if (!url || url.username !== '' || url.password !== '' || !(isSafe || isLikeOrigin))
    throw refuseField('BOT_ADDRESS_UNSAFE', 'address')
  const key = `${url.pathname}${url.search}`.slice(PATHS[channel].length)
  const isOfBot = `${url.pathname}${url.search}`.startsWith(PATHS[channel]) && /^[\w-]{8,}$/.test(key)
  if (!isLikeOrigin || !isOfBot || url.hash !== '')
    throw refuseField('BOT_ADDRESS_FOREIGN', 'address', { start: `${origin}${PATHS[channel]}` })
  return { address: url.href, host: url.host, tail: key.slice(-TAIL_LENGTH) }
}

export function requireSecretOf(channel: BotChannel, secret: string): void {
  if (SECRETS[channel]?.test(secret) !== true) throw refuseField('BOT_SECRET_UNFIT', 'secret')
}
