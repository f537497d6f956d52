import { sql, type RawBuilder } from 'kysely'
import { reachesAll, type Actor } from './actor.ts'
import type { Reach } from '../infra/db/tables.ts'

const ID_COLUMN = {
  project_reach: 'project_id',
  meeting_reach: 'meeting_id',
  attendee_reach: 'attendee_id',
} as const satisfies { [View in keyof Reach]: keyof Reach[View] }

/**
 * Condition that the caller may see a record: `query.where(withinReach(actor, 'meeting_reach', 'm.meeting_id'))`. Other
 * records are not found, as if they did not exist.
 */
export function withinReach(actor: Actor, view: keyof Reach, idReference: string): RawBuilder<boolean> {
  if (reachesAll(actor)) return sql<boolean>`true`
  const column = sql.ref(`r.${ID_COLUMN[view]}`)
  return sql<boolean>`exists (
    select 1 from ${sql.table(view)} as r where ${column} = ${sql.ref(idReference)} and r.user_id = ${actor.userId}
  )`
}
