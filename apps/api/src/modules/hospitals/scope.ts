import type { Context } from '../../context.ts'

/** What the use cases of hospitals work with. */
export type Scope = Pick<Context, 'db' | 'sheets' | 'clock'>
