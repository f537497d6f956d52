import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { IdType } from '@consilium/contract/persons/identity.ts'
import type { Db } from '../../infra/db/db.ts'
import type { IdentityQuestion } from '../../infra/identity-verifier.ts'
import type { Keys } from '../../infra/keys/keys.ts'
import * as repository from './repository.ts'

const SECRET_BYTES = 32
const PLACE = { table: 'labor_person_secret', column: 'secret_cipher', row: repository.SECRET_ID }

/** Hashes by which records find a person without naming the number of the identity document. */
export interface PersonHashes {
  /** Another kind of document with the same number is that of somebody else. */
  ofDocument: (idType: IdType, number: string) => Buffer
  /** For records from before a number is known. */
  ofPhone: (phone: string) => Buffer
  /** For an account that an audit decides on. */
  ofAccount: (bankAccount: string) => Buffer
  /** For what a verifier of identities was asked about. */
  ofSubject: (subject: IdentityQuestion) => Buffer
}

function hashesBy(secret: string): PersonHashes {
  const key = createSecretKey(Buffer.from(secret, 'hex'))
  const hashOf = (kind: IdType | 'phone' | 'account' | 'subject', text: string) =>
    createHmac('sha256', key).update(`${kind}:${text}`).digest()
  return {
    ofDocument: (idType, number) => hashOf(idType, number.toUpperCase()),
    ofPhone: (phone) => hashOf('phone', phone),
    ofAccount: (bankAccount) => hashOf('account', bankAccount),
    ofSubject: ({ name, idType, number, phone }) =>
      hashOf('subject', JSON.stringify([name, idType, number.toUpperCase(), phone])),
  }
}

/** As `personHashes`, for reading; null while nothing was ever hashed. */
export async function knownPersonHashes(keys: Keys, db: Db): Promise<PersonHashes | null> {
  const sealed = await repository.findSecret(db)
  return sealed === undefined ? null : hashesBy(keys.open(sealed, PLACE))
}

/**
 * The hashes of persons, which the ledger of payments and the caps share. Their key is drawn once and is sealed in the
 * database, so that the hashes stay the same when the master key changes; without it nobody can find out by trying
 * whose number a hash is.
 */
export async function personHashes(keys: Keys, trx: Db): Promise<PersonHashes> {
  const sealed =
    (await repository.findSecret(trx)) ??
    (await repository.keepSecret(trx, keys.seal(randomBytes(SECRET_BYTES).toString('hex'), PLACE)))
  return hashesBy(keys.open(sealed, PLACE))
}
