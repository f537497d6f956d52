import { signedHeaders } from '../webhook.ts'
import type { Channel, Outcome, Outgoing } from './channel.ts'
import { callProvider, refusedForGood, type ProviderAnswer } from './provider-call.ts'
import { SMS_TIMEOUT_MS } from './sms-params.ts'

export interface WebhookSms {
  url: string
  secret: string | null
}

const CODE = /^code(?:\.(\w+))?$/

/** The call of docs/sms-webhook.md. What receivers before templates were sent is unchanged in it. */
function bodyOf({ id, to, templateId = 'notice', params, text, texts }: Outgoing): string {
  const code = CODE.exec(templateId)
  const template = { templateId: code ? 'code' : templateId, params }
  return JSON.stringify(
    code
      ? { id, kind: 'code', phone: to, purpose: code[1], code: params['code'], ...template }
      : {
          id,
          kind: 'notice',
          phone: to,
          notice: templateId,
          text: texts ?? { 'zh-CN': text, en: text },
          ...template,
        },
  )
}

const judge = ({ status }: ProviderAnswer): Outcome =>
  status >= 200 && status < 300 ? { accepted: true } : refusedForGood(`HTTP ${status}`)

/** The operator's own program, which passes a message to a provider that this service does not know. */
export function createWebhookSms({ url, secret }: WebhookSms, now: () => Date): Channel {
  return {
    name: 'sms',
    provider: 'webhook',
    rules: {},
    async send(message: Outgoing, signal: AbortSignal) {
      const body = bodyOf(message)
      const headers = { 'content-type': 'application/json', ...signedHeaders(body, secret, now()) }
      return callProvider({ url, headers, body, timeoutMs: SMS_TIMEOUT_MS }, signal, judge)
    },
  }
}
