import { isGuessable } from '../infra/passwords/guessable.ts'
import { smsProvidersOf } from './channel-settings.ts'

/** For the administrator's password in production. */
const ADMIN_PASSWORD_MIN = 12

interface ProductionSettings {
  ADMIN_PASSWORD?: string | undefined
  DATABASE_URL?: string | undefined
  IDENTITY_VERIFIER_SECRET?: string | undefined
  IDENTITY_VERIFIER_URL?: string | undefined
  INVOICE_VERIFIER_SECRET?: string | undefined
  INVOICE_VERIFIER_URL?: string | undefined
  MASTER_KEY?: string | undefined
  PUBLIC_URL?: string | undefined
  SIGNING_KEY_FILE?: string | undefined
  SMS_PROVIDERS?: ('webhook' | 'aliyun' | 'tencent')[] | undefined
  SMS_WEBHOOK_SECRET?: string | undefined
  SMS_WEBHOOK_URL?: string | undefined
  TSA_CA_FILE?: string | undefined
  TSA_URL?: readonly string[] | undefined
}

const isWeakForAdmin = (password: string) =>
  password.length < ADMIN_PASSWORD_MIN || isGuessable(password, ['admin'])

/** Where no provider is named, the webhook is the one that is missing. */
const sendsByWebhook = (env: ProductionSettings) =>
  env.SMS_PROVIDERS === undefined || env.SMS_PROVIDERS.includes('webhook')

/** Settings that production requires explicitly, because their defaults would be unsafe. */
export const unsafeInProduction = (env: ProductionSettings): string[] => [
  ...(env.DATABASE_URL && !env.MASTER_KEY ? ['MASTER_KEY: must be set, the same on every node'] : []),
  ...(env.DATABASE_URL && !env.SIGNING_KEY_FILE
    ? ['SIGNING_KEY_FILE: must be set, the same on every node']
    : []),
  ...(env.PUBLIC_URL ? [] : ['PUBLIC_URL: must be set, as signed agreements say where they are verified']),
  ...(env.SMS_WEBHOOK_SECRET || !sendsByWebhook(env)
    ? []
    : ['SMS_WEBHOOK_SECRET: must be set, or anyone could send messages in our name']),
  ...(env.INVOICE_VERIFIER_URL && !env.INVOICE_VERIFIER_SECRET
    ? ['INVOICE_VERIFIER_SECRET: must be set with INVOICE_VERIFIER_URL, or anyone could ask in our name']
    : []),
  ...(env.IDENTITY_VERIFIER_URL && !env.IDENTITY_VERIFIER_SECRET
    ? ['IDENTITY_VERIFIER_SECRET: must be set with IDENTITY_VERIFIER_URL, or anyone could ask in our name']
    : []),
  ...(env.ADMIN_PASSWORD && isWeakForAdmin(env.ADMIN_PASSWORD)
    ? [`ADMIN_PASSWORD: must have ${ADMIN_PASSWORD_MIN} characters and not be easy to guess`]
    : []),
  ...(env.TSA_URL && !env.TSA_CA_FILE
    ? ['TSA_CA_FILE: must be set with TSA_URL, or anyone could state times in the name of an authority']
    : []),
  ...(smsProvidersOf(env).length > 0
    ? []
    : ['SMS_WEBHOOK_URL: must be set, or SMS_PROVIDERS, or nobody receives a code']),
]
