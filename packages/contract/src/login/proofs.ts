import { z } from 'zod'
import { halfWidth } from '../half-width.ts'
import { said } from '../words.ts'

/** Proofs of identity besides a password: codes of an authenticator app, recovery codes and passkeys. */

export const TOTP_DIGITS = 6
export const RECOVERY_CODES = 10
/** 120 bits in Crockford's base32, for which a plain hash is sufficient (ASVS 6.5.2). */
export const RECOVERY_CODE_LENGTH = 24
const RECOVERY_GROUP = 6
export const PASSKEYS_MAX = 10
export const PASSKEY_NAME_MAX = 50
/** A public key with its attestation is much smaller. */
const BINARY_MAX = 8192
const CREDENTIAL_ID_MAX = 1400
const TRANSPORTS_MAX = 10

export const totpCode = z
  .string()
  .overwrite(halfWidth)
  .regex(
    new RegExp(`^\\d{${TOTP_DIGITS}}$`),
    said(`请输入${TOTP_DIGITS}位数字验证码`, `Enter the ${TOTP_DIGITS} digits of the code`),
  )
  .meta({ example: '123456', description: 'Code of the authenticator app; each works once' })

const RECOVERY_TYPED_MAX = 60
/** Case and hyphens do not matter. */
export const recoveryCode = z
  .string()
  .max(RECOVERY_TYPED_MAX)
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(
    z
      .string()
      .regex(
        new RegExp(`^[0-9A-HJKMNP-TV-Z]{${RECOVERY_CODE_LENGTH}}$`),
        said('恢复码格式不正确，请核对后重新输入', 'Not a valid recovery code; enter it as it was shown'),
      ),
  )
  .meta({ example: '7QK2MD-0XH9TR-VW3E5A-C8NBJ1', description: 'One of ten codes; each works once' })

/** Formats a code in groups that are easy to read out. */
export const groupedRecoveryCode = (code: string): string =>
  code.match(new RegExp(`.{1,${RECOVERY_GROUP}}`, 'g'))?.join('-') ?? ''

const NO_CREDENTIAL = said('通行密钥的数据无效', 'Invalid passkey data')
const binary = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/, NO_CREDENTIAL)
  .max(BINARY_MAX)
const credentialId = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/, NO_CREDENTIAL)
  .max(CREDENTIAL_ID_MAX)
/** Fields that a credential carries besides its response; they are ignored. */
const carried = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(20).nullable().optional(),
  clientExtensionResults: z.record(z.string().max(50), z.unknown()).optional(),
}
const transports = z.array(z.string().max(20)).max(TRANSPORTS_MAX)

/** `AuthenticationResponseJSON` of WebAuthn Level 3. */
export const PasskeyAssertion = z
  .strictObject({
    ...carried,
    response: z.strictObject({
      clientDataJSON: binary,
      authenticatorData: binary,
      signature: binary,
      userHandle: z
        .union([binary, z.literal('')])
        .nullable()
        .optional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion', description: 'AuthenticationResponseJSON of WebAuthn Level 3' })
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>

/** `RegistrationResponseJSON` of WebAuthn Level 3. */
export const PasskeyAttestation = z
  .strictObject({
    ...carried,
    response: z.strictObject({
      clientDataJSON: binary,
      attestationObject: binary,
      authenticatorData: binary.optional(),
      transports: transports.optional(),
      publicKeyAlgorithm: z.int().optional(),
      publicKey: binary.optional(),
    }),
  })
  .meta({ id: 'PasskeyAttestation', description: 'RegistrationResponseJSON of WebAuthn Level 3' })
export type PasskeyAttestation = z.output<typeof PasskeyAttestation>

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})
const UserVerification = z.enum(['required', 'preferred', 'discouraged'])

export const PasskeyRequest = z
  .object({
    challenge: z.string(),
    timeout: z.int(),
    rpId: z.string(),
    allowCredentials: z.array(Descriptor),
    userVerification: UserVerification,
  })
  .meta({
    id: 'PasskeyRequest',
    description: 'PublicKeyCredentialRequestOptionsJSON, for navigator.credentials.get',
  })
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

export const PasskeyCreation = z
  .object({
    challenge: z.string(),
    timeout: z.int(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    excludeCredentials: z.array(Descriptor),
    authenticatorSelection: z.object({
      residentKey: z.enum(['required', 'preferred', 'discouraged']),
      userVerification: UserVerification,
    }),
    attestation: z.literal('none'),
  })
  .meta({
    id: 'PasskeyCreation',
    description: 'PublicKeyCredentialCreationOptionsJSON, for navigator.credentials.create',
  })
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

export const PROOF_METHODS = ['code', 'recoveryCode', 'passkey'] as const
export type ProofMethod = (typeof PROOF_METHODS)[number]

/** Answer of a login without a token, if the account has a second factor. */
export const SecondFactorChallenge = z
  .object({
    challenge: z.string().meta({ description: 'Sent back with the second factor; valid for one login' }),
    methods: z
      .array(z.enum(PROOF_METHODS))
      .meta({ description: 'Methods of verification that the account has' }),
    expiresAt: z.string(),
    passkey: PasskeyRequest.nullable().meta({ description: 'Present if a passkey is among the methods' }),
  })
  .meta({ id: 'SecondFactorChallenge' })
export type SecondFactorChallenge = z.infer<typeof SecondFactorChallenge>

/** The proofs that a body may contain; `exactlyOne` requires one of them. */
export const proofs = {
  code: totpCode.optional(),
  recoveryCode: recoveryCode.optional(),
  passkey: PasskeyAssertion.optional(),
}
export const oneOf =
  (...names: readonly string[]) =>
  (body: Readonly<Record<string, unknown>>): boolean =>
    names.filter((name) => body[name] !== undefined).length === 1
