import { z } from 'zod'
import { ROLE_LABELS, ROLE_TYPES } from '../accounts/roles.ts'
import * as f from '../fields.ts'
import { choice } from '../words.ts'
import { SecondFactorChallenge } from './proofs.ts'
import { SESSION_COOKIE, SESSION_HEADER, SESSION_IN_COOKIE } from './session.ts'
import { smsCode } from './verification.ts'

export const LoginAnswer = z
  .object({
    token: z.string().meta({
      description: `Opaque; sent back as Authorization: Bearer. Empty where the call carried ${SESSION_HEADER}: ${SESSION_IN_COOKIE}: the token is then in the cookie ${SESSION_COOKIE.https} (${SESSION_COOKIE.http} without HTTPS), which counts for writing only beside that header`,
    }),
    expiresAt: z.string(),
    userId: f.id,
    userName: z.string(),
    roleType: choice(ROLE_TYPES, ROLE_LABELS).meta({
      description: 'Role of the account, by which clients choose the menu',
    }),
    mustChangePassword: z.boolean(),
    hasPassword: z.boolean().meta({
      description: 'False: imported without a password; the first one is set without an old one',
    }),
    mustEnrolFactor: z.boolean().meta({
      description:
        'The role must have a second factor: until it is set up the session is good for nothing else',
    }),
    secondFactor: SecondFactorChallenge.nullable().meta({
      description:
        'Only if the account has a second factor: there is no token yet, and the login is completed with this challenge',
    }),
  })
  .meta({ id: 'LoginAnswer' })
export type LoginAnswer = z.infer<typeof LoginAnswer>

const CODE_OF_PICTURE_MAX = 100
/** Answer of RuoYi's login page to a picture of characters, which this service does not show. */
const pictureCode = z
  .string()
  .max(CODE_OF_PICTURE_MAX)
  .optional()
  .meta({ deprecated: true, description: 'Ignored' })

export const LoginBody = z.strictObject({
  username: f.text(f.USER_NAME_MAX),
  password: z.string().min(1).max(f.PASSWORD_MAX),
  code: pictureCode,
  uuid: pictureCode,
})
export const SmsLoginBody = z.strictObject({ phone: f.phone, code: smsCode })
