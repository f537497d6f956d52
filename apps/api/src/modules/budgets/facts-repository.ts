import { part } from '../../infra/db/statements/query-parts.ts'

const LINE = part.selectFrom('budget_line').select(['project_id', 'category', 'amount'])

/** What a project may spend in a category. */
export const lineFacts = <A extends string>(alias: A) => LINE.as(alias)

const ALLOCATION = part.selectFrom('budget_allocation').select(['meeting_id', 'category', 'amount'])

/** What was set aside for a meeting in a category. */
export const allocationFacts = <A extends string>(alias: A) => ALLOCATION.as(alias)
