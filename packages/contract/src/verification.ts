import { z } from 'zod'

/** What a verification code opens. A code of one purpose opens nothing else. */
export const CODE_PURPOSES = [
  'login',
  'register',
  'resetPassword',
  'firstPassword',
  'changePhone',
  'sign',
] as const
export const CodePurpose = z.enum(CODE_PURPOSES)
export type CodePurpose = z.infer<typeof CodePurpose>

/** Purposes of codes that somebody asks for who is not logged in. */
export const ANONYMOUS_CODE_PURPOSES = ['login', 'register', 'resetPassword'] as const satisfies CodePurpose[]

export type AnonymousCodePurpose = (typeof ANONYMOUS_CODE_PURPOSES)[number]

export const SMS_CODE_LENGTH = 6
export const smsCode = z
  .string()
  .regex(new RegExp(`^\\d{${SMS_CODE_LENGTH}}$`))
  .meta({ example: '123456' })

export const CODE_MINUTES = 5
export const CODE_TRIES_MAX = 5
export const CODE_INTERVAL_SECONDS = 60

export const CodeSent = z
  .object({ expiresInSeconds: z.int(), retryAfterSeconds: z.int() })
  .meta({ id: 'SmsCodeSent' })
export type CodeSent = z.infer<typeof CodeSent>
