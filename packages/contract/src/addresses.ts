import type { Route } from './route.ts'

/** Path below which the API is served. */
export const BASE_PATH = '/api'

/** Address of the privacy notice, which anyone can read. */
export const PRIVACY_PATH = '/privacy'

/** Returns the path of a route below the base path, with its parameters filled in. */
export const pathOf = (
  { path }: Pick<Route, 'path'>,
  params: Readonly<Record<string, unknown>> = {},
): string => path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])))

/** Returns the address of a route on the site that serves the API. */
export const addressOf = (
  route: Pick<Route, 'path'>,
  params: Readonly<Record<string, string | number>>,
): string => BASE_PATH + pathOf(route, params)
