import { selectPage as select } from '@consilium/lists/select-page.ts'
import type { RawBuilder } from 'kysely'
import { refusingPages } from './refusing-pages.ts'

/**
 * One page of a filtered query: its keys and the number of matching rows first, then all columns of these rows alone. Refuses
 * a page that the list has not.
 */
export const selectPage: typeof select = (...list) => refusingPages(select(...list))

/** Returns a LIKE pattern that finds the text anywhere; wildcards in the text are escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Pattern of what begins with a text. */
export const beginning = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`

/** A condition of a list that depends on the value of its filter. */
export type Condition = (value: unknown) => RawBuilder<boolean>
