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
  '/sign-ups',
  '/sign-ups/new',
]

/** Whether the office leaves this address to the pages of experts. */
export const isOfExperts = (pathname: string): boolean =>
  EXPERT_PATHS.some((path) =>
    path.endsWith('/*') ? pathname.startsWith(path.slice(0, -1)) : path === pathname,
  )
