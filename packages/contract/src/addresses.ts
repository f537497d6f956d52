import type { Route } from './route.ts'

/** Where the API begins, on the site that serves it. */
export const BASE_PATH = '/api'

/** The path of a route below the base path, with its parameters filled in. */
export const pathOf = (
  { path }: Pick<Route, 'path'>,
  params: Readonly<Record<string, unknown>> = {},
): string => path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])))

/** The address of a route on the site that serves the API. */
export const addressOf = (
  route: Pick<Route, 'path'>,
  params: Readonly<Record<string, string | number>>,
): string => BASE_PATH + pathOf(route, params)
