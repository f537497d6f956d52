/** Slightly less than the service's limit, which leaves time to fill in the form. */
const PROVEN_MS = 10 * 60_000
/** The login is another page than those that ask; of its window alone, until that is closed. */
const KEY = 'consilium.provenAt'

/** Records whether the login was by a code, which replaces the password for a while. */
export function rememberLogin(wasByCode: boolean): void {
  if (wasByCode) sessionStorage.setItem(KEY, String(Date.now()))
  else sessionStorage.removeItem(KEY)
}

export const isPhoneProven = (): boolean => Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < PROVEN_MS
