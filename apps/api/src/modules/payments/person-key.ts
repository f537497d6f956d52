import { createHmac, randomBytes } from 'node:crypto'
import type { IdType } from '@consilium/contract/identity.ts'
import type { Keys } from '../../infra/keys.ts'
import type { Db } from '../../infra/db/db.ts'
import * as repository from './person-repository.ts'

const SECRET_BYTES = 32
const PLACE = { table: 'labor_person_secret', column: 'secret_cipher', row: repository.SECRET_ID }

/** How the ledger knows a person: by identity number, or by phone while none is known. */
export interface PersonKeys {
  /** The hash that new entries get. */
  own: Buffer
  /** The hash of the phone, by which entries from before the number was known are found. */
  byPhone: Buffer
}

const hashOf = (secret: string, kind: IdType | 'phone', text: string) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(`${kind}:${text}`).digest()

interface Person {
  idType: IdType
  idNumber: string | null
  phone: string
}

const keysOf = (secret: string, { idType, idNumber, phone }: Person): PersonKeys => {
  const byPhone = hashOf(secret, 'phone', phone)
  return { own: idNumber === null ? byPhone : hashOf(secret, idType, idNumber.toUpperCase()), byPhone }
}

/** As `personKeys`, for reading; null while no payment was ever recorded. */
export async function knownKeys(keys: Keys, db: Db, person: Person): Promise<PersonKeys | null> {
  const sealed = await repository.findSecret(db)
  return sealed === undefined ? null : keysOf(keys.open(sealed, PLACE), person)
}

/**
 * The hashes of a person. Their key is drawn once and is sealed in the database, so that the hashes stay the same when
 * the master key changes; without it nobody can find out by trying whose number a hash is.
 */
export async function personKeys(keys: Keys, trx: Db, person: Person): Promise<PersonKeys> {
  const sealed =
    (await repository.findSecret(trx)) ??
    (await repository.keepSecret(trx, keys.seal(randomBytes(SECRET_BYTES).toString('hex'), PLACE)))
  return keysOf(keys.open(sealed, PLACE), person)
}
