/** Slightly less than the service's limit, which leaves time to fill in the form. */
const PROVEN_SECONDS = 10 * 60
const NAME = 'consilium_proven'
const NOTE = /(?:^|; )consilium_proven=1(?:;|$)/

/**
 * Notes whether the login was by a code, which replaces the password for a while. Pages of the service ask for what is
 * needed before their script is there, so it is a cookie; it opens nothing, as the service knows by itself.
 */
export function rememberLogin(wasByCode: boolean): void {
  document.cookie = `${NAME}=1; path=/; max-age=${wasByCode ? PROVEN_SECONDS : 0}; samesite=lax`
}

/** Reads the note from the header of a request, or from `document.cookie`. */
export const isPhoneProven = (cookies: string | undefined): boolean => NOTE.test(cookies ?? '')
