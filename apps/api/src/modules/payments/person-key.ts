import type { IdType } from '@consilium/contract/persons/identity.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Keys } from '../../infra/keys/keys.ts'
import { knownPersonHashes, personHashes, type PersonHashes } from '../experts/service.ts'

/** How the ledger knows a person: by identity number, or by phone while none is known. */
export interface PersonKeys {
  /** The hash that new entries get. */
  own: Buffer
  /** The hash of the phone, by which entries from before the number was known are found. */
  byPhone: Buffer
}

interface Person {
  idType: IdType
  idNumber: string | null
  phone: string
}

/** As `personKeys`, with hashes that were read before. */
export function keysOf(hashes: PersonHashes, { idType, idNumber, phone }: Person): PersonKeys {
  const byPhone = hashes.ofPhone(phone)
  return { own: idNumber === null ? byPhone : hashes.ofDocument(idType, idNumber), byPhone }
}

/** As `personKeys`, for reading; null while nothing was ever hashed. */
export async function knownKeys(keys: Keys, db: Db, person: Person): Promise<PersonKeys | null> {
  const hashes = await knownPersonHashes(keys, db)
  return hashes && keysOf(hashes, person)
}

/** The hashes of a person, by which the payments of a payer are settled together. */
export const personKeys = async (keys: Keys, trx: Db, person: Person): Promise<PersonKeys> =>
  keysOf(await personHashes(keys, trx), person)
