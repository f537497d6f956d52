/** Where the office leads an expert who opened one of its addresses. There is no page, and it is answered as not found. */
export const MISSING_PATH = '/missing'

/** Addresses that belong to the pages of experts where an expert is logged in, in the form of the service's router. */
export const EXPERT_PATHS: readonly string[] = [
  '/',
  '/n/*',
  '/my-meetings',
  '/my-meetings/*',
  '/my-agreements',
  '/my-agreements/*',
  '/my-payments',
  '/my-plans',
  '/my-plans/*',
  '/my-profile',
  '/my-profile/edit',
  '/messages',
  '/messages/*',
  '/notices',
  '/password',
  '/security',
  '/sign-ups',
  '/sign-ups/new',
  MISSING_PATH,
]

/** Addresses of the pages outside a session, which the service renders for everybody. */
export const OUTSIDE_PATHS: readonly string[] = [
  '/login',
  '/register',
  '/register/*',
  '/forgotten',
  '/mail-confirmation',
]

/** An address without the slash that programs and people put at its end. */
export const plainPath = (pathname: string): string =>
  pathname !== '/' && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname

const isAmong = (paths: readonly string[], pathname: string): boolean =>
  paths.some((path) => (path.endsWith('/*') ? pathname.startsWith(path.slice(0, -1)) : path === pathname))

/** Whether the office leaves this address to the pages of experts. */
export const isOfExperts = (pathname: string): boolean => isAmong(EXPERT_PATHS, pathname)

/** Whether the page at this address is the same for everybody, logged in or not. */
export const isOutside = (pathname: string): boolean => isAmong(OUTSIDE_PATHS, pathname)

/** The login, which returns to an address of this site. */
export const loginAddress = (returnTo: string): string =>
  returnTo === '/' ? '/login' : `/login?${new URLSearchParams({ returnTo }).toString()}`
