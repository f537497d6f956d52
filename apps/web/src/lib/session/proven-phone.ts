/** Slightly less than the service's limit, which leaves time to fill in the form. */
const PROVEN_MS = 10 * 60_000

let provenAt = Number.NEGATIVE_INFINITY

/** Records whether the login was by a code, which replaces the password for a while. */
export function rememberLogin(wasByCode: boolean): void {
  provenAt = wasByCode ? Date.now() : Number.NEGATIVE_INFINITY
}

export const isPhoneProven = (): boolean => Date.now() - provenAt < PROVEN_MS
