import { selectLargePage as select } from '@consilium/lists/list-planner.ts'
import { refusingPages } from './refusing-pages.ts'

export type { RowsOf } from '@consilium/lists/list-planner.ts'

/** One page of a list that may be too long to count or to sort. Refuses a page that the list has not. */
export const selectLargePage: typeof select = (...list) => refusingPages(select(...list))
