/** Addresses that belong to the pages of experts where an expert is logged in, in the form of the service's router. */
export const EXPERT_PATHS: readonly string[] = [
  '/',
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
]

/** Addresses of the pages outside a session, which the service renders for everybody. */
export const OUTSIDE_PATHS: readonly string[] = [
  '/login',
  '/register',
  '/register/*',
  '/forgotten',
  '/mail-confirmation',
]

const isAmong = (paths: readonly string[], pathname: string): boolean =>
  paths.some((path) => (path.endsWith('/*') ? pathname.startsWith(path.slice(0, -1)) : path === pathname))

/** Whether the office leaves this address to the pages of experts. */
export const isOfExperts = (pathname: string): boolean => isAmong(EXPERT_PATHS, pathname)

/** Whether the page at this address is the same for everybody, logged in or not. */
export const isOutside = (pathname: string): boolean => isAmong(OUTSIDE_PATHS, pathname)

/** The login, which returns to an address of this site. */
export const loginAddress = (returnTo: string): string =>
  returnTo === '/' ? '/login' : `/login?${new URLSearchParams({ returnTo }).toString()}`
