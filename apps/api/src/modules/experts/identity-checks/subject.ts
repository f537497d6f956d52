import type { Db } from '../../../infra/db/db.ts'
import type { IdentityQuestion } from '../../../infra/identity-verifier.ts'
import { SealBroken, type Keys } from '../../../infra/keys/keys.ts'
import { openIdentity } from '../identity.ts'
import { knownPersonHashes, personHashes } from '../person-hash.ts'
import { findSubject, type SealedSubject } from './check-repository.ts'

/** What is asked about; null if something is missing. Throws SealBroken. */
function questionOf(keys: Keys, sealed: SealedSubject): IdentityQuestion | null {
  const { name, idType, phone } = sealed
  const { idCardNo: number } = openIdentity(keys, { ...sealed, bankAccountCipher: null })
  return number === null || phone === null ? null : { name, idType, number, phone }
}

export interface Subject {
  question: IdentityQuestion
  hash: Buffer
}

/** The question about an expert as it is now; null if something is missing. Throws SealBroken. */
export async function subjectOf(keys: Keys, trx: Db, expertId: number): Promise<Subject | null> {
  const sealed = await findSubject(trx, expertId)
  const question = sealed ? questionOf(keys, sealed) : null
  if (!question) return null
  return { question, hash: (await personHashes(keys, trx)).ofSubject(question) }
}

/** As `subjectOf`, its hash alone and without writing; null as well if the number cannot be read. */
export async function hashNow(keys: Keys, db: Db, expertId: number): Promise<Buffer | null> {
  const sealed = await findSubject(db, expertId)
  try {
    const question = sealed ? questionOf(keys, sealed) : null
    const hashes = question && (await knownPersonHashes(keys, db))
    return hashes && question ? hashes.ofSubject(question) : null
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    return null
  }
}
