/** The ways out of the portal. The portal's own messages are no channel: they are written with their event. */
export type ChannelName = 'sms' | 'mail' | 'wecom' | 'dingtalk' | 'feishu'

/** One text on its way to one recipient. */
export interface Outgoing {
  /** Of the delivery. A gateway that was sent the same id twice drops the second. */
  id: string
  /** A phone, a mail address or the webhook of a bot. */
  to: string
  /** The template as the provider of SMS registered it. Not every channel has templates. */
  templateId?: string
  /** The values of the template by the names of its placeholders; none holds an address. */
  params: Record<string, string>
  /** Of a mail. */
  subject?: string
  /** The whole text, for channels without templates. */
  text: string
  /** The same text in both languages, for a gateway that chooses. */
  texts?: Record<'zh-CN' | 'en', string>
  html?: string
  /** Signs the calls of a bot. */
  secret?: string
  /** What a mail that may be switched off offers by one click (RFC 8058). */
  unsubscribeUrl?: string
}

/** The reason of an adapter that did not send because its provider would refuse the parameters. */
export const PARAM_INVALID = 'NOTICE_PARAM_INVALID'

/**
 * What became of one try. `final` is not tried again: a wrong number, a blacklist, an unknown template, or parameters that
 * break the provider's rules (`PARAM_INVALID`). `reason` is shown in the log, so it holds no number, address or secret.
 */
export type Outcome =
  | {
      accepted: true
      /** Names the message in the provider's receipts. */
      providerId?: string
      /** Which provider took it, if the channel has several. */
      provider?: string
    }
  | { accepted: false; final: boolean; reason: string; retryAfterMs?: number }

/** What a provider takes. A limit that is absent is not checked. */
export interface ChannelRules {
  /** Characters of the text, of the subject and of one parameter. */
  textMax?: number
  subjectMax?: number
  paramMax?: number
  /** Bytes of the text in UTF-8. */
  textBytesMax?: number
  /** Messages to one recipient. Whoever sends stays below both. */
  perMinute?: number
  perSecond?: number
}

/**
 * A channel, with one provider or several that it tries in their order. `send` answers with an outcome for whatever a
 * provider does; it rejects only if the signal aborts it. It may be called again with the same id.
 */
export interface Channel {
  name: ChannelName
  provider: string
  send(message: Outgoing, signal: AbortSignal): Promise<Outcome>
  rules: ChannelRules
}

/** The channels that this service is set up for. */
export type Channels = Partial<Record<ChannelName, Channel>>
