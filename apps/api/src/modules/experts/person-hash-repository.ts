import type { Db } from '../../infra/db/db.ts'

export const SECRET_ID = 1

export const findSecret = async (db: Db): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('labor_person_secret')
      .select('secret_cipher')
      .where('secret_id', '=', SECRET_ID)
      .executeTakeFirst()
  )?.secret_cipher

/** Keeps the secret if there is none yet, and returns the one that is kept. */
export async function keepSecret(db: Db, sealed: Buffer): Promise<Buffer> {
  await db
    .insertInto('labor_person_secret')
    .values({ secret_id: SECRET_ID, secret_cipher: sealed })
    .onConflict((conflict) => conflict.column('secret_id').doNothing())
    .execute()
  return (await findSecret(db)) ?? sealed
}
