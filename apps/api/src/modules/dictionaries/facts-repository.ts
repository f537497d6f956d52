import type { Db } from '../../infra/db/db.ts'
import { part } from '../../infra/db/statements/query-parts.ts'

const ENTRY = part.selectFrom('dict_data').select(['dict_type', 'dict_value', 'dict_label'])

/** An entry of a dictionary, with its Chinese label. */
export const entryFacts = <A extends string>(alias: A) => ENTRY.as(alias)

/** The values in use of some dictionaries. */
export const valuesInUse = (db: Db, types: readonly string[]): Promise<{ type: string; value: string }[]> =>
  db
    .selectFrom('dict_data')
    .select(['dict_type as type', 'dict_value as value'])
    .where('dict_type', 'in', types)
    .where('status', '=', '0')
    .execute()
