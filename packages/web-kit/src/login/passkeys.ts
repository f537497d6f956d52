import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@consilium/contract/login/proofs.ts'

// The library for passkeys is needed by few pages only.
const load = () => import('@simplewebauthn/browser')

/** Passkeys do not work at an IP address. */
const isNamed = () => !/^[\d.]+$|^\[/.test(location.hostname)

export const passkeysWork = (): boolean => typeof PublicKeyCredential === 'function' && isNamed()

/** The address of the same page by name, where passkeys work during development. */
export const namedAddress = (): string | null =>
  location.hostname === '127.0.0.1' ? location.href.replace('127.0.0.1', 'localhost') : null

/** True if the user closed the browser's dialog or let it time out. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** True if the authenticator already has a passkey of the account. */
export const isKnownAlready = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError'

/** The contract accepts results of any extension; the browser's type lists known ones only. */
const withResults = <A extends { clientExtensionResults: object }>({
  clientExtensionResults,
  ...answer
}: A) => ({ ...answer, clientExtensionResults: { ...clientExtensionResults } })

export async function askPasskey(request: PasskeyRequest, isOffer = false): Promise<PasskeyAssertion> {
  const { startAuthentication } = await load()
  return withResults(await startAuthentication({ optionsJSON: request, useBrowserAutofill: isOffer }))
}

export async function makePasskey(creation: PasskeyCreation): Promise<PasskeyAttestation> {
  const { startRegistration } = await load()
  return withResults(await startRegistration({ optionsJSON: creation }))
}

/** True if the browser suggests passkeys in the name field. */
export const canOffer = async (): Promise<boolean> =>
  passkeysWork() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)

export async function stopOffer(): Promise<void> {
  const { WebAuthnAbortService } = await load()
  WebAuthnAbortService.cancelCeremony()
}
