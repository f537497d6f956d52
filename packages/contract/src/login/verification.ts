import { z } from 'zod'
import { halfWidth } from '../half-width.ts'
import type { Words } from '../errors.ts'
import { choice, said } from '../words.ts'

/** Purpose of a verification code; a code works for its own purpose only. */
export const CODE_PURPOSES = [
  'login',
  'register',
  'resetPassword',
  'firstPassword',
  'changePhone',
  'sign',
  'signIn',
] as const
export type CodePurpose = (typeof CODE_PURPOSES)[number]

export const CODE_PURPOSE_LABELS = {
  login: { 'zh-CN': '登录', en: 'Log in' },
  register: { 'zh-CN': '注册', en: 'Register' },
  resetPassword: { 'zh-CN': '重置密码', en: 'Reset the password' },
  firstPassword: { 'zh-CN': '设置首个密码', en: 'Set the first password' },
  changePhone: { 'zh-CN': '更换手机号', en: 'Change the phone' },
  sign: { 'zh-CN': '签署协议', en: 'Sign an agreement' },
  signIn: { 'zh-CN': '会议签到', en: 'Sign in at a meeting' },
} as const satisfies Record<CodePurpose, Words>
export const CodePurpose = choice(CODE_PURPOSES, CODE_PURPOSE_LABELS)

/** Purposes of codes that are requested without a login. */
export const ANONYMOUS_CODE_PURPOSES = ['login', 'register', 'resetPassword'] as const satisfies CodePurpose[]

export type AnonymousCodePurpose = (typeof ANONYMOUS_CODE_PURPOSES)[number]

export const SMS_CODE_LENGTH = 6
export const smsCode = z
  .string()
  .overwrite(halfWidth)
  .regex(
    new RegExp(`^\\d{${SMS_CODE_LENGTH}}$`),
    said(`请输入${SMS_CODE_LENGTH}位数字验证码`, `Enter the ${SMS_CODE_LENGTH} digits of the code`),
  )
  .meta({ example: '123456' })

/** Maximum length of a proof of work or of a captcha's answer. */
export const PROOF_MAX = 4000

export const CODE_MINUTES = 5
export const CODE_TRIES_MAX = 5
export const CODE_INTERVAL_SECONDS = 60

export const CodeSent = z
  .object({ expiresInSeconds: z.int(), retryAfterSeconds: z.int() })
  .meta({ id: 'SmsCodeSent' })
export type CodeSent = z.infer<typeof CodeSent>
