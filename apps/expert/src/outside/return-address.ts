/** Only an address of this site is followed after the login. A browser would take `//host` for one of another. */
export function ownAddress(given: string | null, origin: string): string {
  if (given === null || !given.startsWith('/')) return '/'
  const { origin: where, pathname, search, hash } = new URL(given, origin)
  return where === origin && !pathname.startsWith('//') ? pathname + search + hash : '/'
}
