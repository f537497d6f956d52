import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { AliyunSms } from '../infra/channels/aliyun-sms.ts'
import { SMS_TEMPLATES } from '../infra/channels/sms-templates.ts'
import type { SmtpMail } from '../infra/channels/smtp-mail.ts'
import type { TemplateIds } from '../infra/channels/template-ids.ts'
import type { TencentSms } from '../infra/channels/tencent-sms.ts'
import type { WebhookSms } from '../infra/channels/webhook-sms.ts'
import { CODE_PURPOSES } from '@consilium/contract/login/verification.ts'
import { address } from './address-setting.ts'
import { setting } from './setting.ts'

const SMS_PROVIDERS = ['webhook', 'aliyun', 'tencent'] as const
type SmsProvider = (typeof SMS_PROVIDERS)[number]
/** The second one is asked after a refusal of the first. */
const SMS_PROVIDERS_MAX = 2

const withoutSlash = (url: string) => url.replace(/(?<!\/)\/+$/, '')

const isSmsProvider = (name: string): name is SmsProvider => SMS_PROVIDERS.some((known) => known === name)

const providers = z.string().transform((text, context): SmsProvider[] => {
  const names = text.split(',').map((name) => name.trim())
  const known = names.filter(isSmsProvider)
  if (
    known.length === names.length &&
    new Set(names).size === names.length &&
    names.length <= SMS_PROVIDERS_MAX
  )
    return known
  context.addIssue({ code: 'custom', message: `must be one or two of ${SMS_PROVIDERS.join(', ')}` })
  return z.NEVER
})

/** Codes of a purpose may have a template of their own: `code.sign`. */
const isTemplate = (name: string): boolean =>
  SMS_TEMPLATES.includes(name) || CODE_PURPOSES.some((purpose) => name === `code.${purpose}`)

/** `code=SMS_1,agreementReady=SMS_2` */
const templates = z.string().transform((text, context): TemplateIds => {
  const ids: Record<string, string> = {}
  for (const entry of text.split(',').map((one) => one.trim())) {
    const [, name = '', id = ''] = /^([\w.]+)\s*=\s*(\w+)$/.exec(entry) ?? []
    if (isTemplate(name) && !Object.hasOwn(ids, name)) ids[name] = id
    else
      context.addIssue({
        code: 'custom',
        message: `"${entry}" must be name=id, once each; names are ${SMS_TEMPLATES.join(', ')} and code.sign etc.`,
      })
  }
  return ids
})

function isSmtpAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname)
}

