import { randomUUID } from 'node:crypto'
import type { Channel, Outcome, Outgoing } from './channel.ts'
import { PARAM_INVALID } from './channel.ts'
import { signedForAliyun } from './aliyun-signature.ts'
import { callProvider, refused, refusedForGood, textOf, type ProviderAnswer } from './provider-call.ts'
import { invalidParam, SMS_PARAM_MAX, SMS_TIMEOUT_MS } from './sms-params.ts'
import { registeredTemplate, TEMPLATE_NOT_SET, type TemplateIds } from './template-ids.ts'

export interface AliyunSms {
  endpoint: string
  accessKeyId: string
  accessKeySecret: string
  signName: string
  templates: TemplateIds
}

const VERSION = '2017-05-25'
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/**
 * What says something about this number, template or value, so that no repetition helps, by the table of SendSms
 * (https://help.aliyun.com/zh/sms/developer-reference/api-error-codes).
 */
const FOR_GOOD = new Set([
  'isv.BLACK_KEY_CONTROL_LIMIT',
  'isv.INVALID_JSON_PARAM',
  'isv.INVALID_PARAMETERS',
  'isv.MOBILE_COUNT_OVER_LIMIT',
  'isv.MOBILE_NUMBER_ILLEGAL',
  'isv.PARAM_LENGTH_LIMIT',
  'isv.PARAM_NOT_SUPPORT_URL',
  'isv.SMS_CONTENT_ILLEGAL',
  'isv.SMS_TEMPLATE_ILLEGAL',
  'isv.TEMPLATE_MISSING_PARAMETERS',
  'isv.TEMPLATE_PARAMS_ILLEGAL',
])

/** Limits of the provider, with the time after which they may have room again. */
const LIMITS: Readonly<Record<string, number>> = {
  'isv.BUSINESS_LIMIT_CONTROL': MINUTE_MS,
  'isv.DAY_LIMIT_CONTROL': HOUR_MS,
}

/** `text` is the sum of fixed text and values; the provider counts 500 characters with the name of the sender. */
const RULES = { paramMax: SMS_PARAM_MAX, textMax: 500 } as const

function judge({ status, fields, retryAfterMs }: ProviderAnswer): Outcome {
  const code = textOf(fields?.['Code'])
  if (code === 'OK') return accepted(textOf(fields?.['BizId']))
  if (code === undefined) return refused(`HTTP ${status} without a code`, retryAfterMs)
  return FOR_GOOD.has(code) ? refusedForGood(code) : refused(code, retryAfterMs ?? LIMITS[code])
}

const accepted = (providerId: string | undefined): Outcome => ({
  accepted: true,
  ...(providerId === undefined ? {} : { providerId }),
})

/** SendSms of Alibaba Cloud (https://help.aliyun.com/zh/sms/developer-reference/api-dysmsapi-2017-05-25-sendsms). */
export function createAliyunSms(settings: AliyunSms, now: () => Date): Channel {
  const { endpoint, accessKeyId, accessKeySecret, signName, templates } = settings
  return {
    name: 'sms',
    provider: 'aliyun',
    rules: RULES,
    async send(message: Outgoing, signal: AbortSignal) {
      const template = registeredTemplate(templates, message.templateId)
      if (template === undefined) return refusedForGood(TEMPLATE_NOT_SET)
      const invalid = invalidParam(message, RULES)
      if (invalid !== null) return refusedForGood(`${PARAM_INVALID} ${invalid}`)
      const query = {
        PhoneNumbers: message.to,
        SignName: signName,
        TemplateCode: template,
        TemplateParam: JSON.stringify(message.params),
        OutId: message.id,
      }
      const signed = signedForAliyun({
        host: new URL(endpoint).host,
        action: 'SendSms',
        version: VERSION,
        query,
        accessKeyId,
        accessKeySecret,
        nonce: randomUUID(),
        now: now(),
      })
      const url = `${endpoint}/?${signed.query}`
      return callProvider(
        { url, headers: signed.headers, body: '', timeoutMs: SMS_TIMEOUT_MS },
        signal,
        judge,
      )
    },
  }
}
