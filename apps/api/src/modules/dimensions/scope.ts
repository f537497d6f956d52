import type { Context } from '../../context.ts'

/** What the use cases of dimensions work with. */
export type Scope = Pick<Context, 'db' | 'sheets' | 'clock'>