/** `notices@example.com`, or with a name before it: `Consilium <notices@example.com>`. */
const SENDER = /^(?:[^\p{Cc}<>"@,;]{1,60} )?<?[^\s@<>]{1,64}@[^\s@<>]{1,190}>?$/u

const sender = () =>
  z
    .string()
    .refine(
      (text) => SENDER.test(text) && text.includes('<') === text.endsWith('>'),
      'must be a mail address, or a name and <address>',
    )

/** How notices leave the portal, besides SMS_WEBHOOK_URL. */
export const channelSettings = {
  SMS_PROVIDERS: setting(
    providers.optional(),
    'Who sends text messages: one or two of webhook, aliyun, tencent, in their order; none: the webhook if it is set',
  ),
  ALIYUN_SMS_ACCESS_KEY_ID: setting(
    z.string().optional(),
    'Access key of Alibaba Cloud that may call SendSms',
  ),
  ALIYUN_SMS_ACCESS_KEY_SECRET: setting(z.string().optional(), 'Its secret'),
  ALIYUN_SMS_SIGN_NAME: setting(z.string().optional(), 'The approved name of the sender (签名)'),
  ALIYUN_SMS_TEMPLATES: setting(
    templates.optional(),
    'The approved templates, as code=SMS_123,agreementReady=SMS_456; docs/operating.md has the texts to register',
  ),
  ALIYUN_SMS_URL: setting(
    address().default('https://dysmsapi.aliyuncs.com'),
    'Where Alibaba Cloud is called',
  ),
  TENCENT_SMS_SECRET_ID: setting(z.string().optional(), 'Secret id of Tencent Cloud that may call SendSms'),
  TENCENT_SMS_SECRET_KEY: setting(z.string().optional(), 'Its secret key'),
  TENCENT_SMS_APP_ID: setting(
    z
      .string()
      .regex(/^\d{1,20}$/)
      .optional(),
    'SdkAppId of the application',
  ),
  TENCENT_SMS_SIGN_NAME: setting(z.string().optional(), 'The approved name of the sender (签名)'),
  TENCENT_SMS_TEMPLATES: setting(
    templates.optional(),
    'The approved templates, as code=123,agreementReady=456',
  ),
  TENCENT_SMS_REGION: setting(z.string().default('ap-guangzhou'), 'Region that calls are for'),
  TENCENT_SMS_URL: setting(
    address().default('https://sms.tencentcloudapi.com'),
    'Where Tencent Cloud is called',
  ),
  SMTP_URL: setting(
    z
      .string()
      .refine(isSmtpAddress, 'must be smtp://user:password@host:587 or smtps://user:password@host:465')
      .optional(),
    'The mail server: smtp:// with STARTTLS or smtps:// with TLS, its certificate verified; none: no mail is sent, in development it is written to a file',
  ),
  SMTP_CA_FILE: setting(
    z.string().optional(),
    'Certificates in PEM that the mail server may have, in place of the public authorities',
  ),
  MAIL_FROM: setting(sender().optional(), 'Sender of mails, as Consilium <notices@example.com>'),
  WECOM_BOT_URL: setting(
    address().default('https://qyapi.weixin.qq.com'),
    'Where bots of WeCom are called: an address of a bot must begin with it',
  ),
  DINGTALK_BOT_URL: setting(
    address().default('https://oapi.dingtalk.com'),
    'Where bots of DingTalk are called: an address of a bot must begin with it',
  ),
  FEISHU_BOT_URL: setting(
    address().default('https://open.feishu.cn'),
    'Where bots of Feishu are called: an address of a bot must begin with it',
  ),
}

export type SmsProviderConfig =
  | ({ kind: 'webhook' } & WebhookSms)
  | ({ kind: 'aliyun' } & AliyunSms)
  | ({ kind: 'tencent' } & TencentSms)

export interface ChannelsConfig {
  /** In the order in which they are asked; none: text messages are written to a file. */
  sms: readonly SmsProviderConfig[]
  /** Null: no mail is sent. */
  mail: SmtpMail | null
  botOrigins: Readonly<Record<'wecom' | 'dingtalk' | 'feishu', string>>
}

type Values = z.output<z.ZodObject<typeof channelSettings>> & {
  SMS_WEBHOOK_URL?: string | undefined
  SMS_WEBHOOK_SECRET?: string | undefined
}

export const smsProvidersOf = (values: Pick<Values, 'SMS_PROVIDERS' | 'SMS_WEBHOOK_URL'>): SmsProvider[] =>
  values.SMS_PROVIDERS ?? (values.SMS_WEBHOOK_URL ? ['webhook'] : [])

const NEEDED = {
  webhook: ['SMS_WEBHOOK_URL'],
  aliyun: [
    'ALIYUN_SMS_ACCESS_KEY_ID',
    'ALIYUN_SMS_ACCESS_KEY_SECRET',
    'ALIYUN_SMS_SIGN_NAME',
    'ALIYUN_SMS_TEMPLATES',
  ],
  tencent: [
    'TENCENT_SMS_SECRET_ID',
    'TENCENT_SMS_SECRET_KEY',
    'TENCENT_SMS_APP_ID',
    'TENCENT_SMS_SIGN_NAME',
    'TENCENT_SMS_TEMPLATES',
  ],
} as const satisfies Record<SmsProvider, readonly (keyof Values)[]>

/** Settings of a channel belong together. */
export const incompleteChannels = (values: Values): string[] => [
  ...smsProvidersOf(values).flatMap((provider) =>
    NEEDED[provider]
      .filter((name) => values[name] === undefined)
      .map((name) => `${name}: must be set where SMS_PROVIDERS names ${provider}`),
  ),
  ...(['ALIYUN_SMS_TEMPLATES', 'TENCENT_SMS_TEMPLATES'] as const)
    .filter((name) => values[name] !== undefined && values[name]['code'] === undefined)
    .map((name) => `${name}: must name a template for code, or nobody could log in`),
  ...(values.SMTP_URL && !values.MAIL_FROM ? ['MAIL_FROM: must be set with SMTP_URL'] : []),
]

function certificatesOf(path: string | undefined): string | null {
  if (path === undefined) return null
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`SMTP_CA_FILE: cannot be read (${(error as Error).message})`, { cause: error })
  }
}

const providerOf = (values: Values, kind: SmsProvider): SmsProviderConfig => {
  switch (kind) {
    case 'webhook':
      return { kind, url: values.SMS_WEBHOOK_URL ?? '', secret: values.SMS_WEBHOOK_SECRET ?? null }
    case 'aliyun':
      return {
        kind,
        endpoint: withoutSlash(values.ALIYUN_SMS_URL),
        accessKeyId: values.ALIYUN_SMS_ACCESS_KEY_ID ?? '',
        accessKeySecret: values.ALIYUN_SMS_ACCESS_KEY_SECRET ?? '',
        signName: values.ALIYUN_SMS_SIGN_NAME ?? '',
        templates: values.ALIYUN_SMS_TEMPLATES ?? {},
      }
    case 'tencent':
      return {
        kind,
        endpoint: withoutSlash(values.TENCENT_SMS_URL),
        region: values.TENCENT_SMS_REGION,
        secretId: values.TENCENT_SMS_SECRET_ID ?? '',
        secretKey: values.TENCENT_SMS_SECRET_KEY ?? '',
        appId: values.TENCENT_SMS_APP_ID ?? '',
        signName: values.TENCENT_SMS_SIGN_NAME ?? '',
        templates: values.TENCENT_SMS_TEMPLATES ?? {},
      }
  }
}

/** Of settings that `incompleteChannels` found complete. `baseUrl` is the address of this service. */
export const channelsOf = (values: Values, baseUrl: string): ChannelsConfig => ({
  sms: smsProvidersOf(values).map((kind) => providerOf(values, kind)),
  mail:
    values.SMTP_URL && values.MAIL_FROM
      ? {
          url: values.SMTP_URL,
          from: values.MAIL_FROM,
          ca: certificatesOf(values.SMTP_CA_FILE),
          domain: new URL(baseUrl).hostname.replaceAll(/[[\]]/g, ''),
        }
      : null,
  botOrigins: {
    wecom: withoutSlash(values.WECOM_BOT_URL),
    dingtalk: withoutSlash(values.DINGTALK_BOT_URL),
    feishu: withoutSlash(values.FEISHU_BOT_URL),
  },
})
