import type { Outcome, Outgoing } from './channel.ts'
import { callProvider, refused, refusedForGood, textOf, type ProviderAnswer } from './provider-call.ts'

/** How long a bot may take. */
const BOT_TIMEOUT_MS = 5000

export interface BotCodes {
  /** The field of the answer with the code, `0` for accepted. */
  field: string
  /** Too many messages, with the time for which the bot is then silent. */
  busy: Readonly<Record<string, number>>
  /** A bot that was removed or is set up otherwise: no repetition helps. */
  final: readonly string[]
}

const judgedBy =
  ({ field, busy, final }: BotCodes) =>
  ({ status, fields, retryAfterMs }: ProviderAnswer): Outcome => {
    const code = textOf(fields?.[field])
    if (code === '0') return { accepted: true }
    if (code === undefined) return refused(`HTTP ${status} without a code`, retryAfterMs)
    if (final.includes(code)) return refusedForGood(`${field} ${code}`)
    return refused(`${field} ${code}`, retryAfterMs ?? busy[code])
  }

/** Posts a message to the webhook of a bot; `url` may say more than the address that an organization gave. */
export const callBot = (
  url: string,
  content: unknown,
  codes: BotCodes,
  signal: AbortSignal,
): Promise<Outcome> =>
  callProvider(
    {
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
      timeoutMs: BOT_TIMEOUT_MS,
    },
    signal,
    judgedBy(codes),
  )

export type BotMessage = Pick<Outgoing, 'to' | 'text' | 'secret'>
