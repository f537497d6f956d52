import { z } from 'zod'
import { address } from './address-setting.ts'
import { setting } from './setting.ts'

/** For keys shared between services. */
const KEY_MIN_LENGTH = 16
const SMS_PER_DAY = 5000
const SMS_PER_DAY_AND_ADDRESS = 100
const SMS_FREE_PER_DAY_AND_ADDRESS = 10

/** How text messages are sent, and how many. */
export const smsSettings = {
  SMS_WEBHOOK_URL: setting(
    address().optional(),
    'Receives messages as docs/sms-webhook.md says and delivers them as text messages',
  ),
  SMS_WEBHOOK_SECRET: setting(
    z.string().min(KEY_MIN_LENGTH).optional(),
    'Signs the calls of SMS_WEBHOOK_URL, so that the receiver can verify them',
  ),
  SMS_PER_DAY: setting(
    z.coerce.number().int().min(1).default(SMS_PER_DAY),
    'SMS codes per day for people who are not logged in, in total',
  ),
  SMS_PER_DAY_AND_ADDRESS: setting(
    z.coerce.number().int().min(1).default(SMS_PER_DAY_AND_ADDRESS),
    'Of these, the codes that one address may request',
  ),
  SMS_FREE_PER_DAY_AND_ADDRESS: setting(
    z.coerce.number().int().min(0).default(SMS_FREE_PER_DAY_AND_ADDRESS),
    'Of these, the codes that an address gets without a proof of work or a captcha',
  ),
  CAPTCHA_VERIFY_URL: setting(
    address().optional(),
    'Verifies the answers of a captcha by the siteverify protocol, which replaces the proof of work',
  ),
  CAPTCHA_SECRET: setting(z.string().optional(), 'What CAPTCHA_VERIFY_URL knows this service by'),
}

/** Daily limits of SMS codes that are requested without a login. */
export interface SmsLimits {
  perDay: number
  perAddress: number
  freePerAddress: number
}

export interface SmsConfig {
  smsLimits: SmsLimits
  captcha: { verifyUrl: string; secret: string } | null
}

type Values = z.output<z.ZodObject<typeof smsSettings>>

export const smsOf = (values: Values): SmsConfig => ({
  smsLimits: {
    perDay: values.SMS_PER_DAY,
    perAddress: values.SMS_PER_DAY_AND_ADDRESS,
    freePerAddress: values.SMS_FREE_PER_DAY_AND_ADDRESS,
  },
  captcha: values.CAPTCHA_VERIFY_URL
    ? { verifyUrl: values.CAPTCHA_VERIFY_URL, secret: values.CAPTCHA_SECRET ?? '' }
    : null,
})
