import type { Keyless, Route } from './route.ts'

/** What a client needs of a route: address, access and kind of answer. */
export interface CalledRoute extends Pick<Route, 'method' | 'path' | 'access' | 'beyondPortfolio'> {
  readonly answer: Pick<Route['answer'], 'kind'>
  readonly keyless?: Keyless
}

declare const full: unique symbol

/** A route without its schemas. Its type still names the whole route. */
export interface LightRoute<R extends Route> extends CalledRoute {
  readonly [full]?: R
}

/** The whole route that a light one was made from; a whole route maps to itself. */
export type FullRoute<R extends CalledRoute> = R extends Route ? R : R extends LightRoute<infer F> ? F : never

export type LightTable<T extends Readonly<Record<string, Route>>> = {
  readonly [K in keyof T]: LightRoute<T[K]>
}

export const lightRoute = <R extends Route>({
  method,
  path,
  access,
  answer,
  keyless,
  beyondPortfolio,
}: R): LightRoute<R> => ({
  method,
  path,
  access,
  answer: { kind: answer.kind },
  ...(keyless ? { keyless } : {}),
  ...(beyondPortfolio ? { beyondPortfolio } : {}),
})
