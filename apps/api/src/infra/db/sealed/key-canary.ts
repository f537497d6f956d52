import { SealBroken, type Keys } from '../../keys/keys.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../db.ts'
import { bindToPlaces } from './reseal.ts'

const CANARY = 'the master key is the right one'

const placeOf = (keyId: string) => ({ table: 'key_canary', column: 'sealed', row: keyId })

/** Thrown if the database is encrypted under a master key that this process does not have. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey'
  constructor(cause?: unknown) {
    super(
      'MASTER_KEY is not the key that this database is sealed under: give the right one, or name it in MASTER_KEY_PREVIOUS where the key is being changed.',
      { cause },
    )
  }
}

const canaries = (db: Db) => db.selectFrom('key_canary').select(['key_id as keyId', 'sealed']).execute()

/** Throws WrongMasterKey if a canary cannot be decrypted. Returns true if one exists for the current key. */
async function openAll(db: Db, keys: Keys): Promise<{ any: boolean; current: boolean }> {
  const rows = await canaries(db)
  try {
    for (const { keyId, sealed } of rows)
      if (keys.open(sealed, placeOf(keyId)) !== CANARY) throw new SealBroken('a canary says something else')
  } catch (error) {
    throw new WrongMasterKey(error)
  }
  return { any: rows.length > 0, current: rows.some(({ keyId }) => keyId === keys.keyId) }
}

/** True at the first start, and at the first start since values are bound to their row and column. */
async function bindFormerValues(db: Db, keys: Keys, log: Log): Promise<void> {
  const { values, unreadable } = await bindToPlaces(db, keys)
  if (unreadable.length > 0 && values === 0) throw new WrongMasterKey()
  for (const message of unreadable) log.error(message)
  if (values > 0) log.info({ values }, 'sealed values are bound to their rows now')
}

/**
 * Checks at every start that the encrypted values can be decrypted. A database without canaries is new or older than
 * they are; from then on values that are not bound to their row and column are refused.
 */
export async function checkMasterKey(db: Db, keys: Keys, log: Log): Promise<void> {
  const { any, current } = await openAll(db, keys)
  if (!any) await bindFormerValues(db, keys, log)
  if (current) return
  const canary = { key_id: keys.keyId, sealed: keys.seal(CANARY, placeOf(keys.keyId)) }
  await db
    .insertInto('key_canary')
    .values(canary)
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute()
  // Two nodes may start for the first time at once with different keys; one of them must fail.
  await openAll(db, keys)
}

/** Called when no value is encrypted under an older key any more. */
export async function forgetFormerKeys(db: Db, keys: Keys): Promise<void> {
  await db.deleteFrom('key_canary').where('key_id', '<>', keys.keyId).execute()
}
