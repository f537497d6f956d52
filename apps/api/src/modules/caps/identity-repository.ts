import type { IdType } from '@consilium/contract/identity.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

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
    .innerJoin('expert as e', 'e.expert_id', 'i.expert_id')
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

/** The person behind each expert: the hash of the identity number, or the account while no number is known. */
async function personsOf(db: Db, expertIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ person: string }>`
    select distinct coalesce(encode(i.identity_hash, 'hex'), 'expert ' || e.expert_id) as person
    from expert e left join expert_identity i using (expert_id)
    where e.expert_id = any(${[...expertIds]}::bigint[]) order by 1`.execute(db)
  return rows.map(({ person }) => person)
}

/**
 * Lets a change of these experts' identity numbers wait until the transaction ends, so that whom they are does not change
 * between the locks and the checks. A change of a number locks the expert first, too.
 */
export async function lockExperts(db: Db, expertIds: readonly number[]): Promise<void> {
  await db
    .selectFrom('expert')
    .select('expert_id')
    .where('expert_id', 'in', [...expertIds])
    .orderBy('expert_id')
    .forShare()
    .execute()
}

/**
 * Lets what commits these persons to fees and times wait for one another until the transaction ends. They are locked in
 * one order, so that two invitations of several experts do not wait for each other.
 */
export async function lockPersons(db: Db, expertIds: readonly number[]): Promise<void> {
  for (const person of await personsOf(db, expertIds))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`caps of ${person}`}, 0))`.execute(db)
}
