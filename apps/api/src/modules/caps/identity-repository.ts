import type { IdType } from '@consilium/contract/persons/identity.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { expertFacts, payeeFacts } from '../experts/service.ts'

/** Identity numbers that are hashed at a time. */
const BATCH = 200

export interface StaleIdentity {
  expertId: number
  idType: IdType
  idCardCipher: Buffer | null
}

/** Locks them in one order, so that two that hash the same ones do not wait for each other; the second finds none. */
export const staleIdentities = (db: Db): Promise<StaleIdentity[]> =>
  db
    .selectFrom('expert_identity as i')
    .innerJoin(payeeFacts('e'), 'e.expert_id', 'i.expert_id')
    .select(['i.expert_id as expertId', 'e.id_type as idType', 'e.id_card_cipher as idCardCipher'])
    .where('i.is_stale', '=', true)
    .orderBy('i.expert_id')
    .limit(BATCH)
    .forUpdate('i')
    .execute()

export async function keepHashes(
  db: Db,
  hashed: readonly { expertId: number; hash: Buffer | null }[],
): Promise<void> {
  await sql`
    update expert_identity i set identity_hash = v.hash, is_stale = false
    from unnest(${hashed.map(({ expertId }) => expertId)}::bigint[],
      ${hashed.map(({ hash }) => hash)}::bytea[]) as v (expert_id, hash)
    where i.expert_id = v.expert_id`.execute(db)
}

/**
 * Lets what commits the persons behind these experts to fees and times wait for one another until the transaction ends. A
 * person is the hash of its identity number, or the account while no number is known. They are locked in one order, so that
 * two invitations of several experts do not wait for each other. False, and none is locked, while numbers wait to be hashed.
 */
export async function tryLockPersons(db: Db, expertIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ isStale: boolean }>`
    with stale as materialized (select exists (select from expert_identity where is_stale) as found),
    person as materialized (
      select distinct coalesce(encode(i.identity_hash, 'hex'), 'expert ' || e.expert_id) as name
      from stale cross join ${expertFacts('e')} left join expert_identity i using (expert_id)
      where not stale.found and e.expert_id = any(${[...expertIds]}::bigint[]) order by 1
    )
    select stale.found as "isStale", locked.done from stale left join (
      select pg_advisory_xact_lock(hashtextextended('caps of ' || name, 0))::text as done from person
    ) locked on true`.execute(db)
  return rows[0]?.isStale === false
}
