import type { Channel, ChannelRules, Outcome, Outgoing } from './channel.ts'
import { TEMPLATE_NOT_SET } from './template-ids.ts'
import { refused } from './provider-call.ts'

/** What all providers take: the lowest of each limit. */
function commonRules(channels: readonly Channel[]): ChannelRules {
  const rules: ChannelRules = {}
  for (const { rules: own } of channels)
    for (const [name, limit] of Object.entries(own) as [keyof ChannelRules, number][])
      rules[name] = Math.min(rules[name] ?? limit, limit)
  return rules
}

/** A provider that has no template of this name says nothing about the message, so the next one is asked. */
const endsTheOrder = (outcome: Outcome): boolean =>
  outcome.accepted || (outcome.final && outcome.reason !== TEMPLATE_NOT_SET)

/**
 * Several providers as one channel: the next one is asked after a refusal that says nothing about the message, or after the
 * five seconds that a provider may take. What is refused for good is asked of no other.
 */
export function inOrder(channels: readonly [Channel, ...Channel[]]): Channel {
  const [first] = channels
  if (channels.length === 1) return first
  return {
    name: first.name,
    provider: channels.map(({ provider }) => provider).join(','),
    rules: commonRules(channels),
    async send(message: Outgoing, signal: AbortSignal): Promise<Outcome> {
      const reasons: string[] = []
      let last: Outcome = refused('NO_PROVIDER')
      for (const channel of channels) {
        last = await channel.send(message, signal)
        if (last.accepted) return { provider: channel.provider, ...last }
        reasons.push(`${channel.provider}: ${last.reason}`)
        if (endsTheOrder(last)) break
      }
      return last.accepted ? last : { ...last, reason: reasons.join('; ') }
    },
  }
}
