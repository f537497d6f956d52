import { z } from 'zod'
import * as f from '../fields.ts'
import { smsCode } from '../login/verification.ts'

/** After a login by SMS code the phone counts as proven for this long, and stands in for the old password. */
export const PHONE_PROVEN_MINUTES = 15

const oldPassword = z.string().min(1).max(f.PASSWORD_MAX).optional()

export const PasswordChange = z.strictObject({
  oldPassword: oldPassword.meta({
    description: `Left out with a code, within ${PHONE_PROVEN_MINUTES} minutes of a login by code, or where the account has no password yet`,
  }),
  newPassword: f.password,
  smsCode: smsCode.optional().meta({
    description:
      'Sent by POST /account/password/smsCode; needed where the initial password is the phone, which is no secret',
  }),
})
export type PasswordChange = z.output<typeof PasswordChange>

export const OwnPhone = z
  .object({
    phone: z.string().nullable(),
    pendingPhone: z.string().nullable().meta({
      description:
        'Proposed by somebody who keeps the account; it counts once its owner confirms it with a code',
    }),
  })
  .meta({ id: 'OwnPhone' })
export type OwnPhone = z.infer<typeof OwnPhone>

export const OwnPhoneChange = z.strictObject({
  phone: f.phone,
  smsCode: smsCode.meta({ description: 'Sent to the new phone by POST /account/phone/smsCode' }),
  oldPassword: oldPassword.meta({
    description: `Current password; not needed within ${PHONE_PROVEN_MINUTES} minutes of a login by code`,
  }),
})
export type OwnPhoneChange = z.output<typeof OwnPhoneChange>
