import type { BindFor } from '../infra/http/call.ts'
import type { Actor } from './actor.ts'

/** Serves a route of the contract with a handler that knows the caller. */
export type Bind = BindFor<Actor>
