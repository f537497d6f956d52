import { expressionBuilder } from 'kysely'
import type { Tables } from '../tables.ts'

/** Begins a part that queries are put together from, as the facts that a module offers to the queries of others. */
export const part = expressionBuilder<Tables>()
