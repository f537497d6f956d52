import {
  IN_USE_COUNT_MAX,
  IN_USE_KINDS,
  IN_USE_NAMES_MAX,
  type InUseKind,
} from '@consilium/contract/in-use.ts'
import { sql } from 'kysely'
import { reachesAll, type Actor } from './actor.ts'
import { Refusal } from '../infra/refusal.ts'
import type { Db } from '../infra/db/db.ts'
import { withinReach } from './reach.ts'
import type { RecordReference } from '../infra/db/tables.ts'

export interface Wanted {
  target: RecordReference['target']
  ids: readonly number[]
}

/**
 * Restricts references to what the caller may see: projects and meetings within its reach, other kinds only for callers
 * that reach everything.
 */
function visible(actor: Actor, kind: InUseKind) {
  if (kind === 'project' || kind === 'meeting') return withinReach(actor, kind, 'ref.id')
  // Caps name products of their own sponsor, whose people alone may delete these.
  if (kind === 'capPolicy') return sql<boolean>`true`
  return sql<boolean>`${reachesAll(actor)}`
}

/** References to an organization include references to its accounts. */
const accountsOf = (ids: readonly number[]) => sql<number>`(
  select u.user_id from sys_user u join organization o on o.main_user_id = u.main_user_id
    where o.org_id = any(${[...ids]}::bigint[])
)`

async function ofKind(db: Db, actor: Actor, { target, ids }: Wanted, kind: InUseKind) {
  const rows = await db
    .selectFrom('record_reference as ref')
    .select(['ref.id', 'ref.name'])
    .distinct()
    .where('ref.kind', '=', kind)
    .where((eb) => {
      const itself = eb.and([eb('ref.target', '=', target), eb('ref.target_id', 'in', ids)])
      if (target !== 'organization') return itself
      return eb.or([
        itself,
        eb.and([eb('ref.target', '=', 'account'), eb('ref.target_id', 'in', accountsOf(ids))]),
      ])
    })
    .where(visible(actor, kind))
    .orderBy('ref.id', 'desc')
    .limit(IN_USE_COUNT_MAX)
    .execute()
  return { kind, count: rows.length, records: rows.slice(0, IN_USE_NAMES_MAX) }
}

/**
 * Runs a deletion. If a foreign key refuses it, the error names the referring records that the caller may see, which
 * are read after the transaction has ended.
 */
export async function namingReferences<T>(
  db: Db,
  actor: Actor,
  wanted: Wanted,
  deletion: () => Promise<T>,
): Promise<T> {
  try {
    return await deletion()
  } catch (error) {
    if (!(error instanceof Refusal) || error.error !== 'RECORD_IN_USE') throw error
    const found = []
    for (const kind of IN_USE_KINDS) found.push(await ofKind(db, actor, wanted, kind))
    const inUse = found.filter(({ count }) => count > 0)
    throw new Refusal('RECORD_IN_USE', {
      details: inUse.map((use) => ({ field: use.kind, inUse: use })),
    })
  }
}
