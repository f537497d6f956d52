import {
  PASSKEYS_MAX,
  type PasskeyAssertion,
  type PasskeyAttestation,
  type PasskeyCreation,
  type PasskeyRequest,
} from '@consilium/contract/login/proofs.ts'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { PasskeySettings } from '../../../settings/config.ts'
import { Refusal } from '../../../infra/refusal.ts'
import { CHALLENGE_MINUTES } from '../login/challenges.ts'
import { isAuthenticatorData, isPlainAttestation } from './passkey-form.ts'
import * as repository from './passkey-repository.ts'
import type { Scope } from '../scope.ts'

const RP_NAME = 'Consilium'
const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000
const DEVELOPMENT_ORIGIN = /^http:\/\/localhost(?::\d{1,5})?$/
/** COSE algorithms EdDSA, ES256 and RS256; every authenticator supports at least one of them. */
const ALGORITHMS = [-8, -7, -257]

type ClientData = ReturnType<typeof decodeClientDataJSON>

/** The client data that the browser signed; null if it cannot be parsed. */
export function clientDataOf(credential: PasskeyAssertion | PasskeyAttestation): ClientData | null {
  try {
    const data = decodeClientDataJSON(credential.response.clientDataJSON)
    return typeof data.challenge === 'string' ? data : null
  } catch {
    return null
  }
}

/** In development the port is random, so the origin is taken from the request; it is always localhost. */
const originFor = ({ origin }: PasskeySettings, { origin: claimed }: ClientData): string =>
  origin ?? (DEVELOPMENT_ORIGIN.test(claimed) ? claimed : 'http://localhost')

const descriptors = (credentials: readonly repository.StoredPasskey[]) =>
  credentials.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

export interface AssertedUse {
  signCount: number
  isBackedUp: boolean
}

/** Refuses if the address of the service does not allow passkeys. */
export function requirePasskeys({ config }: Scope): PasskeySettings {
  if (!config.passkeys) throw new Refusal('PASSKEYS_UNAVAILABLE')
  return config.passkeys
}

/**
 * The WebAuthn user handle: the same for all passkeys of an account, so that an authenticator keeps only one, and
 * without personal data (WebAuthn Level 3, section 14.6.1).
 */
export const userHandleOf = (
  { keys }: Scope,
  userId: number,
  owned: readonly repository.StoredPasskey[],
): string => owned[0]?.userHandle ?? keys.sign(String(userId), 'passkey-user').toString('base64url')

/** Options for signing with a passkey. Without credentials the browser offers every passkey it has for the service. */
export async function passkeyRequest(
  scope: Scope,
  challenge: string,
  credentials: readonly repository.StoredPasskey[],
  userVerification: 'required' | 'preferred',
): Promise<PasskeyRequest> {
  const { rpId } = requirePasskeys(scope)
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: isoBase64URL.toBuffer(challenge),
    allowCredentials: descriptors(credentials),
    userVerification,
    timeout: TIMEOUT_MS,
  })
  return {
    challenge: options.challenge,
    timeout: TIMEOUT_MS,
    rpId,
    allowCredentials: (options.allowCredentials ?? []) as PasskeyRequest['allowCredentials'],
    userVerification,
  }
}

/** Options for making a passkey. */
export async function passkeyCreation(
  scope: Scope,
  { userId, userName }: { userId: number; userName: string },
  challenge: string,
): Promise<PasskeyCreation> {
  const credentials = await repository.credentialsOf(scope.db, userId)
  if (credentials.length >= PASSKEYS_MAX)
    throw new Refusal('TOO_MANY_PASSKEYS', { params: { max: PASSKEYS_MAX } })
  const handle = userHandleOf(scope, userId, credentials)
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: requirePasskeys(scope).rpId,
    userName,
    userDisplayName: userName,
    userID: isoBase64URL.toBuffer(handle),
    challenge: isoBase64URL.toBuffer(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: descriptors(credentials),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return options as PasskeyCreation
}

/** Verifies a new passkey; refused unless it answers the challenge and was made for this service. */
export async function verifyNewPasskey(scope: Scope, credential: PasskeyAttestation, clientData: ClientData) {
  const own = requirePasskeys(scope)
  if (!isPlainAttestation(credential.response.attestationObject)) throw new Refusal('PASSKEY_REFUSED')
  const verification = await verifyRegistrationResponse({
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge: clientData.challenge,
    expectedOrigin: originFor(own, clientData),
    expectedRPID: own.rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verification.verified) throw new Refusal('PASSKEY_REFUSED')
  const { credential: made, credentialBackedUp } = verification.registrationInfo
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey),
    signCount: made.counter,
    transports: credential.response.transports ?? [],
    isBackedUp: credentialBackedUp,
  }
}

/**
 * Verifies a signature; null unless it answers the challenge, was made for this service and comes from the stored
 * passkey.
 */
export async function verifyPasskeyUse(
  scope: Scope,
  assertion: PasskeyAssertion,
  stored: repository.StoredPasskey,
  { challenge, userVerified }: { challenge: string; userVerified: boolean },
): Promise<AssertedUse | null> {
  const own = requirePasskeys(scope)
  const clientData = clientDataOf(assertion)
  const handle = assertion.response.userHandle
  if (!clientData || (handle && handle !== stored.userHandle)) return null
  if (!isAuthenticatorData(assertion.response.authenticatorData)) return null
  const verification = await verifyAuthenticationResponse({
    response: assertion as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: originFor(own, clientData),
    expectedRPID: own.rpId,
    credential: {
      id: stored.credentialId,
      publicKey: new Uint8Array(stored.publicKey),
      counter: stored.signCount,
      transports: stored.transports,
    },
    requireUserVerification: userVerified,
  }).catch(() => null)
  if (!verification?.verified) return null
  const { newCounter, credentialBackedUp } = verification.authenticationInfo
  return { signCount: newCounter, isBackedUp: credentialBackedUp }
}
