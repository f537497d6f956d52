import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'

export const SECRET_ID = 1
/** Identity numbers that are hashed at a time. */
const BATCH = 200

export const findSecret = async (db: Db): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('expert_identity_secret')
      .select('secret_cipher')
      .where('secret_id', '=', SECRET_ID)
      .executeTakeFirst()
  )?.secret_cipher

/** Keeps the secret if there is none yet, and returns the one that is kept. */
export async function keepSecret(db: Db, sealed: Buffer): Promise<Buffer> {
  await db
    .insertInto('expert_identity_secret')
    .values({ secret_id: SECRET_ID, secret_cipher: sealed })
    .onConflict((conflict) => conflict.column('secret_id').doNothing())
    .execute()
  return (await findSecret(db)) ?? sealed
}

export const staleIdentities = (db: Db): Promise<{ expertId: number; idCardCipher: Buffer | null }[]> =>
  db
    .selectFrom('expert_identity as i')
    .innerJoin('expert as e', 'e.expert_id', 'i.expert_id')
    .select(['i.expert_id as expertId', 'e.id_card_cipher as idCardCipher'])
    .where('i.is_stale', '=', true)
    .orderBy('i.expert_id')
    .limit(BATCH)
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
 * Lets what commits these persons to fees and times wait for one another until the transaction ends. They are locked in
 * one order, so that two invitations of several experts do not wait for each other.
 */
export async function lockPersons(db: Db, expertIds: readonly number[]): Promise<void> {
  for (const person of await personsOf(db, expertIds))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`caps of ${person}`}, 0))`.execute(db)
}
