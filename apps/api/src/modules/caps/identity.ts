import type { Keys } from '../../infra/keys/keys.ts'
import type { Db } from '../../infra/db/db.ts'
import { openIdentity, personHashes } from '../experts/service.ts'
import * as repository from './identity-repository.ts'

/** Hashes the identity numbers that have changed, a batch at a time, as the ledger of payments hashes them. */
export async function hashStale(keys: Keys, trx: Db): Promise<void> {
  for (let rows = await repository.staleIdentities(trx); rows.length > 0;) {
    const hashes = await personHashes(keys, trx)
    const hashed = rows.map(({ expertId, idType, idCardCipher }) => {
      const { idCardNo } = openIdentity(keys, { expertId, idCardCipher, bankAccountCipher: null })
      return { expertId, hash: idCardNo === null ? null : hashes.ofDocument(idType, idCardNo) }
    })
    await repository.keepHashes(trx, hashed)
    rows = await repository.staleIdentities(trx)
  }
}
