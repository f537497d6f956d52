import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '@consilium/contract/proofs.ts'

// What speaks with the browser's authenticators is wanted by few pages, and by them late.
const load = () => import('@simplewebauthn/browser')

/** An IP address has no passkeys, whatever the browser can do. */
const isNamed = () => !/^[\d.]+$|^\[/.test(location.hostname)

export const passkeysWork = (): boolean => typeof PublicKeyCredential === 'function' && isNamed()

/** Where passkeys work while developing: the same page of the same machine, by its name. */
export const namedAddress = (): string | null =>
  location.hostname === '127.0.0.1' ? location.href.replace('127.0.0.1', 'localhost') : null

/** Nothing went wrong: the user has closed the browser's dialog, or let it time out. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** The authenticator has a passkey of the account already. */
export const isKnownAlready = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError'

/** The contract takes any extension's result; the browser's own type names only those that are known. */
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

/** Whether the browser offers passkeys among the names that it fills in by itself. */
export const canOffer = async (): Promise<boolean> =>
  passkeysWork() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)

export async function stopOffer(): Promise<void> {
  const { WebAuthnAbortService } = await load()
  WebAuthnAbortService.cancelCeremony()
}
