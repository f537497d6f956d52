import type { Channel, Outcome, Outgoing } from './channel.ts'
import { PARAM_INVALID } from './channel.ts'
import { callProvider, refused, refusedForGood, textOf, type ProviderAnswer } from './provider-call.ts'
import { invalidParam, SMS_PARAM_MAX, SMS_TIMEOUT_MS } from './sms-params.ts'
import { registeredTemplate, TEMPLATE_NOT_SET, type TemplateIds } from './template-ids.ts'
import { signedForTencent } from './tencent-signature.ts'

export interface TencentSms {
  endpoint: string
  region: string
  secretId: string
  secretKey: string
  appId: string
  signName: string
  templates: TemplateIds
}

const VERSION = '2021-01-11'
const HALF_MINUTE_MS = 30_000
const HOUR_MS = 3_600_000

/**
 * What says something about this number, template or value, so that no repetition helps, by the table of SendSms
 * (https://cloud.tencent.com/document/api/382/55981).
 */
const FOR_GOOD = new Set([
  'FailedOperation.ContainSensitiveWord',
  'FailedOperation.PhoneNumberInBlacklist',
  'FailedOperation.TemplateIncorrectOrUnapproved',
  'FailedOperation.TemplateParamSetNotMatchApprovedTemplate',
  'FailedOperation.TemplateUnapprovedOrNotExist',
  'InvalidParameterValue.ContentLengthLimit',
  'InvalidParameterValue.IncorrectPhoneNumber',
  'InvalidParameterValue.ProhibitedUseUrlInTemplateParameter',
  'InvalidParameterValue.TemplateParameterFormatError',
  'InvalidParameterValue.TemplateParameterLengthLimit',
])

/** Limits of the provider, with the time after which they may have room again. */
const LIMITS: Readonly<Record<string, number>> = {
  'LimitExceeded.DeliveryFrequencyLimit': HALF_MINUTE_MS,
  'LimitExceeded.PhoneNumberThirtySecondLimit': HALF_MINUTE_MS,
  'LimitExceeded.PhoneNumberOneHourLimit': HOUR_MS,
  'LimitExceeded.PhoneNumberDailyLimit': HOUR_MS,
}

const RULES = { paramMax: SMS_PARAM_MAX, textMax: 500 } as const
/** The numbers of this service have no prefix and are of the mainland. */
const COUNTRY = '+86'

const fieldsOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined

function judge({ status, fields, retryAfterMs }: ProviderAnswer): Outcome {
  const response = fieldsOf(fields?.['Response'])
  const sent = response?.['SendStatusSet']
  const one = Array.isArray(sent) ? fieldsOf(sent[0]) : undefined
  const code = textOf(fieldsOf(response?.['Error'])?.['Code']) ?? textOf(one?.['Code'])
  const providerId = textOf(one?.['SerialNo'])
  if (code === 'Ok') return { accepted: true, ...(providerId ? { providerId } : {}) }
  if (code === undefined) return refused(`HTTP ${status} without a code`, retryAfterMs)
  return FOR_GOOD.has(code) ? refusedForGood(code) : refused(code, retryAfterMs ?? LIMITS[code])
}

/** SendSms of Tencent Cloud (https://cloud.tencent.com/document/api/382/55981), whose templates number their placeholders. */
export function createTencentSms(settings: TencentSms, now: () => Date): Channel {
  const { endpoint, region, secretId, secretKey, appId, signName, templates } = settings
  return {
    name: 'sms',
    provider: 'tencent',
    rules: RULES,
    async send(message: Outgoing, signal: AbortSignal) {
      const template = registeredTemplate(templates, message.templateId)
      if (template === undefined) return refusedForGood(TEMPLATE_NOT_SET)
      const invalid = invalidParam(message, RULES)
      if (invalid !== null) return refusedForGood(`${PARAM_INVALID} ${invalid}`)
      const body = JSON.stringify({
        PhoneNumberSet: [`${COUNTRY}${message.to}`],
        SmsSdkAppId: appId,
        SignName: signName,
        TemplateId: template,
        TemplateParamSet: Object.values(message.params),
        SessionContext: message.id,
      })
      const { host } = new URL(endpoint)
      const headers = signedForTencent({
        host,
        service: 'sms',
        action: 'SendSms',
        version: VERSION,
        region,
        body,
        secretId,
        secretKey,
        now: now(),
      })
      return callProvider({ url: endpoint, headers, body, timeoutMs: SMS_TIMEOUT_MS }, signal, judge)
    },
  }
}
