import { z } from 'zod'
import { LoginAnswer } from './login.ts'
import * as f from '../fields.ts'
import { oneOf, PasskeyRequest, proofs, totpCode } from './proofs.ts'
import { data, type RouteTable } from '../route.ts'
import { said } from '../words.ts'

const CHALLENGE_MAX = 100
const ONE_PROOF = said('请选择一种验证方式', 'Choose exactly one method of verification')

const RecoveryCodes = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Shown only once; null if the account has recovery codes already' }),
  })
  .meta({ id: 'RecoveryCodes' })

export const OwnPasskey = z
  .object({
    passkeyId: f.id,
    name: z.string(),
    isBackedUp: z.boolean().meta({ description: 'Whether the passkey is synchronized between devices' }),
    createTime: z.string(),
    lastUsedTime: z.string().nullable(),
  })
  .meta({ id: 'OwnPasskey' })
export type OwnPasskey = z.infer<typeof OwnPasskey>

export const FACTORS_REQUIRED = ['none', 'any', 'both'] as const
export type FactorsRequired = (typeof FACTORS_REQUIRED)[number]

export const SecondFactor = z
  .object({
    required: z.enum(FACTORS_REQUIRED).meta({
      description: 'What the role requires: nothing, an app or a passkey, or both',
    }),
    missing: z.boolean().meta({ description: 'Whether the account lacks a required factor' }),
    hasPassword: z.boolean(),
    totpTime: z.string().nullable().meta({ description: 'Time when the authenticator app was set up' }),
    recoveryCodesLeft: z.int().min(0),
    passkeysUsable: z
      .boolean()
      .meta({ description: 'False if the address of the service has no domain name' }),
    passkeys: z.array(OwnPasskey),
    recentlyProven: z
      .object({ password: z.boolean(), factor: z.boolean() })
      .meta({ description: 'Recent verifications of this session' }),
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactor = z.infer<typeof SecondFactor>

const TotpEnrolment = z
  .object({
    secret: z.string().meta({ description: 'For typing into the app: base32; SHA-1, 6 digits, 30 seconds' }),
    uri: z.string().meta({ description: 'otpauth:// address' }),
    qrCode: z.string().meta({ description: 'The address as a QR code: an SVG image' }),
    expiresAt: z.string().meta({ description: 'Time until which a code of the app can confirm it' }),
  })
  .meta({ id: 'TotpEnrolment' })

export const SecondFactorBody = z
  .strictObject({ challenge: z.string().min(1).max(CHALLENGE_MAX), ...proofs })
  .refine(oneOf('code', 'recoveryCode', 'passkey'), { path: ['code'], error: ONE_PROOF })
  .meta({ example: { challenge: 'Zm9vYmFy', code: '123456' } })
export type SecondFactorBody = z.output<typeof SecondFactorBody>

export const ConfirmBody = z
  .strictObject({ password: z.string().min(1).max(f.PASSWORD_MAX).optional(), ...proofs })
  .refine(oneOf('password', 'code', 'recoveryCode', 'passkey'), {
    path: ['password'],
    error: ONE_PROOF,
  })
  .meta({ example: { password: 'Secret-2026' } })
export type ConfirmBody = z.output<typeof ConfirmBody>

const tag = 'Second factor'

export const secondFactorRoutes = {
  login: {
    method: 'POST',
    path: '/login/secondFactor',
    target: ['userId'],
    access: 'public',
    tag,
    summary: 'Complete a login by a code, a recovery code or a passkey, with the challenge that it returned',
    body: SecondFactorBody,
    keyless: 'session',
    answer: data(LoginAnswer),
    errors: ['SECOND_FACTOR_WRONG', 'SECOND_FACTOR_EXPIRED', 'SECOND_FACTOR_LOCKED', 'ACCOUNT_DISABLED'],
    rateLimit: 'credentials',
  },
  status: {
    method: 'GET',
    path: '/account/secondFactor',
    access: 'session',
    caller: 'person',
    tag,
    summary: "Read the caller's second factors",
    answer: data(SecondFactor),
    beforeEnrolment: true,
  },
  confirm: {
    method: 'POST',
    path: '/account/confirm',
    access: 'session',
    caller: 'person',
    tag,
    summary: 'Verify the identity again, by password or second factor, before a protected operation',
    body: ConfirmBody,
    keyless: 'session',
    answer: data(SecondFactor),
    errors: ['LOGIN_FAILED', 'ACCOUNT_LOCKED', 'SECOND_FACTOR_WRONG', 'SECOND_FACTOR_LOCKED'],
    rateLimit: 'credentials',
    beforeEnrolment: true,
  },
  beginTotp: {
    method: 'POST',
    path: '/account/totp',
    access: 'session',
    caller: 'person',
    tag,
    summary: 'Start to set up an authenticator app, which a code then confirms',
    keyless: 'secret',
    answer: data(TotpEnrolment),
    errors: ['TOTP_ENROLLED', 'REAUTHENTICATION_REQUIRED'],
    beforeEnrolment: true,
  },
  confirmTotp: {
    method: 'PUT',
    path: '/account/totp',
    access: 'session',
    caller: 'person',
    tag,
    summary: 'Confirm the authenticator app; ends sessions without a second factor',
    body: z.strictObject({ code: totpCode }),
    keyless: 'secret',
    answer: data(RecoveryCodes),
    errors: ['TOTP_NOT_BEGUN', 'SECOND_FACTOR_WRONG'],
    beforeEnrolment: true,
  },
  removeTotp: {
    method: 'DELETE',
    path: '/account/totp',
    access: 'session',
    caller: 'person',
    tag,
    summary: 'Turn off the authenticator app; requires a recent verification by password and by a factor',
    answer: data(z.null()),
    errors: ['NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/account/recoveryCodes',
    access: 'session',
    caller: 'person',
    tag,
    summary: 'Create ten new recovery codes, which replace the old ones',
    keyless: 'secret',
    answer: data(RecoveryCodes),
    errors: ['SECOND_FACTOR_MISSING', 'REAUTHENTICATION_REQUIRED'],
  },
  confirmOptions: {
    method: 'POST',
    path: '/account/confirm/passkey',
    access: 'session',
    caller: 'person',
    tag,
    summary: 'Get the passkey options for verifying the identity again',
    keyless: 'secret',
    answer: data(PasskeyRequest),
    errors: ['SECOND_FACTOR_MISSING', 'PASSKEYS_UNAVAILABLE'],
    beforeEnrolment: true,
  },
  reset: {
    method: 'PUT',
    path: '/system/user/resetFactors',
    target: ['userId'],
    access: ['admin'],
    caller: 'person',
    tag,
    summary: "Remove another account's second factors; ends its sessions and notifies its owner",
    body: z.strictObject({ userId: f.id }),
    answer: data(z.null()),
    errors: ['NOT_FOUND', 'OWN_RECORD_FIXED', 'REAUTHENTICATION_REQUIRED'],
  },
} as const satisfies RouteTable
