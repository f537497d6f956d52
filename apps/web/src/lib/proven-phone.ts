/** A little less than the service's own limit, so that a form which counts on it has time to be filled in. */
const PROVEN_MS = 10 * 60_000

let provenAt = Number.NEGATIVE_INFINITY

/** After each login: whether it was by a code, which for a while stands in for the password. */
export function rememberLogin(wasByCode: boolean): void {
  provenAt = wasByCode ? Date.now() : Number.NEGATIVE_INFINITY
}

export const isPhoneProven = (): boolean => Date.now() - provenAt < PROVEN_MS
